//! The puzzle file: its format, and every check before it becomes a
//! [`Puzzle`]. `encodings/README.md` describes the keys.
//!
//! A file is read in one go; what is wrong is collected. Whoever wants a puzzle
//! is told the first mistake, [`Puzzle::mistakes`] tells all.

mod definition;
mod digits;
mod families;
mod family;
mod form;
mod groups;
mod maximum;
mod read;
mod reader;
mod rotations;
mod tips;
mod turns;

use super::PuzzleFormat;
use crate::puzzle::Puzzle;
use crate::source::{FileError, Mistakes, Source};
use definition::Definition;
use groups::unknown_group;
use read::Read;
use reader::Reader;

impl Puzzle {
    /// Reads a puzzle file. `name` is what errors call the file.
    ///
    /// # Errors
    /// [`FileError`] with line, column and reason: the first mistake.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        let definition: Definition = source.read()?;
        Self::of_definition(source, definition)
            .map_err(|mistakes| source.first_of(mistakes.in_order()))
    }

    fn of_definition(source: Source<'_>, definition: Definition) -> Result<Self, Mistakes<'_>> {
        Reader::new(source, Read::ALL).puzzle(definition)
    }

    /// Every mistake in a puzzle file, in the order of the file; none if it is a
    /// puzzle; a hundred at most. A mistake in the syntax of TOML or JSON hides all others.
    #[must_use]
    pub fn mistakes(name: &str, text: &str) -> Vec<FileError> {
        let source = Source { name, text };
        if PuzzleFormat::guess(name, text) != PuzzleFormat::Toml {
            return Self::imported(source).err().unwrap_or_default();
        }
        let (definition, mut mistakes) = form::read(source);
        if let Some(form) = definition {
            let reader = Reader::new(source, form.read);
            if let Err(more) = reader.puzzle(form.definition) {
                mistakes.extend(more);
            }
        }
        mistakes.sorted()
    }

    /// Reads a puzzle file that this program made, and tells every mistake as it was found.
    pub(super) fn from_written(source: Source<'_>) -> Result<Self, Vec<FileError>> {
        let definition = source.read().map_err(|mistake| vec![mistake])?;
        Self::of_definition(source, definition).map_err(Mistakes::in_order)
    }

    /// The groups of turns that are there.
    #[must_use]
    pub fn enabled_groups(&self) -> Vec<&str> {
        let enabled = self.groups().iter().filter(|group| group.enabled);
        enabled.map(|group| group.name.as_str()).collect()
    }

    /// The puzzle with all groups of turns enabled, and with the rotations that follow from a held piece; itself, if that is
    /// no more, or cannot be made.
    #[must_use]
    pub fn with_all_groups(&self) -> &Self {
        let make = || {
            let rotations = rotations::implied(self);
            let names: Vec<&str> = self.groups().iter().map(|group| &*group.name).collect();
            let is_whole = rotations.is_empty() && self.groups().iter().all(|group| group.enabled);
            (!is_whole).then(|| self.with_more(&names, &rotations).ok())?
        };
        self.whole_or_make(make).unwrap_or(self)
    }

    /// The puzzle with more groups of turns: as if its file had them in `with`.
    ///
    /// # Errors
    /// [`FileError`] if the puzzle has no such group.
    pub fn with_groups(&self, groups: &[&str]) -> Result<Self, FileError> {
        let known = || self.groups().iter().map(|group| group.name.as_str());
        if let Some(unknown) = groups.iter().find(|name| !known().any(|it| it == **name)) {
            return Err(FileError {
                file: self.name().to_owned(),
                place: None,
                reason: unknown_group(unknown, known()),
            });
        }
        let is_there = self.enabled_groups();
        if groups.iter().all(|name| is_there.contains(name)) {
            return Ok(self.clone());
        }
        self.with_more(groups, "")
    }

    /// The puzzle with more groups of turns, and with more entries in its file: rotations.
    fn with_more(&self, groups: &[&str], entries: &str) -> Result<Self, FileError> {
        let wanted = self.groups().iter().filter(|group| {
            let name = group.name.as_str();
            group.enabled || groups.contains(&name)
        });
        let rotation = Some("rotation").filter(|_| !entries.is_empty());
        let wanted = wanted.map(|group| &*group.name).chain(rotation);
        let wanted: Vec<String> = wanted.map(|name| format!("\"{name}\"")).collect();
        let list = format!("[{}]", wanted.join(", "));
        let (name, text) = (self.name(), self.definition());
        let definition: Definition = Source { name, text }.read()?;
        let text = match definition.with {
            Some(with) => [&text[..with.span().start], &list, &text[with.span().end..]].concat(),
            None => format!("with = {list}\n{text}"),
        };
        let text = match entries {
            "" => text,
            entries => format!("{text}\n{entries}"),
        };
        Ok(Self::from_toml(name, &text)?.with_orbits(self.own_orbits().cloned()))
    }
}
