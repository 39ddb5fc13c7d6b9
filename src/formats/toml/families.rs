//! The families of puzzles, each written out by a file of its own.

use std::ops::{Range, RangeInclusive};

use super::definition::{Definition, Family};
use super::{digits, family};

impl Family {
    /// The sizes that its puzzles have.
    pub(super) fn sizes(self) -> RangeInclusive<usize> {
        match self {
            Family::Cube => family::SIZES,
            Family::Digits => digits::SIZES,
        }
    }

    /// What people call one of its puzzles.
    pub(super) fn word(self) -> &'static str {
        match self {
            Family::Cube => "cube",
            Family::Digits => "cube of digits",
        }
    }

    /// Writes out what it stands for.
    pub(super) fn expand(self, definition: &mut Definition, size: usize, at: &Range<usize>) {
        match self {
            Family::Cube => family::cube(definition, size, at),
            Family::Digits => digits::digits(definition, size, at),
        }
    }
}
