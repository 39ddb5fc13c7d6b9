//! The puzzle file: its format, and all checks before the file becomes a [`Puzzle`]. `encodings/README.md` describes the
//! keys.
//!
//! One pass collects the mistakes of a file. [`Puzzle::from_toml`] reports the first mistake, [`Puzzle::mistakes`] all.

mod cube;
mod definition;
mod digits;
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
    /// Reads the text of a puzzle file. `name` is its name in errors.
    ///
    /// # Errors
    /// `FileError` with line, column and reason: the first mistake.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        Reader::puzzle(source).map_err(|mistakes| {
            let first = mistakes.into_iter().next();
            first.unwrap_or_else(|| source.error(0..0, "this does not define a puzzle"))
        })
    }

    /// The mistakes in a puzzle file, in the order of the file, at most a hundred; empty for a valid puzzle. A wrong key or
    /// a syntax error hides all other mistakes. Of another program's definition, only the first mistake is reported.
    pub fn mistakes(name: &str, text: &str) -> Vec<FileError> {
        let source = Source { name, text };
        if PuzzleFormat::guess(name, text) != PuzzleFormat::Toml {
            return Self::from_file(name, text).err().into_iter().collect();
        }
        let mistakes = Reader::puzzle(source).err().unwrap_or_default();
        let in_file_order = mistakes.into_iter().sorted_by_key(|mistake| mistake.place);
        in_file_order.dedup().collect()
    }

    /// The enabled groups of turns.
    pub fn enabled_groups(&self) -> Vec<&str> {
        let enabled = self.groups().iter().filter(|group| group.enabled);
        enabled.map(|group| group.name.as_str()).collect()
    }

    /// The puzzle with all groups of turns enabled, and with the rotations that follow from its held piece; the puzzle
    /// itself if that adds no turns or is impossible.
    pub fn with_all_groups(&self) -> &Self {
        let make = || {
            let rotations = rotations::implied_entries(self);
            let names: Vec<&str> = self.groups().iter().map(|group| &*group.name).collect();
            let has_all = rotations.is_empty() && self.groups().iter().all(|group| group.enabled);
            (!has_all).then(|| self.extended(&names, &rotations).ok())?
        };
        self.all_groups_or_make(make).unwrap_or(self)
    }

    /// The puzzle with more groups of turns enabled, as if `with` in its file named them.
    ///
    /// # Errors
    /// `FileError` if the puzzle has no such group.
    pub fn with_groups(&self, groups: &[&str]) -> Result<Self, FileError> {
        let known = self.groups().iter().map(|group| group.name.as_str());
        if let Some(unknown) = groups.iter().find(|name| !known.clone().contains(*name)) {
            let reason = unknown_group(unknown, known);
            return Err(FileError::without_place(self.name(), reason));
        }
        let enabled = self.enabled_groups();
        if groups.iter().all(|name| enabled.contains(name)) {
            return Ok(self.clone());
        }
        self.extended(groups, "")
    }

    /// The puzzle with more groups of turns enabled, and with entries for rotations added to its file.
    fn extended(&self, groups: &[&str], rotations: &str) -> Result<Self, FileError> {
        let is_wanted = |group: &&TurnGroup| group.enabled || groups.contains(&&*group.name);
        let wanted = self.groups().iter().filter(is_wanted);
        let wanted = wanted.map(|group| &*group.name);
        let rotation = Some("rotation").filter(|_| !rotations.is_empty());
        let list = format!("[{:?}]", wanted.chain(rotation).format(", "));
        let (name, text) = (self.name(), self.definition());
        let definition: Definition = Source { name, text }.read()?;
        let mut text = match definition.with {
            Some(with) => [&text[..with.span().start], &list, &text[with.span().end..]].concat(),
            None => format!("with = {list}\n{text}"),
        };
        if !rotations.is_empty() {
            text += &format!("\n{rotations}");
        }
        let mut puzzle = Self::from_toml(name, &text)?;
        puzzle.parts.orbits.clone_from(&self.parts.orbits);
        Ok(puzzle)
    }
}
