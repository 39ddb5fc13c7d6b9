//! One state of each class: of those that symmetries of the puzzle make of each other.
//!
//! *Idea.* A state is made by the turns of a shortest path. What a symmetry makes of these turns makes a state of the same
//! class, and so does their inverse. So whoever goes through the states in order takes one that no earlier one
//! has led to, and marks all that it leads to.

use std::collections::HashSet;

use super::rotation::RotationTable;
use super::table::DistanceTable;
use crate::problem::{Classes, Free, Sameness};
use crate::puzzle::{Puzzle, State};

impl DistanceTable {
    /// Of the states at a distance from the solved one, the first of each class, by their indices. The same are states that rotations,
    /// mirrors and the inverse make of each other; the turns of the table must be all that leave the held piece.
    #[must_use]
    pub fn classes_at(&self, puzzle: &Puzzle, distance: usize) -> Vec<State> {
        let samenesses = [Sameness::Rotation, Sameness::Mirror, Sameness::Inverse];
        let classes = Classes::new(puzzle, &samenesses, &Free::default());
        let rotations = RotationTable::new(puzzle);
        let mut seen: HashSet<usize> = HashSet::new();
        let mut first = Vec::new();
        for index in self.indices_at(distance) {
            if seen.contains(&index) {
                continue;
            }
            let Some(state) = self.state(index) else {
                continue;
            };
            let Some(turns) = self.shortest(&state).next() else {
                continue;
            };
            for image in classes.images(&puzzle.undoing(&turns)) {
                let made = rotations.held_as(&puzzle.made_by(&image), puzzle.solved());
                seen.extend(made.iter().filter_map(|state| self.index(state)));
            }
            first.push(state);
        }
        first
    }
}
