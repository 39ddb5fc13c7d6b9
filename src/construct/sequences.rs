//! Composition and inversion of sequences of turns.

use crate::puzzle::{Puzzle, TurnId};

/// Sequences of the allowed turns of a puzzle.
pub(super) struct Sequences<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// In ascending order.
    pub(super) allowed: Vec<TurnId>,
}

impl<'a> Sequences<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, allowed: &[TurnId]) -> Self {
        let mut allowed = allowed.to_vec();
        allowed.sort_unstable();
        Self { puzzle, allowed }
    }

    /// The concatenation of two sequences. Adjacent turns of one face are merged if the result is allowed.
    pub(super) fn concatenate(&self, first: &[TurnId], second: &[TurnId]) -> Vec<TurnId> {
        let face = |turn: TurnId| self.puzzle.turns()[turn].face;
        let mut turns = first.to_vec();
        let mut rest = second;
        while let (Some(last), Some((&next, after))) = (turns.last_mut(), rest.split_first()) {
            if face(*last) != face(next) {
                break;
            }
            match self.puzzle.product(*last, next) {
                None => drop(turns.pop()),
                Some(merged) if self.allowed.binary_search(&merged).is_ok() => {
                    *last = merged;
                    rest = after;
                    break;
                }
                Some(_) => break,
            }
            rest = after;
        }
        turns.extend(rest);
        turns
    }
}
