//! The puzzle file's maximum as a budget: it ends a search, and it is not believed.
//!
//! *Idea.* A file may say how many turns the worst state needs. That is a good place to stop looking,
//! and nothing else: no length counts as refuted because of it. If every length up to it is
//! refuted, while the group of the turns has what leads from the start to the goal, then the
//! number is wrong, and the search goes on. If nobody knows whether there is a solution, it
//! stops there, and the answer says no more than what was refuted, and who says that this is far enough.

use super::minimum::beyond;
use super::{Bound, Event, Minimum, SearchError, Strategy, minimum};
use crate::control::Control;
use crate::encode::Recipe;
use crate::problem::{Budget, Problem};
use crate::puzzle::MOST_TURNS;
use crate::solver::Backend;

/// Finds a shortest solution, where the problem's budget is the maximum that the puzzle file
/// claims.
///
/// # Errors
/// As [`minimum()`].
pub fn up_to_maximum(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
    strategy: Strategy,
    control: &Control,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, SearchError> {
    let mut result = minimum(problem, recipe, backend, strategy, control, notify)?;
    if problem.claimed_maximum() != Some(problem.budget.slots()) {
        return Ok(result);
    }
    result.bound = Bound::Claimed;
    let exhausted = result.complete && result.solution.is_none() && !result.never();
    if !exhausted || problem.is_solvable() != Some(true) {
        return Ok(result);
    }
    notify(&Event::TooSmall(problem.budget.slots()));
    result.bound = Bound::TooSmall;
    result.complete = false;
    let problem = problem.within(Budget::AtMost(MOST_TURNS));
    beyond(&problem, result, recipe, backend, control, notify)
}
