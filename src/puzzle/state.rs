//! States: the color of each facelet.

use crate::error::Error;
use crate::group::Permutation;
use crate::text::join_names;

/// The index of a color in [`Puzzle::colors`](crate::puzzle::assembly::Puzzle::colors).
pub type Color = usize;

/// A state of a puzzle: the color of each facelet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Vec<Color>);

impl State {
    /// The state in which facelet `f` has `colors[f]`.
    pub fn new(colors: Vec<Color>) -> Self {
        Self(colors)
    }

    /// The color of each facelet.
    pub fn colors(&self) -> &[Color] {
        &self.0
    }

    /// The number of colors of a solved state, which shows all of them.
    pub(super) fn color_count(&self) -> usize {
        self.0.iter().max().map_or(0, |most| most + 1)
    }

    /// The color of a facelet.
    pub fn color(&self, facelet: usize) -> Color {
        self.0[facelet]
    }

    /// The state after a turn.
    #[must_use]
    pub fn after(&self, permutation: &Permutation) -> Self {
        Self(permutation.apply(&self.0))
    }
}

/// The plural ending of an English noun after this number.
pub(super) fn plural_suffix(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

pub(crate) fn length_error(found: usize, expected: usize) -> Error {
    let s = plural_suffix(found);
    let reason = format!("the state has {found} facelet{s}; it must have {expected}");
    Error::impossible_value(reason)
}

pub(crate) fn colors_error<'a>(
    symbols: impl ExactSizeIterator<Item = &'a char>,
    expected: usize,
) -> Error {
    let (found, s) = (symbols.len(), plural_suffix(symbols.len()));
    let symbols = join_names(symbols.map(char::to_string), " ");
    let reason =
        format!("the state has {found} different color{s} ({symbols}); it must have {expected}");
    Error::impossible_value(reason)
}

/// The error for a state that no rotation brings into the orientation of the held piece.
pub(crate) fn held_piece_error() -> Error {
    Error::impossible("no rotation of the whole puzzle brings the held piece to its place")
}
