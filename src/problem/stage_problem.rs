//! The problem of a stage on its reduced puzzle.

use std::sync::Arc;

use super::budget::Budget;
use super::cache::Cache;
use super::checked::Problem;
use super::constraints::Constraints;
use super::known::Known;
use super::start::Start;
use crate::notation::Scheme;
use crate::puzzle::{Metric, Puzzle, State, Tips, TurnId};
use crate::quotient::Quotient;

impl Quotient {
    /// The problem of leading a state to the goal, on the reduced puzzle; `None` as for [`Self::see`].
    #[must_use]
    pub fn problem(&self, state: &State, budget: Budget) -> Option<Problem> {
        let scheme = Scheme::own(self.seen());
        Some(Problem {
            puzzle: self.seen().clone(),
            start: Start::new(self.seen(), &scheme, self.see(state)?).ok()?,
            goal: self.goal().clone(),
            goals: Vec::new(),
            up_to_rotation: false,
            scheme,
            allowed: self.allowed_of_seen(),
            metric: Metric::HalfTurn,
            canonical: false,
            constraints: Constraints::default(),
            budget,
            tips: Tips::default(),
            scramble: None,
            whole: None,
            known: Known::default(),
            cache: Cache::default(),
        })
    }

    /// The turns of the reduced puzzle that stand for allowed ones.
    pub(super) fn allowed_of_seen(&self) -> Vec<TurnId> {
        let turns = self.turns().iter().enumerate();
        turns.filter_map(|(id, turn)| turn.map(|_| id)).collect()
    }
}

impl Problem {
    /// The puzzle that the user named: the full one, if this is a stage of a plan.
    #[must_use]
    pub fn whole_puzzle(&self) -> &Arc<Puzzle> {
        let whole = self.whole.as_deref();
        whole.map_or(&self.puzzle, |whole| &whole.puzzle)
    }
}
