//! The problem of a stage on its reduced puzzle.

use std::sync::Arc;

use super::budget::Budget;
use super::checked::{Problem, ProblemData};
use super::start::Start;
use crate::notation::Scheme;
use crate::puzzle::{Puzzle, State, TurnId};
use crate::quotient::Quotient;

impl Quotient {
    /// The problem of leading a state to the goal, on the reduced puzzle; `None` as for [`Self::project`].
    pub fn problem(&self, state: &State, budget: Budget) -> Option<Problem> {
        let puzzle = &self.image;
        let scheme = Scheme::own(puzzle);
        let start = Start::new(puzzle, &scheme, self.project(state)?).ok()?;
        let (ends, allowed) = ((start, self.goal.clone()), self.allowed_in_image());
        let data = ProblemData::with_defaults(puzzle.clone(), scheme, ends, allowed, budget);
        Some(Problem(data))
    }

    /// The turns of the reduced puzzle that stand for allowed ones.
    pub(super) fn allowed_in_image(&self) -> Vec<TurnId> {
        let turns = self.turns.iter().enumerate();
        turns.filter_map(|(id, turn)| turn.map(|_| id)).collect()
    }
}

impl Problem {
    /// The puzzle that the user named: the full one, if this is a stage of a plan.
    pub fn whole_puzzle(&self) -> &Arc<Puzzle> {
        let whole = self.stage_context.as_deref();
        whole.map_or(&self.puzzle, |whole| &whole.puzzle)
    }
}
