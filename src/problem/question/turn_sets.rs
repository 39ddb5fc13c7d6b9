//! Sets of turns as users write them: `R`, `R1`, `R2`, `half`.

use crate::error::Error;
use crate::notation::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// Reads sets of turns of a puzzle.
pub struct TurnSets<'a> {
    /// The puzzle whose turns are meant.
    pub puzzle: &'a Puzzle,
    /// How they are written.
    pub notation: Notation,
}

impl TurnSets<'_> {
    /// The sets that a list stands for, see [`Notation::read_sets`].
    fn read(&self, key: &'static str, list: &str) -> Result<Vec<Vec<TurnId>>, Error> {
        let sets = self.notation.read_sets(self.puzzle, list);
        sets.map_err(|error| Error::for_key(key, error))
    }

    /// The turns that a list of words stands for, in ascending order, without duplicates.
    pub(crate) fn read_all(&self, key: &'static str, list: &str) -> Result<Vec<TurnId>, Error> {
        let mut all = self.read(key, list)?.concat();
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The turns among some turns that `allow` names. The name of a face selects those of its turns that are among
    /// them; each word must select at least one, otherwise `refuse` gives the error for one turn.
    pub fn named_subset<E: From<Error>>(
        &self,
        list: &str,
        among: &[TurnId],
        refuse: impl Fn(TurnId) -> E,
    ) -> Result<Vec<TurnId>, E> {
        let sets = self.read("allow", list)?;
        for turns in &sets {
            if !turns.iter().any(|turn| among.contains(turn)) {
                return Err(refuse(turns[0]));
            }
        }
        let named = sets.concat();
        let allowed = among.iter().copied();
        Ok(allowed.filter(|turn| named.contains(turn)).collect())
    }
}
