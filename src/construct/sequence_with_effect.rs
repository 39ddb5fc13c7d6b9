//! A sequence of turns with its permutation.

use crate::group::{Sources, compose, inverse, sources};
use crate::puzzle::{Puzzle, TurnId};

/// A sequence of turns and its effect on facelets: the sticker at `f` moves to `to[f]`, and the sticker from `from[f]`
/// arrives at `f`.
#[derive(Clone)]
pub(super) struct SequenceWithEffect {
    pub(super) turns: Vec<TurnId>,
    pub(super) to: Sources,
    pub(super) from: Sources,
}

impl SequenceWithEffect {
    /// No turns, on a puzzle with this number of facelets.
    pub(super) fn empty(size: usize) -> Self {
        let identity: Sources = (0..size as u32).collect();
        Self {
            turns: Vec::new(),
            to: identity.clone(),
            from: identity,
        }
    }

    pub(super) fn new(puzzle: &Puzzle, turns: &[TurnId]) -> Self {
        let from = sources(&puzzle.effect_of(turns));
        Self {
            turns: turns.to_vec(),
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

    pub(super) fn inverse(&self, puzzle: &Puzzle) -> Self {
        Self {
            turns: puzzle.inverse_sequence(&self.turns),
            to: self.from.clone(),
            from: self.to.clone(),
        }
    }
}
