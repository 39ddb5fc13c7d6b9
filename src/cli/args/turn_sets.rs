//! Sets of turns as users write them: `R`, `R1`, `R2`, `half`.

use crate::cli::Failure;
use crate::notation::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// Reads sets of turns of a puzzle.
pub(crate) struct TurnSets<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) notation: Notation,
}

impl TurnSets<'_> {
    /// The turns that a word means, in increasing order; never none. A face stands for all
    /// its turns, also where the puzzle has its half turn only.
    pub(crate) fn read(&self, option: &str, word: &str) -> Result<Vec<TurnId>, Failure> {
        let set = self.notation.read_set(self.puzzle, word);
        set.map_err(|error| Failure::Error(format!("{option}: {error}")))
    }

    /// The turns that a list of words means, in increasing order, each once.
    pub(crate) fn read_all(&self, option: &str, list: &str) -> Result<Vec<TurnId>, Failure> {
        let mut all = Vec::new();
        for word in list.split_whitespace() {
            all.extend(self.read(option, word)?);
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// Those of some turns that `--allow` names. Of a face it is those among them; of each word
    /// some must be, or `refuse` says of one turn why it cannot be used.
    pub(crate) fn allowed(
        &self,
        list: &str,
        among: &[TurnId],
        refuse: &dyn Fn(TurnId) -> Failure,
    ) -> Result<Vec<TurnId>, Failure> {
        let mut asked = Vec::new();
        for word in list.split_whitespace() {
            let turns = self.read("--allow", word)?;
            if !turns.iter().any(|turn| among.contains(turn)) {
                return Err(refuse(turns[0]));
            }
            asked.extend(turns);
        }
        let allowed = among.iter().copied();
        Ok(allowed.filter(|turn| asked.contains(turn)).collect())
    }
}
