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
        let turns = self.puzzle.turns();
        let all = |fits: &dyn Fn(TurnId) -> bool| -> Vec<TurnId> {
            (0..turns.len()).filter(|&turn| fits(turn)).collect()
        };
        let base = word.strip_suffix('1');
        let ways: [&dyn Fn(TurnId) -> bool; 4] = [
            &|turn| turns[turn].base == word,
            &|turn| turns[turn].base.strip_suffix('2') == Some(word),
            &|turn| Some(turns[turn].base.as_str()) == base && turns[turn].power == 1,
            &|turn| word == "half" && turns[turn].is_half(),
        ];
        if let Some(set) = ways.into_iter().map(all).find(|set| !set.is_empty()) {
            return Ok(set);
        }
        let alias = |name: &str| self.puzzle.turns_of_alias(name);
        if let Some(mut powers) = alias(word) {
            powers.sort_unstable();
            return Ok(powers);
        }
        if let Some(powers) = base.and_then(alias) {
            return Ok(vec![powers[0]]);
        }
        let read = self.notation.read(self.puzzle, word);
        let read = read.map_err(|error| Failure::Error(format!("{option}: {error}")))?;
        match read[..] {
            [turn] => Ok(vec![turn]),
            _ => Err(Failure::Error(format!(
                "{option}: `{word}` is not one turn; put spaces between turns"
            ))),
        }
    }
}
