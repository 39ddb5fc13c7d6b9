//! A sequence of turns with its permutation.

use super::super::sequences::Sequences;
use crate::group::{Points, compose, inverse, points};
use crate::puzzle::{Puzzle, TurnId};

/// A sequence of turns and its effect on facelets: the sticker at `f` moves to `to[f]`, and the one that arrives at `f`
/// was at `from[f]`.
#[derive(Clone)]
pub(super) struct SequenceWithEffect {
    pub(super) turns: Vec<TurnId>,
    pub(super) to: Points,
    pub(super) from: Points,
}

impl SequenceWithEffect {
    pub(super) fn of_turn(puzzle: &Puzzle, turn: TurnId) -> Self {
        let from = points(&puzzle.turns()[turn].permutation);
        Self {
            turns: vec![turn],
            to: inverse(&from),
            from,
        }
    }

    pub(super) fn followed_by(&self, next: &Self) -> Self {
        Self {
            turns: [&self.turns[..], &next.turns].concat(),
            to: compose(&next.to, &self.to),
            from: compose(&self.from, &next.from),
        }
    }

    pub(super) fn inverse(&self, sequences: &Sequences) -> Self {
        Self {
            turns: sequences.puzzle.inverse_sequence(&self.turns),
            to: self.from.clone(),
            from: self.to.clone(),
        }
    }
}
