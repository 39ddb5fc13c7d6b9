//! Sets of turns as users write them: `R`, `R1`, `R2`, `half`.

use super::Failure;
use crate::puzzle::{Notation, Puzzle, TurnId};

/// Reads sets of turns of a puzzle.
pub(super) struct TurnSets<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) notation: Notation,
}

impl TurnSets<'_> {
    /// The turns that a word means, in increasing order; never none. A face stands for all
    /// its turns, also where the puzzle has its half turn only.
    pub(super) fn read(&self, option: &str, word: &str) -> Result<Vec<TurnId>, Failure> {
        let set = self.notation.read_set(self.puzzle, word);
        set.map_err(|error| Failure::Error(format!("{option}: {error}")))
    }
}
