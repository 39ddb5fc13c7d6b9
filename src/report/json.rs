//! JSON for programs. Fields may be added; these keep their meaning.

use serde::Serialize;

use crate::control::Stop;
use crate::encode::Recipe;
use crate::proof::certificate::Certificate;
use crate::proof::check::{Outcome, Place, Reason, Verified};
use crate::puzzle::{FileError, Metric, Notation, Problem};
use crate::search::{Attempt, Enumeration, Minimum};

/// The version of twistsat, which reports carry.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The result of `solve`.
#[derive(Debug, Serialize)]
pub struct Solve {
    /// The version of twistsat.
    pub version: &'static str,
    /// The puzzle's name.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// The recipe's name; null where there are no clauses.
    pub recipe: Option<String>,
    /// The SHA-256 of the recipe file, in hexadecimal.
    pub recipe_sha256: Option<String>,
    /// The solver's name.
    pub solver: String,
    /// How length is counted.
    pub metric: Metric,
    /// The goal: `any`, `solved`, or the state as given.
    pub to: String,
    /// Length of the solution, in the metric; null without one.
    pub turns: Option<usize>,
    /// The solution; null without one.
    pub solution: Option<String>,
    /// The state that the solution solves, if the start left stickers open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What was asked of a solution beside leading to the goal, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    /// Whether nothing shorter exists.
    pub minimal: bool,
    /// What covers the shorter lengths, and who says so; null if not minimal.
    pub minimal_by: Option<String>,
    /// The lengths without a solution, one sentence each.
    pub refuted: Vec<String>,
    /// The certificate of what was refuted; null unless one was asked for.
    pub certificate: Option<String>,
    /// Why the search ended early; null if it did not.
    pub stopped: Option<String>,
    /// One formula each.
    pub attempts: Vec<Formula>,
}

/// One formula of `solve`.
#[derive(Debug, Serialize)]
pub struct Formula {
    /// The budget.
    pub turns: usize,
    /// `sat`, `unsat` or `unknown`.
    pub verdict: String,
    /// Variables.
    pub variables: u32,
    /// Clauses.
    pub clauses: usize,
    /// Seconds to build it.
    pub encode_seconds: f64,
    /// Seconds to load and solve it.
    pub solve_seconds: f64,
    /// The recipe's name.
    pub recipe: String,
    /// The solver's name.
    pub solver: String,
    /// Into how many parts it was split, each on a thread of its own.
    pub parts: usize,
    /// Whether it is about the same problem up to rotation.
    pub up_to_rotation: bool,
}

impl From<&Attempt> for Formula {
    fn from(attempt: &Attempt) -> Self {
        Self {
            turns: attempt.turns,
            verdict: attempt.verdict.to_string(),
            variables: attempt.variables,
            clauses: attempt.clauses,
            encode_seconds: attempt.encode_seconds,
            solve_seconds: attempt.solve_seconds,
            recipe: attempt.recipe.clone(),
            solver: attempt.solver.clone(),
            parts: attempt.parts,
            up_to_rotation: attempt.up_to_rotation,
        }
    }
}

/// Who asked what of whom: the names that reports carry.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The recipe; `None` where there are no clauses.
    pub recipe: Option<&'a Recipe>,
    /// The solver's name; `table` where there is none.
    pub solver: &'a str,
    /// The goal as the user gave it.
    pub to: &'a str,
    /// How turns are written.
    pub notation: Notation,
}

pub use super::net::completed;

fn constraints(problem: &Problem, names: Names<'_>) -> Vec<String> {
    problem
        .constraints
        .in_words(&problem.puzzle, names.notation)
}

impl Solve {
    /// The report of a search.
    #[must_use]
    pub fn new(problem: &Problem, names: Names<'_>, result: &Minimum) -> Self {
        let solution = result.solution.as_ref();
        Self {
            version: VERSION,
            puzzle: problem.puzzle.name().to_owned(),
            puzzle_sha256: problem.puzzle.sha256(),
            recipe: names.recipe.map(|recipe| recipe.name.clone()),
            recipe_sha256: names.recipe.map(|recipe| recipe.sha256.clone()),
            solver: names.solver.to_owned(),
            metric: problem.metric,
            to: names.to.to_owned(),
            turns: solution.map(|solution| solution.len()),
            solution: solution
                .map(|solution| names.notation.write_all(&problem.puzzle, solution.turns())),
            start: solution.and_then(|solution| completed(problem, solution)),
            constraints: constraints(problem, names),
            minimal: result.is_minimal(),
            minimal_by: result.is_minimal().then(|| result.minimal_by()),
            refuted: result.refuted(),
            certificate: result.certificate.as_ref().map(|it| it.file.clone()),
            stopped: result.stop.as_ref().map(ToString::to_string),
            attempts: result.attempts.iter().map(Formula::from).collect(),
        }
    }
}

/// The result of `enumerate`.
#[derive(Debug, Serialize)]
pub struct Enumerate {
    /// The version of twistsat.
    pub version: &'static str,
    /// The puzzle's name.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// The recipe's name; null where there are no clauses.
    pub recipe: Option<String>,
    /// The SHA-256 of the recipe file, in hexadecimal.
    pub recipe_sha256: Option<String>,
    /// The solver's name.
    pub solver: String,
    /// How length is counted.
    pub metric: Metric,
    /// The goal: `any`, `solved`, or the state as given.
    pub to: String,
    /// Whether only canonical sequences were asked for.
    pub canonical: bool,
    /// Length of the solutions; null if no length has one.
    pub turns: Option<usize>,
    /// How many there are in `solutions`.
    pub count: usize,
    /// Whether these are all.
    pub complete: bool,
    /// Why it ended early; null if it did not, or a limit was reached.
    pub stopped: Option<String>,
    /// The solutions.
    pub solutions: Vec<String>,
    /// The state that each of them solves, if the start left stickers open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<String>,
    /// What was asked of a solution beside leading to the goal, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
}

impl Enumerate {
    /// The report of an enumeration of solutions of `turns` turns.
    #[must_use]
    pub fn new(
        problem: &Problem,
        names: Names<'_>,
        turns: Option<usize>,
        result: &Enumeration,
        (solutions, starts): (Vec<String>, Vec<String>),
    ) -> Self {
        Self {
            version: VERSION,
            puzzle: problem.puzzle.name().to_owned(),
            puzzle_sha256: problem.puzzle.sha256(),
            recipe: names.recipe.map(|recipe| recipe.name.clone()),
            recipe_sha256: names.recipe.map(|recipe| recipe.sha256.clone()),
            solver: names.solver.to_owned(),
            metric: problem.metric,
            to: names.to.to_owned(),
            canonical: problem.canonical,
            turns,
            count: result.count,
            complete: result.complete,
            stopped: result.stop.as_ref().map(ToString::to_string),
            solutions,
            starts,
            constraints: constraints(problem, names),
        }
    }
}

/// The result of `graph distances`.
#[derive(Debug, Serialize)]
pub struct Distances {
    /// The version of twistsat.
    pub version: &'static str,
    /// The puzzle's name.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// How length is counted.
    pub metric: Metric,
    /// The turns that join the states.
    pub turns: String,
    /// How many states there are.
    pub states: u64,
    /// The largest distance.
    pub maximum: usize,
    /// How many states are at distance 0, 1, …
    pub distribution: Vec<u64>,
    /// States at the largest distance, as many as were asked for, in the layout *net*.
    pub farthest: Vec<String>,
}

/// The result of `graph path`.
#[derive(Debug, Serialize)]
pub struct Paths {
    /// The version of twistsat.
    pub version: &'static str,
    /// The puzzle's name.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// How length is counted.
    pub metric: Metric,
    /// Length of the paths; null if there is none.
    pub turns: Option<usize>,
    /// Whether these are all shortest paths.
    pub complete: bool,
    /// The paths.
    pub paths: Vec<String>,
}

/// The result of `graph export`.
#[derive(Debug, Serialize)]
pub struct Export<'a> {
    /// The version of twistsat.
    pub version: &'static str,
    /// The puzzle's name.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// How length is counted.
    pub metric: Metric,
    /// How many states.
    pub nodes: u64,
    /// How many edges.
    pub edges: u64,
    /// What was written.
    pub files: &'a [File],
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub struct File {
    /// Where it is.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

/// The result of `decode`.
#[derive(Debug, Serialize)]
pub struct Decode {
    /// The version of twistsat.
    pub version: &'static str,
    /// The puzzle's name.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// Whether it is the built-in puzzle of that name; if not, the puzzle is
    /// known from the map alone.
    pub built_in: bool,
    /// The recipe's name.
    pub recipe: String,
    /// The SHA-256 of the recipe file, in hexadecimal, as the map has it.
    pub recipe_sha256: String,
    /// How length is counted.
    pub metric: Metric,
    /// What the model says: `sat`, `unsat` or `unknown`.
    pub verdict: String,
    /// Length of the solution; null without one.
    pub turns: Option<usize>,
    /// The solution; null without one.
    pub solution: Option<String>,
    /// The state that the solution solves, if the start left stickers open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

/// The result of `prove`.
#[derive(Debug, Default, Serialize)]
pub struct Prove {
    /// The version of twistsat.
    pub version: &'static str,
    /// The puzzle's name.
    pub puzzle: String,
    /// The SHA-256 of the puzzle file, in hexadecimal.
    pub puzzle_sha256: String,
    /// The solver's name.
    pub solver: String,
    /// How length is counted.
    pub metric: Option<Metric>,
    /// The goal: `any`, `solved`, or the state as given.
    pub to: String,
    /// The budget.
    pub max_turns: usize,
    /// `refuted`, `solved` or `unknown`.
    pub verdict: &'static str,
    /// Length of a solution, in the metric; null without one.
    pub turns: Option<usize>,
    /// The solution; null without one.
    pub solution: Option<String>,
    /// The state that the solution solves, if the start left stickers open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The file of the formula; null if nothing is refuted.
    pub formula: Option<String>,
    /// The file of the proof.
    pub proof: Option<String>,
    /// The certificate.
    pub certificate: Option<String>,
    /// Lemmas that the solver was given.
    pub lemmas_given: Option<usize>,
    /// Lemmas that its refutation uses.
    pub lemmas_used: Option<usize>,
    /// Lemmas that were derived, for the refutation and for each other.
    pub lemmas_derived: Option<usize>,
    /// Helper clauses that were derived for them.
    pub helpers: Option<usize>,
    /// Clauses that the solver learnt, as far as they are used.
    pub learnt: Option<u64>,
    /// Clauses that the finished proof adds.
    pub steps: Option<u64>,
    /// Why the work ended early; null if it did not.
    pub stopped: Option<String>,
}

/// The result of `verify`.
#[derive(Debug, Serialize)]
pub struct Verify {
    /// The version of twistsat.
    pub version: &'static str,
    /// `verified`, `rejected` or `unknown`.
    pub verdict: &'static str,
    /// What the certificate claims.
    pub claim: String,
    /// Clauses that the proof adds; null if it is not verified.
    pub steps: Option<u64>,
    /// How many of them were checked.
    pub checked: Option<u64>,
    /// What is wrong, or why the work ended early; null if it is verified.
    pub reason: Option<String>,
}

impl Verify {
    /// The report of a verification, or the reason why there is none.
    #[must_use]
    pub fn new(
        verdict: &'static str,
        certificate: &Certificate,
        result: Result<&Verified, &String>,
    ) -> Self {
        let verified = result.ok();
        Self {
            version: VERSION,
            verdict,
            claim: certificate.claim.clone(),
            steps: verified.map(|verified| verified.lemmas),
            checked: verified.map(|verified| verified.rup + verified.rat),
            reason: result.err().cloned(),
        }
    }
}

/// The result of `check`.
#[derive(Debug, Default, Serialize)]
pub struct Check {
    /// The version of twistsat.
    pub version: &'static str,
    /// `verified`, `rejected` or `unknown`.
    pub verdict: &'static str,
    /// Steps of the proof up to the empty clause, or the one that is wrong.
    pub steps: Option<u64>,
    /// Lemmas checked by unit propagation alone.
    pub rup: Option<u64>,
    /// Lemmas checked by resolution on their first literal.
    pub rat: Option<u64>,
    /// Deletions ignored: of the reason of a literal that holds for good.
    pub unit_deletions: Option<u64>,
    /// Deletions ignored: of a clause that is not there.
    pub missing_deletions: Option<u64>,
    /// Clauses of the formula that are used; null if every lemma was checked.
    pub core_clauses: Option<usize>,
    /// Lemmas that are used; null if every lemma was checked.
    pub core_lemmas: Option<u64>,
    /// Why the proof is rejected; null if it is not.
    pub reason: Option<String>,
    /// The line of the step that is wrong, from 1, in a text.
    pub line: Option<u64>,
    /// The byte where the step begins that is wrong, from 0, in a binary proof.
    pub byte: Option<u64>,
    /// Why the check ended early; null if it did not.
    pub stopped: Option<String>,
}

impl Check {
    /// The report of a check.
    #[must_use]
    pub fn new(outcome: &Outcome, stop: Option<Stop>) -> Self {
        let report = Self {
            version: VERSION,
            ..Self::default()
        };
        match outcome {
            Outcome::Verified(verified) => Self {
                verdict: "verified",
                steps: Some(verified.steps),
                rup: Some(verified.rup),
                rat: Some(verified.rat),
                unit_deletions: Some(verified.unit_deletions),
                missing_deletions: Some(verified.missing_deletions),
                core_clauses: verified.core.as_ref().map(|core| core.clauses.len()),
                core_lemmas: verified.core.as_ref().map(|core| core.lemmas),
                ..report
            },
            Outcome::Rejected(rejected) => {
                let place = match rejected.reason {
                    Reason::Lemma { place, .. } => Some(place),
                    Reason::NoEmptyClause => None,
                };
                let (line, byte) = match place {
                    Some(Place::Line(line)) => (Some(line), None),
                    Some(Place::Byte(byte)) => (None, Some(byte)),
                    None => (None, None),
                };
                Self {
                    verdict: "rejected",
                    steps: Some(rejected.step),
                    reason: Some(rejected.to_string()),
                    line,
                    byte,
                    ..report
                }
            }
            Outcome::Stopped => Self {
                verdict: "unknown",
                stopped: stop.map(|stop| stop.to_string()),
                ..report
            },
        }
    }
}

/// The result of `puzzle check`.
#[derive(Debug, Serialize)]
pub struct PuzzleCheck {
    /// The version of twistsat.
    pub version: &'static str,
    /// The file as it was named.
    pub file: String,
    /// Whether it is a puzzle.
    pub valid: bool,
    /// What is wrong with it.
    pub mistakes: Vec<PuzzleMistake>,
    /// What is no mistake, but may be unintended.
    pub notes: Vec<String>,
}

/// A mistake in a puzzle file.
#[derive(Debug, Serialize)]
pub struct PuzzleMistake {
    /// The line, from 1; null if it has no place.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl PuzzleCheck {
    /// The report of a check.
    #[must_use]
    pub fn new(file: &str, mistakes: &[FileError], notes: &[String]) -> Self {
        let mistake = |mistake: &FileError| PuzzleMistake {
            line: mistake.place.map(|(line, _)| line),
            column: mistake.place.map(|(_, column)| column),
            reason: mistake.reason.clone(),
        };
        Self {
            version: VERSION,
            file: file.to_owned(),
            valid: mistakes.is_empty(),
            mistakes: mistakes.iter().map(mistake).collect(),
            notes: notes.to_vec(),
        }
    }
}
