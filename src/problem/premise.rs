//! Whether start and goal of a problem are states that the puzzle can have.

use super::checked::{Problem, start_error, target_error};
use crate::error::Error;
use crate::puzzle::{Pattern, Premise, State, broken_invariant, invariant_error};

impl Problem {
    /// Whether the puzzle can have start and goal. Otherwise the problem has no answer: neither a solution nor
    /// "unsatisfiable".
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot have the start or the goal.
    pub fn check_premise(&self) -> Result<Premise, Error> {
        let start = self.premise_of_start();
        let start = start.map_err(|error| {
            let better = self.error_comparing_start_and_goal(&self.start);
            start_error(better.unwrap_or(error))
        })?;
        let symbols = self.scheme.symbols();
        let goal = self.puzzle.check_possible(&self.goal, symbols);
        let goal = goal.map_err(|error| {
            let pieces = self.goal.check(&self.puzzle, symbols);
            let better = pieces
                .ok()
                .and_then(|()| self.error_comparing_start_and_goal(&self.goal));
            target_error(better.unwrap_or(error))
        })?;
        Ok(match start {
            Premise::Holds => goal,
            undecided => undecided,
        })
    }

    /// A more precise error for `faulty`, which is the start or the goal. Both usually differ less from each other than
    /// from the solved state, so a comparison can name the wrong piece. `None` if the invariants of `faulty` are right,
    /// or if the comparison shows no mistake.
    fn error_comparing_start_and_goal(&self, faulty: &Pattern) -> Option<Error> {
        let all = self.puzzle.all_turns();
        broken_invariant(&self.puzzle, &all, faulty, &self.puzzle.solved().into())?;
        invariant_error(&self.puzzle, &all, &self.start, &self.goal)
    }

    fn premise_of_start(&self) -> Result<Premise, Error> {
        match &self.stage_context {
            // The reduced state is possible if the full state is.
            Some(context) => {
                let (puzzle, start) = (&context.puzzle, &context.start);
                puzzle.check_possible(&start.into(), &puzzle.symbols())
            }
            None => self.puzzle.check_reachable(&self.start),
        }
    }

    /// Whether the puzzle can have a state that the start admits and from which turns lead to the goal. The puzzle can have
    /// this state if it can have the goal, because the inverse turns lead back.
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot have the state.
    pub fn premise_of(&self, state: &State) -> Result<Premise, Error> {
        if self.stage_context.is_some() {
            return self.premise_of_start();
        }
        let symbols = self.scheme.symbols();
        if self.goal.is_state() {
            let goal = self.puzzle.check_possible(&self.goal, symbols);
            if !matches!(goal, Ok(Premise::Undecided(_))) {
                return goal;
            }
        }
        if *self.start == *state {
            self.puzzle.check_reachable(&self.start)
        } else {
            self.puzzle.check_possible(&state.into(), symbols)
        }
    }
}
