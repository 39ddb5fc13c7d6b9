//! States up to rotations of the whole puzzle.
//!
//! The puzzle defines its rotations ([`Puzzle::rotations`]); solutions up to rotation use the same ones.

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{Puzzle, State};

/// All rotations of a puzzle with a held piece, the identity first. A puzzle without one has a fixed orientation, so
/// only the identity.
pub struct RotationTable {
    all: Vec<Permutation>,
    held: Vec<usize>,
}

impl RotationTable {
    /// The rotations of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let all = puzzle.rotations().iter();
        Self {
            all: all.map(|rotation| rotation.facelets.clone()).collect(),
            held: puzzle.held().to_vec(),
        }
    }

    /// The rotations, as permutations of facelets.
    pub fn all(&self) -> &[Permutation] {
        &self.all
    }

    /// A state rotated so that the held piece looks as in another state; all such orientations, if several pieces look
    /// like the held one.
    pub fn held_as(&self, state: &State, other: &State) -> Vec<State> {
        let alike = |rotation: &&Permutation| {
            let shows = |&f: &usize| state.color(rotation.source(f)) == other.color(f);
            self.held.iter().all(shows)
        };
        let rotations = self.all.iter().filter(alike);
        rotations
            .map(|rotation| state.after(rotation))
            .unique()
            .collect()
    }
}
