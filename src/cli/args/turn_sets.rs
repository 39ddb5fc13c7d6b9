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
    /// The sets that a list means, see [`Notation::read_sets`].
    pub(crate) fn read(&self, option: &str, list: &str) -> Result<Vec<Vec<TurnId>>, Failure> {
        let sets = self.notation.read_sets(self.puzzle, list);
        sets.map_err(|error| Failure::Error(format!("{option}: {error}")))
    }

    /// The turns that a list of words means, in increasing order, each once.
    pub(crate) fn read_all(&self, option: &str, list: &str) -> Result<Vec<TurnId>, Failure> {
        let mut all = self.read(option, list)?.concat();
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
        let asked = self.read("--allow", list)?;
        for turns in &asked {
            if !turns.iter().any(|turn| among.contains(turn)) {
                return Err(refuse(turns[0]));
            }
        }
        let asked = asked.concat();
        let allowed = among.iter().copied();
        Ok(allowed.filter(|turn| asked.contains(turn)).collect())
    }
}
