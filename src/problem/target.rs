//! Where the turns of a solution are to lead.

use crate::puzzle::{Pattern, Sticker};

/// Where the turns are to lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Solved up to whole-puzzle rotation; the held piece stays where it is.
    Any,
    /// Solved in the fixed orientation of the puzzle file, with all turns.
    Solved,
    /// Exactly this state, one character a facelet, with all turns.
    State(Vec<char>),
    /// Any state of this pattern, with all turns.
    Pattern(Vec<Sticker>),
    /// Any state of this pattern, which is in the colors of the puzzle whatever symbols the start has, with all turns.
    Own(Pattern),
}

impl Target {
    /// What is said of each facelet.
    #[must_use]
    pub fn of(stickers: Vec<Sticker>) -> Self {
        let symbols = stickers.iter().map(Sticker::symbol).collect();
        match symbols {
            Some(symbols) => Target::State(symbols),
            None => Target::Pattern(stickers),
        }
    }
}
