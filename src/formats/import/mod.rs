//! Imports puzzles from other programs: `.tws` files of twsearch, and KPuzzle files of cubing.js and twips.
//!
//! Both formats describe orbits of pieces (`orbit_puzzle.rs`). `facelets.rs` converts these to a puzzle file of facelets,
//! which is read like any other. Solvers, plans and certificates use only that file.

pub(crate) mod export;
mod facelets;
mod json;
mod kpuzzle;
mod names;
pub(crate) mod restore;
mod rows;
pub(crate) mod scr;
mod tokens;
mod tws;

use std::sync::Arc;

use super::PuzzleFormat;
use crate::puzzle::Puzzle;
use crate::source::{FileError, Source};

impl Puzzle {
    /// Reads a puzzle in any format, as detected by `PuzzleFormat::guess`. `name` is the file's name in errors.
    ///
    /// # Errors
    /// `FileError` with line, column and reason.
    pub fn from_file(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        let orbits = match PuzzleFormat::guess(name, text) {
            PuzzleFormat::Toml => return Self::from_toml(name, text),
            PuzzleFormat::Tws => tws::read(source)?,
            PuzzleFormat::KPuzzle => kpuzzle::read(source)?,
        };
        let mut puzzle = facelets::convert(source, &orbits)?;
        puzzle.parts.orbits = Some(Arc::new(orbits));
        Ok(puzzle)
    }
}
