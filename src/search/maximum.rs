//! The puzzle file's maximum as a budget: it ends a search, but it is not trusted.
//!
//! *Idea.* A file may say how many turns the worst state needs. That number is only a good place to stop: no length counts
//! as refuted because of it. If every length up to it is refuted although the group of the turns connects start and goal,
//! the number is wrong, and the search continues. If it is unknown whether a solution exists, the search stops there, and
//! the answer reports only the refuted lengths and which file claims that no state needs more turns.

use super::attempt::SearchSettings;
use super::minimum::{minimum, with_larger_budget};
use super::{Bound, Event, Minimum};
use crate::error::Error;
use crate::problem::{Budget, Problem};
use crate::puzzle::MAX_TURNS;

/// See [`Search::up_to_maximum`](super::Search::up_to_maximum).
pub(super) fn up_to_maximum(
    problem: &Problem,
    settings: &SearchSettings<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, Error> {
    let mut result = minimum(problem, settings, notify)?;
    if problem.claimed_maximum() != Some(problem.budget.slots()) {
        return Ok(result);
    }
    result.bound = Bound::Claimed;
    let exhausted = result.complete && result.solution.is_none() && !result.unsolvable();
    if !exhausted || problem.is_solvable() != Some(true) {
        return Ok(result);
    }
    // Blame the file only if the solver passes a test.
    settings.test_solver(problem)?;
    notify(&Event::MaximumTooSmall(problem.budget.slots()));
    result.bound = Bound::TooSmall;
    result.complete = false;
    let problem = problem.within(Budget::AtMost(MAX_TURNS));
    with_larger_budget(&problem, result, settings, notify)
}
