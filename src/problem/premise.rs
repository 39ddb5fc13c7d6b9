//! Whether start and goal of a problem are states that the puzzle can have.

use super::checked::{Problem, ProblemError};
use crate::puzzle::{Possibility, Premise, State, StateError, check_invariants};

impl Problem {
    /// Whether the puzzle can have start and goal. If it cannot, the problem has no answer: neither a solution nor
    /// "unsatisfiable".
    ///
    /// # Errors
    /// [`ProblemError`] if it cannot.
    pub fn premise(&self) -> Result<Premise, ProblemError> {
        let start = self.possibility_of_start();
        let start = start.map_err(|error| ProblemError::Start(self.relative_error(error)))?;
        let goal = self
            .puzzle
            .check_possible(&self.goal, self.scheme.symbols());
        let goal = goal.map_err(|error| ProblemError::Target(self.relative_error(error)))?;
        Ok(match start {
            Premise::Holds => goal,
            undecided => undecided,
        })
    }

    /// The error of one end, relative to the other: it usually differs less from that than from the solved state, so the
    /// faulty piece can be named more precisely.
    fn relative_error(&self, error: StateError) -> StateError {
        let all = self.puzzle.all_turns();
        match error {
            StateError::Twisted { .. } | StateError::Parity { .. } => {
                let told = check_invariants(&self.puzzle, &all, &self.start, &self.goal);
                told.err().unwrap_or(error)
            }
            error => error,
        }
    }

    fn possibility_of_start(&self) -> Result<Premise, StateError> {
        match &self.stage_context {
            // The reduced state is possible if the full state is.
            Some(whole) => {
                let symbols = whole.puzzle.symbols();
                whole
                    .puzzle
                    .check_possible(&(&whole.start).into(), &symbols)
            }
            None => self.puzzle.possibility_of_checked(&self.start).premise(),
        }
    }

    /// Whether the puzzle can have a state that the start admits and from which turns lead to the goal. That is so if it
    /// can have the goal, because the inverse turns lead back.
    #[must_use]
    pub fn possibility(&self, state: &State) -> Possibility {
        let alone = || {
            if *self.start == *state {
                self.puzzle.possibility_of_checked(&self.start)
            } else {
                let symbols = self.scheme.symbols();
                self.puzzle.possibility(&state.into(), symbols)
            }
        };
        let known = match &self.stage_context {
            Some(_) => self.possibility_of_start(),
            None if self.goal.is_state() => self
                .puzzle
                .check_possible(&self.goal, self.scheme.symbols()),
            None => return alone(),
        };
        match known {
            Ok(Premise::Holds) => Possibility::Possible,
            Ok(Premise::Undecided(_)) if self.stage_context.is_none() => alone(),
            Ok(Premise::Undecided(undecided)) => Possibility::Undecided(undecided),
            Err(error) => Possibility::Impossible(error),
        }
    }
}
