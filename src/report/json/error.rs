//! Reports of errors.

use serde::Serialize;

use super::{Line, ObjectHeader, Schema};
use crate::puzzle::Puzzle;

/// The report on a line of a list that cannot be answered.
#[derive(Clone, Debug, Serialize)]
pub struct LineError {
    /// The common keys of all objects.
    #[serde(flatten)]
    pub object: ObjectHeader,
    /// The line.
    #[serde(flatten)]
    pub line: Line,
    /// The puzzle's name; null if the line itself should name the puzzle.
    pub puzzle: Option<String>,
    /// A hash of the puzzle's meaning; see [`Puzzle::sha256`].
    pub puzzle_sha256: Option<String>,
    /// The error.
    pub error: String,
}

impl LineError {
    /// The report of an error in a line.
    pub fn new(line: Line, puzzle: Option<&Puzzle>, error: &str) -> Self {
        Self {
            object: ObjectHeader::new(Schema::Batch),
            line,
            puzzle: puzzle.map(|puzzle| puzzle.name().to_owned()),
            puzzle_sha256: puzzle.map(Puzzle::sha256),
            error: error.to_owned(),
        }
    }
}

/// The report on a request to the web module that cannot be answered.
#[derive(Clone, Debug, Serialize)]
pub struct RequestError {
    /// The common keys of all objects.
    #[serde(flatten)]
    pub object: ObjectHeader,
    /// The error.
    pub error: String,
}

impl RequestError {
    /// The report of an error.
    pub fn new(error: String) -> Self {
        let object = ObjectHeader::new(Schema::Error);
        Self { object, error }
    }
}
