//! The families of puzzles; each is generated in a file of its own.

use std::ops::{Range, RangeInclusive};

use super::definition::{Definition, Family};
use super::{cube, digits};

impl Family {
    /// The sizes of its puzzles.
    pub(super) fn sizes(self) -> RangeInclusive<usize> {
        match self {
            Family::Cube => cube::SIZES,
            Family::Digits => digits::SIZES,
        }
    }

    /// The common name of its puzzles.
    pub(super) fn word(self) -> &'static str {
        match self {
            Family::Cube => "cube",
            Family::Digits => "cube of digits",
        }
    }

    /// Generates the definition of a member.
    pub(super) fn expand(self, definition: &mut Definition, size: usize, at: &Range<usize>) {
        match self {
            Family::Cube => cube::cube(definition, size, at),
            Family::Digits => digits::digits(definition, size, at),
        }
    }
}
