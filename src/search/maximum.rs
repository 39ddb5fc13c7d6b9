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
    let found = minimum(problem, settings, notify)?;
    let is_solvable = || problem.is_solvable() == Some(true);
    beyond_wrong_maximum(problem, found, is_solvable, |without_maximum, found| {
        // Blame the file only if the solver passes a test.
        settings.test_solver(problem)?;
        notify(&Event::MaximumTooSmall(problem.budget.slots()));
        with_larger_budget(without_maximum, found, settings, notify)
    })
}

/// Completes `found`, the result of a search up to the claimed maximum: if that is wrong, `search_on` gets the problem
/// without it, and the result so far.
pub fn beyond_wrong_maximum(
    problem: &Problem,
    mut found: Minimum,
    is_solvable: impl FnOnce() -> bool,
    search_on: impl FnOnce(&Problem, Minimum) -> Result<Minimum, Error>,
) -> Result<Minimum, Error> {
    if problem.claimed_maximum() != Some(problem.budget.slots()) {
        return Ok(found);
    }
    found.bound = Bound::Claimed;
    let exhausted = found.complete && found.solution.is_none() && !found.unsolvable();
    if !exhausted || !is_solvable() {
        return Ok(found);
    }
    found.bound = Bound::TooSmall;
    found.complete = false;
    search_on(&problem.within(Budget::AtMost(MAX_TURNS)), found)
}
