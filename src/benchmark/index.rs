//! The index of a benchmark: a row a formula, as CSV and as JSON, and a text for people.

use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;

use super::families::FamilyName;
use crate::text;

/// What is known of a formula.
#[derive(Serialize)]
pub struct Row {
    /// The formula's file.
    pub file: String,
    /// The family.
    pub family: &'static str,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// How long it is.
    pub bytes: usize,
    /// The puzzle.
    pub puzzle: String,
    /// The state that is solved.
    pub state: String,
    /// Turns that lead to the state, where it was drawn.
    pub scramble: Option<String>,
    /// The recipe.
    pub recipe: String,
    /// Solutions of exactly so many turns are asked for.
    pub turns: usize,
    /// How many variables.
    pub variables: u32,
    /// How many clauses and bounds.
    pub constraints: usize,
    /// `sat` or `unsat`, the number of solutions, or the least cost.
    pub expected: String,
    /// A solution.
    pub witness: Option<String>,
    /// Who says so.
    pub proved_by: &'static str,
    /// The reference solver, if it was asked.
    pub solver: Option<&'static str>,
    /// What it says, `unknown` at the time limit.
    pub verdict: Option<&'static str>,
    /// In what time.
    pub seconds: Option<f64>,
}

impl Row {
    const HEADER: &'static str = "file,family,sha256,bytes,puzzle,state,scramble,recipe,turns,variables,constraints,expected,witness,proved_by,solver,verdict,seconds";

    /// The row in CSV (RFC 4180).
    fn csv(&self) -> String {
        let row = serde_json::to_value(self).unwrap_or_default();
        let cell = |name: &str| match (&row[name], self.seconds) {
            (Value::Null, _) => String::new(),
            (Value::String(text), _) => text::csv(text).into_owned(),
            (_, Some(seconds)) if name == "seconds" => format!("{seconds:.3}"),
            (number, _) => number.to_string(),
        };
        Self::HEADER.split(',').map(cell).join(",")
    }
}

/// All rows as CSV.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let mut text = Row::HEADER.to_owned() + "\n";
    for row in rows {
        text += &(row.csv() + "\n");
    }
    text
}

/// All rows as JSON.
#[must_use]
pub fn json(rows: &[Row]) -> String {
    serde_json::to_string_pretty(rows).unwrap_or_default() + "\n"
}

/// Where the formulas come from, for people.
#[must_use]
pub fn readme(families: &[FamilyName], rows: &[Row], command: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        "# Benchmarks from twisty puzzles\n\nMade by twistsat {version}:\n\n    {command}\n\n{} formulas. Each asks whether a state of a puzzle is solved in exactly so many turns. `index.csv` and `index.json` have a row each:\nthe file and its hash, the state, the recipe (the encoding), how many turns, what a solver should say, and who says so.\n\n",
        rows.len()
    );
    text += "- `sat`: the witness was replayed on the puzzle, and the formula has a model in which its turns are made; that model was decoded.\n- `unsat`: a breadth-first search from both ends, which knows nothing of clauses, looked at all sequences of so many turns.\n- a number: that search counted the solutions, or found what the cheapest costs.\n- `verdict` and `seconds` are those of the reference solver, `unknown` at its time limit.\n\n";
    for name in families {
        let family = name.family();
        let count = rows
            .iter()
            .filter(|row| row.family == family.name.name())
            .count();
        text += &format!(
            "## {}\n\n{}. {count} formulas. Origin: {}.\n\n",
            family.name.name(),
            family.title,
            family.origin
        );
    }
    text
}
