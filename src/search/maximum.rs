//! Uses the puzzle file's maximum as the budget of a search, without trusting it.
//!
//! *Idea.* A file may claim how many turns the worst state needs. This maximum is only a good place to stop: no length
//! counts as refuted because of it. If every length up to the maximum is refuted although the group of the turns connects
//! start and goal, the maximum is wrong, and the search continues. If it is unknown whether a solution exists, the search
//! stops at the maximum, and the answer reports the refuted lengths and that the file claims that no state needs more.

use super::{BudgetSource, Event, Minimum, Search};
use crate::error::Error;
use crate::problem::{Budget, Problem};
use crate::puzzle::MAX_TURNS;

impl Search<'_> {
    /// Finds a shortest solution, with the maximum that [the puzzle file claims](Problem::claimed_maximum) as the budget.
    /// If this maximum is too small, the search continues without a limit: see [`Minimum::budget_source`].
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn up_to_maximum(&self, problem: &Problem) -> Result<Minimum, Error> {
        let found = self.minimum(problem)?;
        let is_solvable = || problem.is_solvable() == Some(true);
        search_beyond_wrong_maximum(problem, found, is_solvable, |without_maximum, found| {
            // Blame the file only if the solver passes a test.
            self.test_solver(problem)?;
            self.report(&Event::MaximumTooSmall(problem.budget.slots()));
            self.continue_search(without_maximum, found)
        })
    }
}

/// Completes `found`, the result of a search up to the claimed maximum. If the maximum is wrong, `continue_search` is
/// called with the problem without a limit and the result so far.
pub fn search_beyond_wrong_maximum(
    problem: &Problem,
    mut found: Minimum,
    is_solvable: impl FnOnce() -> bool,
    continue_search: impl FnOnce(&Problem, Minimum) -> Result<Minimum, Error>,
) -> Result<Minimum, Error> {
    if problem.claimed_maximum() != Some(problem.budget.slots()) {
        return Ok(found);
    }
    found.budget_source = BudgetSource::Claimed;
    let exhausted = found.complete && found.solution.is_none() && !found.is_unsolvable();
    if !exhausted || !is_solvable() {
        return Ok(found);
    }
    found.budget_source = BudgetSource::TooSmall;
    found.complete = false;
    continue_search(&problem.within(Budget::AtMost(MAX_TURNS)), found)
}
