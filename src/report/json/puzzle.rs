//! The result of checking a puzzle file.

use serde::Serialize;

use super::{ObjectHeader, Schema};
use crate::source::FileError;

/// The result of `puzzle check`.
#[derive(Debug, Serialize)]
pub struct PuzzleCheck {
    /// The common keys of all objects.
    #[serde(flatten)]
    pub object: ObjectHeader,
    /// The file as it was named.
    pub file: String,
    /// Whether it is valid.
    pub valid: bool,
    /// The mistakes.
    pub mistakes: Vec<PuzzleMistake>,
    /// Valid parts that may be unintended.
    pub notes: Vec<String>,
}

/// A mistake in a puzzle file.
#[derive(Debug, Serialize)]
pub struct PuzzleMistake {
    /// The line, from 1; null if it has no position.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl PuzzleCheck {
    /// The report of a check.
    pub fn new(file: &str, mistakes: &[FileError], notes: &[String]) -> Self {
        let mistake = |mistake: &FileError| PuzzleMistake {
            line: mistake.place.map(|(line, _)| line),
            column: mistake.place.map(|(_, column)| column),
            reason: mistake.reason.clone(),
        };
        Self {
            object: ObjectHeader::new(Schema::PuzzleCheck),
            file: file.to_owned(),
            valid: mistakes.is_empty(),
            mistakes: mistakes.iter().map(mistake).collect(),
            notes: notes.to_vec(),
        }
    }
}
