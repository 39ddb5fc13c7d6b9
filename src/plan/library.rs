//! The plans that are compiled in: all files of `encodings/plans`.

use std::sync::Arc;

use super::{Plan, file};
use crate::puzzle::Puzzle;
use crate::source::FileError;

/// Name and text of each file, in the order of the names; `build.rs` lists them.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/plans.rs"));

impl Plan {
    /// The names of the built-in plans, in alphabetical order.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// The built-in plan of a name, for its puzzle; `None` if there is none.
    ///
    /// # Errors
    /// [`FileError`] if it is a plan for another puzzle.
    pub fn built_in(name: &str, puzzle: &Arc<Puzzle>) -> Option<Result<Self, FileError>> {
        FILES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(name, text)| {
                Self::from_toml(&format!("encodings/plans/{name}.toml"), text, puzzle)
            })
    }

    /// The name of the puzzle and the title of a built-in plan.
    ///
    /// # Errors
    /// [`FileError`] if the compiled-in file is wrong, which tests exclude.
    pub fn about(name: &str) -> Option<Result<(String, String), FileError>> {
        let (name, text) = FILES.iter().find(|(known, _)| *known == name)?;
        Some(file::about(&format!("encodings/plans/{name}.toml"), text))
    }
}
