//! One representative of each class of symmetric states.
//!
//! *Idea.* A state is given by the turns of a shortest path. The image of these turns under a symmetry leads to a state
//! of the same class, and so does their inverse. So the states are visited in order; each one that is not marked yet
//! becomes a representative, and all its images are marked.

use std::collections::HashSet;

use super::rotation::held_as;
use super::table::DistanceTable;
use crate::problem::{Classes, Equivalence, FreeTurns};
use crate::puzzle::{Puzzle, State};

impl DistanceTable {
    /// The states at a given distance from the solved one, reduced to the first of each class in the order of indices.
    /// A class consists of the states that rotations, mirrors and inversion map to each other; the table must have all
    /// turns that leave the held piece in place.
    pub fn representatives_at(&self, puzzle: &Puzzle, distance: usize) -> Vec<State> {
        let equivalences = [
            Equivalence::Rotation,
            Equivalence::Mirror,
            Equivalence::Inverse,
        ];
        let classes = Classes::new(puzzle, &equivalences, &FreeTurns::default());
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
            for image in classes.images(&puzzle.inverse_sequence(&turns)) {
                let made = held_as(puzzle, &puzzle.reached_by(&image), puzzle.solved());
                seen.extend(made.iter().filter_map(|state| self.index(state)));
            }
            first.push(state);
        }
        first
    }
}
