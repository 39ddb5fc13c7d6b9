//! Sets of turns as users write them (`R`, `R1`, `R2`, `half`), and free turns.

use itertools::Itertools;

use super::data::Question;
use crate::error::Error;
use crate::problem::checked::Problem;
use crate::problem::free_turns::FreeTurns;
use crate::puzzle::{Puzzle, TurnId};

impl Question {
    /// The sets that a list stands for, see [`Notation::read_sets`](crate::Notation::read_sets).
    fn read_turn_sets(
        &self,
        puzzle: &Puzzle,
        key: &'static str,
        list: &str,
    ) -> Result<Vec<Vec<TurnId>>, Error> {
        let sets = self.notation.read_sets(puzzle, list);
        sets.map_err(|error| Error::for_key(key, error))
    }

    /// The turns of a list, in ascending order, without duplicates; none if the key is not given.
    pub(super) fn turn_set(
        &self,
        puzzle: &Puzzle,
        key: &'static str,
        list: Option<&str>,
    ) -> Result<Vec<TurnId>, Error> {
        let sets = self.read_turn_sets(puzzle, key, list.unwrap_or_default())?;
        Ok(sets.into_iter().flatten().sorted().dedup().collect())
    }

    /// The turns of `among` that a list under the key `allow` names. The name of a face selects all turns of the face in
    /// `among`. Each word must select at least one turn; otherwise, `refuse` gives the error for a turn that the word names.
    pub fn named_subset<E: From<Error>>(
        &self,
        puzzle: &Puzzle,
        list: &str,
        among: &[TurnId],
        refuse: impl Fn(TurnId) -> E,
    ) -> Result<Vec<TurnId>, E> {
        let sets = self.read_turn_sets(puzzle, "allow", list)?;
        let is_excluded = |set: &&Vec<TurnId>| !set.iter().any(|turn| among.contains(turn));
        if let Some(excluded) = sets.iter().find(is_excluded) {
            return Err(refuse(excluded[0]));
        }
        let named = sets.concat();
        let allowed = among.iter().copied();
        Ok(allowed.filter(|turn| named.contains(turn)).collect())
    }

    /// The free turns, whether or not they are counted.
    pub fn free_turns(&self, problem: &Problem) -> Result<FreeTurns, Error> {
        let read =
            |key, list: &Option<String>| self.turn_set(&problem.puzzle, key, list.as_deref());
        let both = read("free", &self.free)?;
        let with_both = |turns: Vec<TurnId>| both.iter().copied().merge(turns).dedup().collect();
        Ok(FreeTurns {
            before: with_both(read("before", &self.before)?),
            after: with_both(read("after", &self.after)?),
        })
    }

    /// The turns that are not counted.
    pub fn uncounted_turns(&self, problem: &Problem) -> Result<FreeTurns, Error> {
        let named = self.free_turns(problem)?;
        Ok(if self.count_free {
            FreeTurns::default()
        } else {
            named
        })
    }
}
