//! Puzzles from other programs: `.tws` files of twsearch and KPuzzle files of
//! cubing.js and twips.
//!
//! Both describe orbits of pieces (`orbits.rs`), which become a puzzle file of
//! facelets (`facelets.rs`) that is read like any other. So the rest of the house,
//! the certificates included, sees puzzle files only.

mod export;
mod facelets;
mod json;
mod kpuzzle;
mod names;
mod orbits;
mod restore;
mod rows;
mod scr;
mod tws;
mod words;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub(super) use orbits::Orbits;
pub(super) use restore::{OrbitEntry, Rest, restore};
pub use scr::Scramble;

use super::Puzzle;
use super::definition::first;
use super::file::{FileError, Source};
use super::mistakes::Mistakes;

/// A form in which a puzzle is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleFormat {
    /// Ours.
    Toml,
    /// A definition of twsearch.
    Tws,
    /// A KPuzzle in JSON.
    KPuzzle,
}

impl PuzzleFormat {
    /// All forms.
    pub const ALL: [PuzzleFormat; 3] = [Self::Toml, Self::Tws, Self::KPuzzle];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Tws => "tws",
            Self::KPuzzle => "kpuzzle",
        }
    }

    /// The form of a file, by the end of its name; without one that tells, by
    /// its text.
    #[must_use]
    pub fn guess(name: &str, text: &str) -> Self {
        let name = name.to_ascii_lowercase();
        if name.ends_with(".toml") {
            return Self::Toml;
        }
        if name.ends_with(".tws") {
            return Self::Tws;
        }
        if name.ends_with(".json") || text.trim_start().starts_with('{') {
            return Self::KPuzzle;
        }
        let mut lines = text.lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        match first.and_then(|line| line.split_once(char::is_whitespace)) {
            // In TOML a `=` would follow.
            Some(("Name" | "Set", rest)) if !rest.trim_start().starts_with('=') => Self::Tws,
            _ => Self::Toml,
        }
    }
}

impl fmt::Display for PuzzleFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PuzzleFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| "it must be toml, tws or kpuzzle".to_owned())
    }
}

impl Puzzle {
    /// Reads a puzzle in any of the forms, as [`PuzzleFormat::guess`] takes it.
    /// `name` is what errors call the file.
    ///
    /// # Errors
    /// [`FileError`] with line, column and reason.
    pub fn from_file(name: &str, text: &str) -> Result<Self, FileError> {
        if PuzzleFormat::guess(name, text) == PuzzleFormat::Toml {
            return Self::from_toml(name, text);
        }
        let source = Source { name, text };
        Self::imported(source).map_err(|mistakes| first(source, mistakes))
    }

    /// Reads a definition of another program; or tells every mistake, in the order of the
    /// file.
    pub(super) fn imported(source: Source<'_>) -> Result<Self, Vec<FileError>> {
        let format = PuzzleFormat::guess(source.name, source.text);
        let Read {
            orbits,
            mut mistakes,
        } = match format {
            PuzzleFormat::KPuzzle => kpuzzle::read(source),
            PuzzleFormat::Toml | PuzzleFormat::Tws => tws::read(source),
        };
        let is_whole = mistakes.is_empty();
        match orbits.map(|orbits| (facelets::puzzle(source, &orbits, is_whole), orbits)) {
            Some((Ok(puzzle), orbits)) if is_whole => {
                return Ok(Self {
                    orbits: Some(Arc::new(orbits)),
                    ..puzzle
                });
            }
            Some((Err(more), _)) => more.into_iter().for_each(|it| mistakes.add(it)),
            _ => (),
        }
        Err(mistakes.sorted())
    }
}

/// A definition as far as it could be read.
struct Read<'a> {
    /// `None` where the orbits or the solved state are not known; without the moves with
    /// which something is wrong.
    orbits: Option<Orbits>,
    mistakes: Mistakes<'a>,
}
