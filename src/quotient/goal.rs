//! The goals that define quotients.

use crate::puzzle::{Sticker, TurnId};

/// The goal that defines a quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The states that these turns reach from the solved one; without turns, only the solved one.
    Group(Vec<TurnId>),
    /// The states with certain colors after the stickers are recolored.
    Recoloring {
        /// The new color of each sticker, by its home facelet.
        recoloring: Vec<char>,
        /// The alternative colors of the facelets; by default those of the recolored solved puzzle.
        patterns: Vec<Vec<Sticker>>,
    },
}
