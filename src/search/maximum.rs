//! The puzzle file's maximum as a budget: it ends a search, and it is not believed.
//!
//! *Idea.* A file may say how many turns the worst state needs. That is a good place to stop looking,
//! and nothing else: no length counts as refuted because of it. If every length up to it is
//! refuted, while the group of the turns has what leads from the start to the goal, then the
//! number is wrong, and the search goes on. If nobody knows whether there is a solution, it
//! stops there, and the answer says no more than what was refuted, and who says that this is far enough.

use super::attempt::Means;
use super::minimum::{beyond, minimum};
use super::{Bound, Event, Minimum, SearchError};
use crate::problem::{Budget, Problem};
use crate::puzzle::MOST_TURNS;

/// See [`Search::up_to_maximum`](super::Search::up_to_maximum).
pub(super) fn up_to_maximum(
    problem: &Problem,
    means: &Means<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, SearchError> {
    let mut result = minimum(problem, means, notify)?;
    if problem.claimed_maximum() != Some(problem.budget.slots()) {
        return Ok(result);
    }
    result.bound = Bound::Claimed;
    let exhausted = result.complete && result.solution.is_none() && !result.unsolvable();
    if !exhausted || problem.is_solvable() != Some(true) {
        return Ok(result);
    }
    // The file is blamed only if it is not the solver that is wrong.
    means.try_solver(problem)?;
    notify(&Event::TooSmall(problem.budget.slots()));
    result.bound = Bound::TooSmall;
    result.complete = false;
    let problem = problem.within(Budget::AtMost(MOST_TURNS));
    beyond(&problem, result, means, notify)
}
