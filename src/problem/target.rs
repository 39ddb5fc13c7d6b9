//! The target of a question.

use crate::puzzle::{Pattern, Sticker};

/// The target of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Solved up to whole-puzzle rotation; the held piece stays where it is.
    Any,
    /// Solved in the fixed orientation of the puzzle file, with all turns.
    Solved,
    /// Any state that these stickers, one per facelet, admit, with all turns.
    Pattern(Vec<Sticker>),
    /// Any state of this pattern, which is in the colors of the puzzle regardless of the symbols of the start, with all
    /// turns.
    Own(Pattern),
}

impl Target {
    /// Exactly this state, one character per facelet.
    pub fn state(symbols: &[char]) -> Self {
        Self::Pattern(Sticker::all_known(symbols))
    }
}
