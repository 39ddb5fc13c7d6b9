//! The built-in puzzles: all files of `encodings/puzzles`, and the members of the families in `encodings/families`.

use std::sync::Arc;

use serde::Deserialize;

use crate::built_in::{BuiltIn, find};
use crate::error::Error;
use crate::names::UnknownName;
use crate::puzzle::Puzzle;
use crate::source::FileError;

/// The built-in puzzle files, in alphabetical order, from `build.rs`.
const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// The entry of a built-in puzzle in a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PuzzleEntry {
    /// The short name.
    #[serde(skip)]
    pub name: &'static str,
    /// Alternative names.
    #[serde(default)]
    pub also: Vec<String>,
    /// The name in words.
    pub title: String,
    /// Its family, for example `cube`.
    pub family: Option<String>,
}

impl PuzzleEntry {
    fn read(file: &BuiltIn) -> Result<Self, FileError> {
        let entry: Self = file.source().read()?;
        let name = file.name;
        Ok(Self { name, ..entry })
    }
}

impl Puzzle {
    /// The built-in puzzle with a name, or with an alternative name: `rubik`, `Rubik`, `3x3x3`.
    ///
    /// # Errors
    /// [`Error`] for an unknown name. The message suggests a similar name.
    pub fn built_in(name: &str) -> Result<Arc<Self>, Error> {
        let file = find("puzzle", name, FILES, aliases)?.source();
        Ok(Arc::new(Self::from_toml(file.name, file.text)?))
    }

    /// The built-in puzzle with exactly this name. For names in data files; users may type a name in other spellings.
    pub(crate) fn built_in_exactly(name: &str) -> Option<Arc<Self>> {
        let file = FILES.iter().find(|file| file.name == name)?;
        Self::built_in(file.name).ok()
    }

    /// The built-in puzzle with this puzzle's name and enabled groups, if the two are
    /// [equivalent](Self::is_equivalent_to).
    pub fn as_built_in(&self) -> Option<Arc<Self>> {
        let file = FILES.iter().find(|file| file.name == self.name())?;
        // The usual case, which needs no second reading of the file.
        if file.text == self.definition() {
            return Some(Arc::new(self.clone()));
        }
        let known = Self::built_in(file.name).ok()?;
        let known = known.with_groups(&self.enabled_groups()).ok()?;
        known.is_equivalent_to(self).then(|| Arc::new(known))
    }

    /// The names of the built-in puzzles, in alphabetical order.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|file| file.name)
    }

    /// The main name of the built-in puzzle with this name or alternative name.
    ///
    /// # Errors
    /// [`UnknownName`] if no puzzle has this name.
    pub fn built_in_name(name: &str) -> Result<&'static str, UnknownName> {
        find("puzzle", name, FILES, aliases).map(|file| file.name)
    }

    /// The entries of the built-in puzzles, in alphabetical order.
    ///
    /// # Errors
    /// `FileError` if a file is invalid, which tests rule out.
    pub fn built_in_entries() -> Result<Vec<PuzzleEntry>, FileError> {
        FILES.iter().map(PuzzleEntry::read).collect()
    }
}

/// The alternative names of a puzzle.
fn aliases(file: &BuiltIn) -> Vec<String> {
    PuzzleEntry::read(file).map_or_else(|_| Vec::new(), |entry| entry.also)
}
