//! The puzzle file's maximum as a budget: it ends a search, but it is not trusted.
//!
//! *Idea.* A file may say how many turns the worst state needs. That number is only a good place to stop: no length counts
//! as refuted because of it. If every length up to it is refuted although the group of the turns connects start and goal,
//! the number is wrong, and the search continues. If it is unknown whether a solution exists, the search stops there, and
//! the answer reports only the refuted lengths and which file claims that no state needs more turns.

use super::{Bound, Event, Minimum, Search};
use crate::error::Error;
use crate::problem::{Budget, Problem};
use crate::puzzle::MAX_TURNS;

impl Search<'_> {
    /// Finds a shortest solution, with the maximum that [the puzzle file claims](Problem::claimed_maximum) as the budget.
    /// If that is too small, the search continues: see [`Minimum::bound`].
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn up_to_maximum(&self, problem: &Problem) -> Result<Minimum, Error> {
        let found = self.minimum(problem)?;
        let is_solvable = || problem.is_solvable() == Some(true);
        beyond_wrong_maximum(problem, found, is_solvable, |without_maximum, found| {
            // Blame the file only if the solver passes a test.
            self.test_solver(problem)?;
            self.report(&Event::MaximumTooSmall(problem.budget.slots()));
            self.continue_search(without_maximum, found)
        })
    }
}

/// Completes `found`, the result of a search up to the claimed maximum. If the maximum is wrong, `search_on` gets the
/// problem without it, and the result so far.
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
