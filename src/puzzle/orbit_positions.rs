//! Places of a puzzle read from orbits, in the terms of its file: a set and a position in the set, not facelets.
//!
//! *Idea.* A facelet of such a puzzle is named by its set, its position and the orientation of the letter on it:
//! `CORNER-3.1`. Positions that always move together are one place, so a place may have positions of several sets.

use itertools::Itertools;

use super::assembly::Puzzle;
use crate::text::join_names;

impl Puzzle {
    /// The positions that a place consists of, such as `position 3 of set CORNER`; `None` for a puzzle that was not read
    /// from orbits.
    pub(super) fn positions(&self, place: usize) -> Option<String> {
        let positions = self.sets_and_positions(place)?.unique();
        let names = positions.map(|(set, position)| format!("position {position} of set {set}"));
        Some(join_names(names, " and "))
    }

    /// The sets of a place: `set CORNER`; `None` for a puzzle that was not read from orbits.
    pub(super) fn sets_of(&self, place: usize) -> Option<String> {
        let sets = self.sets_and_positions(place)?.map(|(set, _)| set);
        let names = sets.unique().map(|set| format!("set {set}"));
        Some(join_names(names, " and "))
    }

    fn sets_and_positions(&self, place: usize) -> Option<impl Iterator<Item = (&str, &str)>> {
        self.parts.orbits.as_ref()?;
        let facelets = self.pieces().all()[place].facelets.iter();
        Some(facelets.map(|&facelet| {
            let name = self.facelets()[facelet].as_str();
            let (set, position) = name.rsplit_once('-').unwrap_or((name, ""));
            (set, position.split('.').next().unwrap_or(position))
        }))
    }
}
