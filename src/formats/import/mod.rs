//! Imports puzzles from other programs: `.tws` files of twsearch, and KPuzzle files of cubing.js and twips.
//!
//! Both describe orbits of pieces (`orbit_puzzle.rs`), which are converted to a puzzle file of facelets (`facelets.rs`)
//! that is read like any other. So all other parts of the program, including certificates, only use puzzle files.

pub(crate) mod export;
mod facelets;
mod json;
mod kpuzzle;
mod names;
pub(crate) mod restore;
mod rows;
pub(crate) mod scr;
mod sets;
mod tokens;
mod tws;

use std::sync::Arc;

use super::PuzzleFormat;
use crate::puzzle::Puzzle;
use crate::source::{FileError, Source};

impl Puzzle {
    /// Reads a puzzle in any format, as detected by `PuzzleFormat::guess`. Errors call the file `name`.
    ///
    /// # Errors
    /// `FileError` with line, column and reason.
    pub fn from_file(name: &str, text: &str) -> Result<Self, FileError> {
        if PuzzleFormat::guess(name, text) == PuzzleFormat::Toml {
            return Self::from_toml(name, text);
        }
        let source = Source { name, text };
        Self::import(source).map_err(|mistakes| source.first_of(mistakes))
    }

    /// Reads a definition of another program, or reports every mistake in the order of the file.
    pub(super) fn import(source: Source<'_>) -> Result<Self, Vec<FileError>> {
        let (orbits, mut mistakes) = match PuzzleFormat::guess(source.name, source.text) {
            PuzzleFormat::KPuzzle => kpuzzle::read(source),
            PuzzleFormat::Toml | PuzzleFormat::Tws => tws::read(source),
        };
        let is_whole = mistakes.is_empty();
        match orbits.map(|orbits| (facelets::convert(source, &orbits, is_whole), orbits)) {
            Some((Ok(mut puzzle), orbits)) if is_whole => {
                puzzle.parts.orbits = Some(Arc::new(orbits));
                return Ok(puzzle);
            }
            Some((Err(more), _)) => more.into_iter().for_each(|it| mistakes.add(it)),
            _ => (),
        }
        Err(mistakes.into_file_order())
    }
}
