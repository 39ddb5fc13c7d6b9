//! What a puzzle is seen through.

use crate::puzzle::{Sticker, TurnId};

/// Where a goal is, through which a puzzle is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// In a state that these turns lead to from the solved one; without any, the solved one
    /// itself.
    Group(Vec<TurnId>),
    /// In a state that looks so when the stickers have other colours.
    Recoloring {
        /// The colour of each sticker, by the facelet where it is at home.
        recoloring: Vec<char>,
        /// What the facelets are to show, one or the other; none is the recoloring on the solved
        /// puzzle.
        patterns: Vec<Vec<Sticker>>,
    },
}
