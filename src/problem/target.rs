//! The goal of a question, as the user states it.

use crate::puzzle::{Pattern, Sticker};

/// The goal of a question, as the user states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Solved up to rotation of the whole puzzle, with turns that do not move the held piece.
    Any,
    /// Solved in the fixed orientation of the puzzle file, with all turns.
    Solved,
    /// Any state that these stickers, one per facelet, admit, with all turns.
    Pattern(Vec<Sticker>),
    /// Any state of this pattern, with all turns. The pattern is in the puzzle's own colors, regardless of the symbols of
    /// the start.
    OwnColors(Pattern),
}

impl Target {
    /// Exactly this state, one character per facelet.
    pub fn state(symbols: &[char]) -> Self {
        Self::Pattern(Sticker::all_known(symbols))
    }
}
