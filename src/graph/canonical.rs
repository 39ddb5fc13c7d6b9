//! Which turn may follow which in a canonical sequence, computed directly from the permutations.

use crate::puzzle::{Puzzle, TurnId};

/// Decides which turn may follow which in a canonical sequence: never two turns of one face in a row, commuting turns
/// only in the order of the puzzle file.
///
/// Turns are given by their index in the list for which the rule was built.
pub(super) struct Canonical {
    turns: usize,
    allowed: Vec<bool>,
}

impl Canonical {
    pub(super) fn new(puzzle: &Puzzle, turns: &[TurnId]) -> Self {
        let pairs = turns
            .iter()
            .flat_map(|&a| turns.iter().map(move |&b| (a, b)));
        Self {
            turns: turns.len(),
            allowed: pairs.map(|(a, b)| may_follow(puzzle, a, b)).collect(),
        }
    }

    /// Whether `next` may follow `previous`.
    pub(super) fn allows(&self, previous: usize, next: usize) -> bool {
        self.allowed[previous * self.turns + next]
    }
}

fn may_follow(puzzle: &Puzzle, previous: TurnId, next: TurnId) -> bool {
    let (first, second) = (&puzzle.turns()[previous], &puzzle.turns()[next]);
    let (a, b) = (&first.permutation, &second.permutation);
    let commute = (0..a.size()).all(|f| a.source(b.source(f)) == b.source(a.source(f)));
    first.face != second.face && !(commute && first.face > second.face)
}
