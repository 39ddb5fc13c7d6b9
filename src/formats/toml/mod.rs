//! The puzzle file: its format, and all checks before it becomes a [`Puzzle`]. `encodings/README.md` describes the keys.
//!
//! A file is read in one pass that collects mistakes. Reading a puzzle reports the first one, [`Puzzle::mistakes`] reports
//! all.

mod cube;
mod definition;
mod digits;
mod families;
mod reader;
mod rotations;
mod tips;
mod turns;

use itertools::Itertools;

use super::PuzzleFormat;
use crate::puzzle::{Puzzle, TurnGroup};
use crate::source::{FileError, Source};
use definition::Definition;
use reader::Reader;
use turns::unknown_group;

impl Puzzle {
    /// Reads a puzzle file. Errors call the file `name`.
    ///
    /// # Errors
    /// `FileError` with line, column and reason: the first mistake.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        let definition = source.read()?;
        Reader::new(source).puzzle(definition).map_err(|mistakes| {
            let first = mistakes.into_iter().next();
            first.unwrap_or_else(|| source.error(0..0, "this does not define a puzzle"))
        })
    }

    /// Every mistake in a puzzle file, in the order of the file, at most a hundred; empty for a valid puzzle. A wrong key or
    /// an error in the syntax hides all others. Of a definition of another program, only the first mistake is found.
    pub fn mistakes(name: &str, text: &str) -> Vec<FileError> {
        let source = Source { name, text };
        if PuzzleFormat::guess(name, text) != PuzzleFormat::Toml {
            return Self::from_file(name, text).err().into_iter().collect();
        }
        let puzzle = match source.read() {
            Ok(definition) => Reader::new(source).puzzle(definition),
            Err(mistake) => Err(vec![mistake]),
        };
        let mistakes = puzzle.err().unwrap_or_default().into_iter();
        let in_file_order = mistakes.sorted_by_key(|mistake| mistake.place);
        in_file_order.dedup().collect()
    }

    /// The enabled groups of turns.
    pub fn enabled_groups(&self) -> Vec<&str> {
        let enabled = self.groups().iter().filter(|group| group.enabled);
        enabled.map(|group| group.name.as_str()).collect()
    }

    /// The puzzle with all groups of turns enabled, and with the rotations implied by a held piece; the puzzle itself if
    /// that adds nothing, or is impossible.
    pub fn with_all_groups(&self) -> &Self {
        let make = || {
            let rotations = rotations::implied_entries(self);
            let names: Vec<&str> = self.groups().iter().map(|group| &*group.name).collect();
            let is_whole = rotations.is_empty() && self.groups().iter().all(|group| group.enabled);
            (!is_whole).then(|| self.extended(&names, &rotations).ok())?
        };
        self.all_groups_or_make(make).unwrap_or(self)
    }

    /// The puzzle with more groups of turns, as if its file had them in `with`.
    ///
    /// # Errors
    /// `FileError` if the puzzle has no such group.
    pub fn with_groups(&self, groups: &[&str]) -> Result<Self, FileError> {
        let known = || self.groups().iter().map(|group| group.name.as_str());
        if let Some(unknown) = groups.iter().find(|name| !known().any(|it| it == **name)) {
            let reason = unknown_group(unknown, known());
            return Err(FileError::without_place(self.name(), reason));
        }
        let enabled = self.enabled_groups();
        if groups.iter().all(|name| enabled.contains(name)) {
            return Ok(self.clone());
        }
        self.extended(groups, "")
    }

    /// The puzzle with more groups of turns, and with more entries in its file: rotations.
    fn extended(&self, groups: &[&str], entries: &str) -> Result<Self, FileError> {
        let is_wanted = |group: &&TurnGroup| group.enabled || groups.contains(&&*group.name);
        let wanted = self.groups().iter().filter(is_wanted);
        let rotation = Some("rotation").filter(|_| !entries.is_empty());
        let wanted = wanted.map(|group| &*group.name).chain(rotation);
        let mut wanted = wanted.map(|name| format!("\"{name}\""));
        let list = format!("[{}]", wanted.join(", "));
        let (name, text) = (self.name(), self.definition());
        let definition: Definition = Source { name, text }.read()?;
        let text = match definition.with {
            Some(with) => [&text[..with.span().start], &list, &text[with.span().end..]].concat(),
            None => format!("with = {list}\n{text}"),
        };
        let text = match entries {
            "" => text,
            _ => format!("{text}\n{entries}"),
        };
        let mut puzzle = Self::from_toml(name, &text)?;
        puzzle.parts.orbits.clone_from(&self.parts.orbits);
        Ok(puzzle)
    }
}
