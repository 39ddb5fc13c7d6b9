//! Restricts a partly unknown start to states that turns can reach.
//!
//! *Property.* A model starts with a state of the pattern that turns of the puzzle (all of them, not only the allowed ones)
//! reach from the solved one, and every such state is the start of some model. So a formula is satisfiable exactly when
//! there is a solution, whatever start and goal leave open.
//!
//! *How.* The constraints depend on start and goal:
//!
//! * The start is a state: it was checked before ([`Problem::premise`]).
//! * The goal is a state: the inverses of the turns lead back to the start, so no constraints are needed.
//! * Both are open, and the [invariants](super::conserved) are complete: the number of arrangements that satisfy them is
//!   the order of the group. That is the case on every cube, the Pyraminx and the Megaminx. Then the invariants are
//!   required.
//! * Both are open, and the group is smaller. Then the start is expressed as a product of the group's elements, in
//!   [`super::made`].
//!
//! *Limits.* If both are open, and the group is too large to be analyzed, the problem is rejected:
//! [`EncodeError::OpenEnds`].

use super::error::EncodeError;
use super::states::States;
use super::{conserved, made};
use crate::circuit::Circuit;
use crate::group::Permutation;
use crate::problem::Problem;

/// The constraints needed on the start.
enum Said {
    /// None.
    Nothing,
    /// The invariants, which are complete.
    Conserved,
    /// A product of elements of the group.
    Made(Vec<Vec<Permutation>>),
}

fn said(problem: &Problem) -> Result<Said, EncodeError> {
    if problem.start.is_state() || problem.goal.is_state() {
        return Ok(Said::Nothing);
    }
    let puzzle = &problem.puzzle;
    let tell_all = puzzle.invariants_tell_all();
    if tell_all.ok_or(EncodeError::OpenEnds)? {
        return Ok(Said::Conserved);
    }
    let elements = puzzle.representatives();
    Ok(Said::Made(elements.ok_or(EncodeError::OpenEnds)?))
}

/// The approximate number of clauses for a product of elements, if one is needed.
pub(super) fn clauses(problem: &Problem) -> Result<usize, EncodeError> {
    Ok(match said(problem)? {
        Said::Nothing | Said::Conserved => 0,
        Said::Made(all) => made::clauses(&problem.puzzle, &all),
    })
}

/// Requires that turns reach the start, unless that follows from the goal.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    states: &States,
) -> Result<(), EncodeError> {
    match said(problem)? {
        Said::Nothing => (),
        Said::Conserved => conserved::require(circuit, problem, states),
        Said::Made(all) => made::require(circuit, &problem.puzzle, states, &all),
    }
    Ok(())
}
