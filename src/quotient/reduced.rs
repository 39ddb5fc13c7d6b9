//! The parts of a quotient that depend on whether its goal is a group or given by colors.

use num_bigint::BigUint;

use super::row::Row;
use crate::group::Group;
use crate::puzzle::{Pattern, Sticker};

/// The symbols of marked and other facelets in rows of values, by color.
pub(super) const VALUE_SYMBOLS: [char; 2] = ['x', 'o'];

pub(super) struct ReducedPuzzle {
    pub(super) rows: Vec<Row>,
    /// The symbols of the colors.
    pub(super) symbols: Vec<char>,
    /// The goal in these rows.
    pub(super) goal: Pattern,
    pub(super) membership_test: MembershipTest,
    pub(super) index: Option<BigUint>,
}

/// Decides membership of a state, on the puzzle itself.
#[derive(Clone, Debug)]
pub(super) enum MembershipTest {
    Group {
        /// The group that the goal's turns generate.
        goal: Box<Group>,
        /// The group that the allowed turns generate. States outside this group cannot be reached.
        allowed: Box<Group>,
    },
    /// The color of each sticker, and the allowed colors of the facelets.
    Recoloring {
        recoloring: Vec<char>,
        patterns: Vec<Vec<Sticker>>,
        /// The facelets that no allowed turn moves.
        fixed_facelets: Vec<usize>,
    },
}

pub(super) fn matches_pattern(shown: &[char], pattern: &[Sticker]) -> bool {
    shown
        .iter()
        .zip(pattern)
        .all(|(&shown, sticker)| matches_sticker(shown, sticker))
}

pub(super) fn matches_sticker(shown: char, sticker: &Sticker) -> bool {
    match sticker {
        Sticker::Any => true,
        Sticker::OneOf(some) => some.contains(&shown),
    }
}
