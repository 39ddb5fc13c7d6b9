//! Restricts a partly unknown start to states that turns can reach.
//!
//! *Property.* A model starts with a state of the pattern that turns of the puzzle, allowed or not, reach from the
//! solved state, and each such state from which there is a solution is the start of some model. So a formula is
//! satisfiable exactly when there is a solution, even if start and goal are partly unknown.
//!
//! *How.* If the start is a single state, [`Problem::check_premise`] has checked it. If the goal is a single state,
//! turns lead from the start to the goal, so they also lead back. If both are partly unknown and the
//! [invariants](super::invariants) are complete, as on every cube, the Pyraminx and the Megaminx, the invariants are
//! required. If they are incomplete, the start is expressed as a [product of elements](super::group_product) of the
//! group. If the group is too large to be analyzed, the problem is rejected: [`ErrorKind::Undecided`].

use super::group_product;
use super::invariants::require_invariants;
use super::states::States;
use crate::circuit::Circuit;
use crate::error::{Error, ErrorKind, Undecided};
use crate::group::Permutation;
use crate::problem::Problem;

/// Whether both start and goal are partly unknown.
fn are_both_unknown(problem: &Problem) -> bool {
    !problem.start.is_state() && !problem.goal.is_state()
}

/// The levels of the group, for a start as a product of elements; `None` if the invariants are complete.
fn product_levels(problem: &Problem) -> Result<Option<Vec<Vec<Permutation>>>, Error> {
    let puzzle = &problem.puzzle;
    let are_complete = puzzle.are_invariants_complete();
    if are_complete.ok_or_else(group_too_large_error)? {
        return Ok(None);
    }
    let levels = puzzle.transversals();
    Ok(Some(levels.ok_or_else(group_too_large_error)?))
}

/// The error for a partly unknown start whose reachable states cannot be determined.
fn group_too_large_error() -> Error {
    Error::new(
        ErrorKind::Undecided(Undecided::Group),
        "start and goal both have unknown stickers, and the group of the puzzle's turns is too large to analyze, so no formula can say which states they reach. Give every sticker of the start or of the goal",
    )
}

/// The approximate number of clauses for a product of elements, if one is needed.
pub(super) fn clause_count(problem: &Problem) -> Result<usize, Error> {
    if !are_both_unknown(problem) {
        return Ok(0);
    }
    let levels = product_levels(problem)?;
    Ok(levels.map_or(0, |all| {
        group_product::estimate_clauses(&problem.puzzle, &all)
    }))
}

/// Requires that turns reach the start, unless the start or the goal is a single state.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    states: &States,
) -> Result<(), Error> {
    if are_both_unknown(problem) {
        match product_levels(problem)? {
            None => require_invariants(circuit, problem, states),
            Some(all) => group_product::require(circuit, &problem.puzzle, states, &all),
        }
    }
    Ok(())
}
