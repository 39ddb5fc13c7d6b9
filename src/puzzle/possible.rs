//! Decides which states a puzzle can have: one rule for starts, goals and all imported data.
//!
//! *Idea.* A state is possible if turns lead to it from the solved state: any turns of the puzzle, including turns that a
//! question does not allow. The error for an impossible state is as specific as possible: a nonexistent piece, a twist, a
//! swap. If the state has none of these mistakes, the group of the turns decides. A pattern is possible if one of its
//! states is. "Undecided" is a separate answer, from which nothing follows.

use super::assembly::Puzzle;
use super::cached_facts::Premise;
use super::invariants::invariant_error;
use super::{Pattern, State, TurnId};
use crate::error::Error;

impl Puzzle {
    /// Rejects a pattern without possible states. `symbols` are the characters of the colors, for error messages.
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot have any state of the pattern.
    pub fn check_possible(&self, pattern: &Pattern, symbols: &[char]) -> Result<Premise, Error> {
        if pattern.admits(self.solved()) {
            return Ok(Premise::Holds);
        }
        pattern.check(self, symbols)?;
        self.check_reachable(pattern)
    }

    /// As [`Self::check_possible`], for a pattern whose pieces were checked before.
    pub(crate) fn check_reachable(&self, pattern: &Pattern) -> Result<Premise, Error> {
        if pattern.admits(self.solved()) {
            return Ok(Premise::Holds);
        }
        self.premise_cache.get(pattern).unwrap_or_else(|| {
            let known = self.search_reachable(pattern);
            self.premise_cache.insert(pattern, &known);
            known
        })
    }

    /// The state that turns reach from the solved state. The state is recorded as possible, so that no group is needed to
    /// decide that.
    pub fn reached_by(&self, turns: &[TurnId]) -> State {
        let state = self.apply(self.solved(), turns);
        self.record_possible(&(&state).into());
        state
    }

    /// Whether it is known, or obvious, that the puzzle can have some state of a pattern.
    pub(super) fn is_known_possible(&self, pattern: &Pattern) -> bool {
        pattern.admits(self.solved()) || self.premise_cache.get(pattern) == Some(Ok(Premise::Holds))
    }

    /// Records that a state is possible if that was undecided. The caller has found turns from it to a possible state.
    pub(crate) fn record_possible_if_undecided(&self, state: &State) {
        let pattern = state.into();
        if let Some(Ok(Premise::Undecided(_))) = self.premise_cache.get(&pattern) {
            self.record_possible(&pattern);
        }
    }

    pub(crate) fn record_possible(&self, pattern: &Pattern) {
        self.premise_cache.insert(pattern, &Ok(Premise::Holds));
    }

    /// Whether turns lead from the solved state to some state of a pattern whose pieces exist.
    fn search_reachable(&self, pattern: &Pattern) -> Result<Premise, Error> {
        let all = self.all_turns();
        let solved = self.solved().into();
        if let Some(error) = invariant_error(self, &all, pattern, &solved) {
            return Err(error);
        }
        match self.turns_lead(&all, self.solved(), pattern) {
            Ok(true) => Ok(Premise::Holds),
            Ok(false) => Err(Error::impossible(
                "every piece is there, but no turns lead from the solved state to this state",
            )),
            Err(undecided) => Ok(Premise::Undecided(undecided)),
        }
    }
}
