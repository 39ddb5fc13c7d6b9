//! The result of `cases`.

use serde::Serialize;

use super::About;

/// The table of `cases`.
#[derive(Clone, Debug, Serialize)]
pub struct Cases {
    /// The puzzle.
    #[serde(flatten)]
    pub about: About,
    /// The title of the set of cases.
    pub title: String,
    /// One answer for each case and set of turns.
    pub answers: Vec<CaseAnswer>,
}

/// One of the best algorithms of a case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseAlgorithm {
    /// The algorithm, with free turns around it in brackets.
    pub algorithm: String,
    /// Its length without them.
    pub turns: usize,
    /// Its cost; omitted without `--cost-file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<usize>,
}

/// The result of one case with one set of turns.
#[derive(Clone, Debug, Serialize)]
pub struct CaseAnswer {
    /// The case.
    pub case: String,
    /// The set of turns.
    pub set: String,
    /// A shortest algorithm, with free turns around it in brackets; null without one.
    pub algorithm: Option<String>,
    /// Its length without them.
    pub turns: Option<usize>,
    /// How the puzzle is held at the end, as rotations from how it was held before the case; omitted if it is held in the
    /// same way, or if that depends on the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_at_end: Option<String>,
    /// Whether nothing shorter exists.
    pub minimal: bool,
    /// Why there is none, or why that is unknown; null if there is an algorithm.
    pub none: Option<String>,
    /// With `--top`: the best algorithms, shortest or cheapest first, including this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<CaseAlgorithm>,
    /// The method that found it, and refuted the shorter lengths.
    pub method: &'static str,
    /// The lengths without a solution, one sentence each.
    pub refuted: Vec<String>,
}
