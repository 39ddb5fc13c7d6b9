//! The index of a benchmark: one row per formula, as CSV and as JSON, and a readme.

use itertools::Itertools;
use serde::Serialize;
use serde_json::Value;

use super::families::FamilyName;
use crate::text;

/// The index entry of a formula.
#[derive(Serialize)]
pub struct Row {
    /// The formula's file.
    pub file: String,
    /// The family.
    pub family: &'static str,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// Its size in bytes.
    pub bytes: usize,
    /// The puzzle.
    pub puzzle: String,
    /// The state to solve.
    pub state: String,
    /// The turns that lead to the state, if it was sampled.
    pub scramble: Option<String>,
    /// The recipe.
    pub recipe: String,
    /// The exact number of turns of solutions.
    pub turns: usize,
    /// The number of variables.
    pub variables: u32,
    /// The number of clauses and bounds.
    pub constraints: usize,
    /// The known answer: `sat` or `unsat`, the number of solutions, or the least cost.
    pub expected: String,
    /// A solution.
    pub witness: Option<String>,
    /// The source of the known answer.
    pub proved_by: &'static str,
    /// The reference solver, if it was run.
    pub solver: Option<&'static str>,
    /// Its verdict, `unknown` at the time limit.
    pub verdict: Option<&'static str>,
    /// Its time.
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

/// A human-readable description of the formulas' origin.
#[must_use]
pub fn readme(families: &[FamilyName], rows: &[Row], command: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        "# Benchmarks from twisty puzzles\n\nMade by twistsat {version}:\n\n    {command}\n\n{} formulas. Each asks whether exactly N turns solve a state of a puzzle. `index.csv` and `index.json` have a row each:\nthe file and its hash, the state, the recipe (the encoding), how many turns, what a solver should say, and who says so.\nBeside each formula lies its map: `twistsat decode FILE.map.json MODEL` replays the turns of a model.\n\n",
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
