//! States up to rotations of the whole puzzle.

use itertools::Itertools;

use crate::puzzle::{Puzzle, Rotation, State};

/// A state in all orientations in which the held piece looks as in another state: usually one, but several if other
/// pieces look like the held piece. A puzzle without a held piece has a fixed orientation.
pub fn held_as(puzzle: &Puzzle, state: &State, other: &State) -> Vec<State> {
    let looks_alike = |rotation: &&Rotation| {
        let mut held = puzzle.held().iter();
        held.all(|&f| state.color(rotation.facelets.source(f)) == other.color(f))
    };
    let rotations = puzzle.rotations().iter().filter(looks_alike);
    rotations
        .map(|rotation| state.after(&rotation.facelets))
        .unique()
        .collect()
}
