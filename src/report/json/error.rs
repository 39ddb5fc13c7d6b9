//! What is told instead of an answer.

use serde::Serialize;

use super::{Line, Made, Schema};
use crate::puzzle::Puzzle;

/// A line of a list that asks nothing that could be answered.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// What every object begins with.
    #[serde(flatten)]
    pub made: Made,
    /// Which line.
    #[serde(flatten)]
    pub line: Line,
    /// The puzzle's name, and the SHA-256 of its file; null where the line is to name it.
    pub puzzle: Option<String>,
    /// See `puzzle`.
    pub puzzle_sha256: Option<String>,
    /// What is wrong with it.
    pub error: String,
}

impl Refused {
    /// The report of what is wrong with a line.
    #[must_use]
    pub fn new(line: Line, puzzle: Option<&Puzzle>, error: &str) -> Self {
        Self {
            made: Made::new(Schema::Batch),
            line,
            puzzle: puzzle.map(|puzzle| puzzle.name().to_owned()),
            puzzle_sha256: puzzle.map(Puzzle::sha256),
            error: error.to_owned(),
        }
    }
}

/// A request to the web module that cannot be answered.
#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    /// What every object begins with.
    #[serde(flatten)]
    pub made: Made,
    /// What is wrong with it.
    pub error: String,
}

impl Mistake {
    /// The report of a mistake.
    #[must_use]
    pub fn new(error: String) -> Self {
        let made = Made::new(Schema::Error);
        Self { made, error }
    }
}
