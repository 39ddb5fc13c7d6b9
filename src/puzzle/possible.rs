//! Which states a puzzle can have: one rule for starts, goals and all that comes from elsewhere.
//!
//! *Idea.* A state is possible if turns lead to it from the solved one, all turns of the puzzle that is: what
//! is allowed in a question does not matter. What is wrong with an impossible one is told as well as can be: a
//! piece that is not there, a twist, a swap; where all that is right, the group of the turns has the last word. Of
//! a pattern, some state must be possible. What was not found out is an answer of its own, from
//! which nothing follows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::legality::check_invariants;
use super::{Pattern, Problem, ProblemError, Puzzle, Scheme, State, StateError, TurnId, Undecided};

/// Whether a puzzle can have a state, or some state of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possibility {
    /// It can.
    Possible,
    /// It cannot, and this is wrong.
    Impossible(StateError),
    /// It was not found out.
    Undecided(Undecided),
}

/// Whether start and goal of a problem are such that an answer means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// The puzzle can have both.
    Holds,
    /// It was not found out whether it can.
    Undecided(Undecided),
}

/// No more answers than this are kept.
const MOST_KNOWN: usize = 1000;

/// What was found out of patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(Arc<Mutex<HashMap<Pattern, Possibility>>>);

impl Known {
    fn of(&self, pattern: &Pattern) -> Option<Possibility> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(pattern).cloned()
    }

    fn keep(&self, pattern: &Pattern, possibility: &Possibility) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(pattern.clone(), possibility.clone());
    }
}

impl Puzzle {
    /// Whether the puzzle can have a state, or some state of a pattern. `scheme` tells errors how colours are
    /// called.
    #[must_use]
    pub fn possibility(&self, pattern: &Pattern, scheme: &Scheme) -> Possibility {
        if pattern.admits(self.solved()) {
            return Possibility::Possible;
        }
        if let Err(error) = pattern.check(self, scheme) {
            return Possibility::Impossible(error);
        }
        self.known_states.of(pattern).unwrap_or_else(|| {
            let possibility = self.is_led_to(pattern);
            self.known_states.keep(pattern, &possibility);
            possibility
        })
    }

    /// Refuses what the puzzle cannot have.
    ///
    /// # Errors
    /// [`StateError`] with what is wrong with it.
    pub fn check_possible(
        &self,
        pattern: &Pattern,
        scheme: &Scheme,
    ) -> Result<Premise, StateError> {
        match self.possibility(pattern, scheme) {
            Possibility::Possible => Ok(Premise::Holds),
            Possibility::Impossible(error) => Err(error),
            Possibility::Undecided(undecided) => Ok(Premise::Undecided(undecided)),
        }
    }

    /// Where turns lead from the solved state. From then on the puzzle knows that it can have that state, however
    /// large its group is.
    #[must_use]
    pub fn made_by(&self, turns: &[TurnId]) -> State {
        let state = self.apply(self.solved(), turns);
        self.keep_possible(&(&state).into());
        state
    }

    /// Whether it is known already, or seen at once, that the puzzle can have some state of a pattern.
    pub(super) fn is_known_possible(&self, pattern: &Pattern) -> bool {
        pattern.admits(self.solved())
            || self.known_states.of(pattern) == Some(Possibility::Possible)
    }

    /// Keeps in mind that a state is possible, as turns led from there to one that is, if that was not found out
    /// otherwise.
    pub(super) fn is_shown_possible(&self, state: &State) {
        let pattern = state.into();
        if let Some(Possibility::Undecided(_)) = self.known_states.of(&pattern) {
            self.keep_possible(&pattern);
        }
    }

    /// Keeps in mind that some state of a pattern is possible.
    pub(super) fn keep_possible(&self, pattern: &Pattern) {
        self.known_states.keep(pattern, &Possibility::Possible);
    }

    /// Whether all turns lead from the solved state to one of a pattern, whose pieces are there.
    fn is_led_to(&self, pattern: &Pattern) -> Possibility {
        let all = self.all_turns();
        let solved = self.solved().into();
        if let Err(error) = check_invariants(self, &all, pattern, &solved) {
            return Possibility::Impossible(error);
        }
        match self.lead(&all, self.solved(), pattern) {
            Ok(true) => Possibility::Possible,
            Ok(false) => Possibility::Impossible(StateError::OtherGroup),
            Err(undecided) => Possibility::Undecided(undecided),
        }
    }
}

impl Problem {
    /// Whether the puzzle can have start and goal. What a problem asks of a puzzle that cannot has no answer, neither
    /// a solution nor that there is none.
    ///
    /// # Errors
    /// [`ProblemError`] if it cannot.
    pub fn premise(&self) -> Result<Premise, ProblemError> {
        let start = self.start_possible();
        let start = start.map_err(|error| ProblemError::Start(self.told_better(error)))?;
        let goal = self.puzzle.check_possible(&self.goal, &self.scheme);
        let goal = goal.map_err(|error| ProblemError::Target(self.told_better(error)))?;
        Ok(match start {
            Premise::Holds => goal,
            undecided => undecided,
        })
    }

    /// What is wrong with one end, by comparison with the other: mostly less differs from that than from the solved
    /// state, and so it is told better which piece it is.
    fn told_better(&self, error: StateError) -> StateError {
        let all = self.puzzle.all_turns();
        match error {
            StateError::Twisted { .. } | StateError::Parity { .. } => {
                let told = check_invariants(&self.puzzle, &all, &self.start, &self.goal);
                told.err().unwrap_or(error)
            }
            error => error,
        }
    }

    fn start_possible(&self) -> Result<Premise, StateError> {
        match &self.whole {
            // What is seen of a state is possible if the state itself is.
            Some(whole) => {
                let scheme = Scheme::own(&whole.puzzle);
                whole.puzzle.check_possible(&(&whole.start).into(), &scheme)
            }
            None => self.puzzle.check_possible(&self.start, &self.scheme),
        }
    }

    /// Whether the puzzle can have a state that the start stands for and from which turns lead to the goal. Then it
    /// can if it can have that: turns that lead back are turns as well.
    #[must_use]
    pub fn possibility(&self, state: &State) -> Possibility {
        let known = match &self.whole {
            Some(_) => self.start_possible(),
            None if self.goal.is_state() => self.puzzle.check_possible(&self.goal, &self.scheme),
            None => return self.puzzle.possibility(&state.into(), &self.scheme),
        };
        match known {
            Ok(Premise::Holds) => Possibility::Possible,
            Ok(Premise::Undecided(_)) if self.whole.is_none() => {
                self.puzzle.possibility(&state.into(), &self.scheme)
            }
            Ok(Premise::Undecided(undecided)) => Possibility::Undecided(undecided),
            Err(error) => Possibility::Impossible(error),
        }
    }
}
