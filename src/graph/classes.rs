//! One representative of each class of symmetric states.
//!
//! *Idea.* A state is given by the turns of a shortest path. The images of these turns under symmetries, and their
//! inverses, lead to the states of the same class. The states are visited in order: each state that is not marked yet
//! becomes a representative, and all states of its class are marked.

use std::collections::HashSet;

use super::rotation::held_as;
use super::table::DistanceTable;
use crate::problem::{Classes, Equivalence, FreeTurns};
use crate::puzzle::{Puzzle, State};

impl DistanceTable {
    /// The first state, in the order of indices, of each class of states at a given distance from the solved state. A
    /// class consists of the states that rotations, mirrors and inversion map to each other. The table must have all
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
            let state = self.state(index);
            let shortest = state.and_then(|it| Some((self.shortest(&it).next()?, it)));
            let Some((turns, state)) = shortest else {
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
