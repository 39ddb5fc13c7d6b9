//! Decides which states a puzzle can have: one rule for starts, goals and all imported data.
//!
//! *Idea.* A state is possible if turns lead to it from the solved one: all turns of the puzzle, regardless of those that a
//! question allows. The error for an impossible state is as specific as possible: a nonexistent piece, a twist, a swap; if
//! all these are right, the group of the turns decides. Of a pattern, some state must be possible. "Undecided" is a
//! separate answer, from which nothing follows.

use super::assembly::Puzzle;
use super::cached_facts::Possibility;
use super::invariants::invariant_error;
use super::{Pattern, State, TurnId};
use crate::error::{Error, Undecided};

/// Whether the puzzle can have start and goal of a problem, without which an answer means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// The puzzle can have both.
    Holds,
    /// It is undecided whether it can.
    Undecided(Undecided),
}

impl Possibility {
    /// The premise for an answer.
    ///
    /// # Errors
    /// [`Error`] if the state is impossible.
    pub(crate) fn premise(self) -> Result<Premise, Error> {
        match self {
            Self::Possible => Ok(Premise::Holds),
            Self::Impossible(error) => Err(error),
            Self::Undecided(undecided) => Ok(Premise::Undecided(undecided)),
        }
    }
}

impl Puzzle {
    /// Whether the puzzle can have a state, or some state of a pattern. `symbols` are the characters of the colors, for
    /// error messages.
    pub fn possibility(&self, pattern: &Pattern, symbols: &[char]) -> Possibility {
        if pattern.admits(self.solved()) {
            return Possibility::Possible;
        }
        match pattern.check(self, symbols) {
            Err(error) => Possibility::Impossible(error),
            Ok(()) => self.possibility_of_checked(pattern),
        }
    }

    /// The possibility of a pattern whose pieces were checked before.
    pub(crate) fn possibility_of_checked(&self, pattern: &Pattern) -> Possibility {
        if pattern.admits(self.solved()) {
            return Possibility::Possible;
        }
        self.known_states.get(pattern).unwrap_or_else(|| {
            let possibility = self.possibility_by_search(pattern);
            self.known_states.insert(pattern, &possibility);
            possibility
        })
    }

    /// Rejects states that the puzzle cannot have.
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot have any state of the pattern.
    pub fn check_possible(&self, pattern: &Pattern, symbols: &[char]) -> Result<Premise, Error> {
        self.possibility(pattern, symbols).premise()
    }

    /// The state that turns reach from the solved one. It is recorded as possible, so the group is not needed to decide
    /// that.
    pub fn reached_by(&self, turns: &[TurnId]) -> State {
        let state = self.apply(self.solved(), turns);
        self.record_possible(&(&state).into());
        state
    }

    /// Whether it is known, or obvious, that the puzzle can have some state of a pattern.
    pub(super) fn is_known_possible(&self, pattern: &Pattern) -> bool {
        pattern.admits(self.solved())
            || self.known_states.get(pattern) == Some(Possibility::Possible)
    }

    /// Records that a state is possible, because turns led from it to a possible one, if that was undecided before.
    pub(crate) fn resolve_as_possible(&self, state: &State) {
        let pattern = state.into();
        if let Some(Possibility::Undecided(_)) = self.known_states.get(&pattern) {
            self.record_possible(&pattern);
        }
    }

    /// Records that some state of a pattern is possible.
    pub(crate) fn record_possible(&self, pattern: &Pattern) {
        self.known_states.insert(pattern, &Possibility::Possible);
    }

    /// Whether turns lead from the solved state to one of a pattern whose pieces exist.
    fn possibility_by_search(&self, pattern: &Pattern) -> Possibility {
        let all = self.all_turns();
        let solved = self.solved().into();
        if let Some(error) = invariant_error(self, &all, pattern, &solved) {
            return Possibility::Impossible(error);
        }
        match self.turns_lead(&all, self.solved(), pattern) {
            Ok(true) => Possibility::Possible,
            Ok(false) => Possibility::Impossible(Error::impossible(
                "every piece is there, but no turns lead from the solved state to this state",
            )),
            Err(undecided) => Possibility::Undecided(undecided),
        }
    }
}
