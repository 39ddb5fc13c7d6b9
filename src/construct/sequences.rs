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
        let mut turns = first.to_vec();
        let mut second = second.iter().copied();
        for turn in second.by_ref() {
            let face = |turn: TurnId| self.puzzle.turns()[turn].face;
            let last = turns.last().copied();
            match last.filter(|&last| face(last) == face(turn)) {
                None => {
                    turns.push(turn);
                    break;
                }
                Some(last) => match self.puzzle.product(last, turn) {
                    None => drop(turns.pop()),
                    Some(merged) if self.allowed.binary_search(&merged).is_ok() => {
                        turns.pop();
                        turns.push(merged);
                        break;
                    }
                    Some(_) => {
                        turns.push(turn);
                        break;
                    }
                },
            }
        }
        turns.extend(second);
        turns
    }
}
