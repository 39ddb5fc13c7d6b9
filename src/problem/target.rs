//! The target of a question.

use crate::puzzle::{Pattern, Sticker};

/// The target of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Solved up to whole-puzzle rotation; the held piece stays where it is.
    Any,
    /// Solved in the fixed orientation of the puzzle file, with all turns.
    Solved,
    /// Exactly this state, one character per facelet, with all turns.
    State(Vec<char>),
    /// Any state of this pattern, with all turns.
    Pattern(Vec<Sticker>),
    /// Any state of this pattern, which is in the colors of the puzzle regardless of the symbols of the start, with all
    /// turns.
    Own(Pattern),
}

impl Target {
    /// The target for these stickers: a state if all are known, otherwise a pattern.
    pub fn of(stickers: Vec<Sticker>) -> Self {
        let symbols = stickers.iter().map(Sticker::symbol).collect();
        match symbols {
            Some(symbols) => Target::State(symbols),
            None => Target::Pattern(stickers),
        }
    }
}
