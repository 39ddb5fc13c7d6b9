//! The built-in plans: all files of `encodings/plans`.

use std::sync::Arc;

use super::{Plan, file};
use crate::built_in::{BuiltIn, find};
use crate::error::Error;
use crate::puzzle::Puzzle;

/// The plan files, in alphabetical order. `build.rs` writes the list.
const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/plans.rs"));

impl Plan {
    /// The names of the built-in plans, in alphabetical order.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|file| file.name)
    }

    /// The built-in plan with this name, for its puzzle.
    ///
    /// # Errors
    /// [`Error`] if the name is unknown, or the plan is for another puzzle.
    pub fn built_in(name: &str, puzzle: &Arc<Puzzle>) -> Result<Self, Error> {
        let file = find("plan", name, FILES, |_| Vec::new())?.source();
        Ok(Self::from_toml(file.name, file.text, puzzle)?)
    }

    /// The name of the puzzle and the title of a built-in plan.
    ///
    /// # Errors
    /// [`Error`] if the name is unknown.
    pub fn puzzle_and_title(name: &str) -> Result<(String, String), Error> {
        let file = find("plan", name, FILES, |_| Vec::new())?.source();
        Ok(file::puzzle_and_title(file.name, file.text)?)
    }
}
