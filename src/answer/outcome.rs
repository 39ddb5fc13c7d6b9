//! The answer to a question.

use crate::problem::{Budget, Problem};
use crate::search::{Minimum, UnknownReason};

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The problem, with the budget that was tried.
    pub problem: Problem,
    /// The solution, and the refutations of shorter lengths.
    pub found: Minimum,
    /// The cost of the solution, if the cheapest was requested.
    pub cheapest_cost: Option<usize>,
    /// The refutation of every cheaper solution within the budget, if the cheapest was requested and proved.
    pub cheaper_refuted: Option<Minimum>,
    /// Whether the question is answered.
    pub outcome: Outcome,
    /// Whether a default time limit ended the search, so that more time may lead to a shorter solution.
    pub ended_at_default_limit: bool,
    /// Whether the solution was looked up in the table of all states because there are
    /// [many starts](super::Task::for_starts).
    pub is_from_distance_table: bool,
}

/// Whether a question is answered, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a solution, as short as requested.
    Solved,
    /// There is no solution within the budget.
    NoSolution,
    /// It is unknown whether there is a solution, or a shorter one.
    Unknown,
}

impl Outcome {
    /// Whether a result answers a question. `is_enough` says whether its solution is as short as requested.
    pub(super) fn of(
        problem: &Problem,
        found: &Minimum,
        is_enough: impl FnOnce(usize) -> bool,
    ) -> Self {
        match (&found.solution, problem.budget) {
            _ if matches!(found.stop, Some(UnknownReason::Panicked(_))) => Outcome::Unknown,
            (Some(solution), _) if is_enough(solution.len()) => Outcome::Solved,
            (Some(_), Budget::Exactly(_)) => Outcome::Solved,
            (Some(_), Budget::AtMost(_)) if found.complete => Outcome::Solved,
            (None, _) if found.complete => Outcome::NoSolution,
            _ => Outcome::Unknown,
        }
    }
}
