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
//! * Both are open, and the [invariants](super::invariants) are complete: the number of arrangements that satisfy them
//!   is the order of the group. That is the case on every cube, the Pyraminx and the Megaminx. Then the invariants are
//!   required.
//! * Both are open, and the group is smaller. Then the start is expressed as a product of the group's elements, in
//!   [`super::group_product`].
//!
//! *Limits.* If both are open, and the group is too large to be analyzed, the problem is rejected:
//! [`ErrorKind::Undecided`].

use super::group_product;
use super::invariants::require_invariants;
use super::states::States;
use crate::circuit::Circuit;
use crate::error::{Error, ErrorKind, Undecided};
use crate::group::Permutation;
use crate::problem::Problem;

/// The constraints needed on the start.
enum StartConstraint {
    None,
    /// The invariants, which are complete.
    Invariants,
    /// A product of elements of the group.
    Product(Vec<Vec<Permutation>>),
}

fn start_constraint(problem: &Problem) -> Result<StartConstraint, Error> {
    if problem.start.is_state() || problem.goal.is_state() {
        return Ok(StartConstraint::None);
    }
    let puzzle = &problem.puzzle;
    let are_complete = puzzle.are_invariants_complete();
    if are_complete.ok_or_else(open_ends_error)? {
        return Ok(StartConstraint::Invariants);
    }
    let elements = puzzle.representatives();
    Ok(StartConstraint::Product(
        elements.ok_or_else(open_ends_error)?,
    ))
}

/// The error for a partly unknown start that could be a state that turns cannot reach.
fn open_ends_error() -> Error {
    Error::new(
        ErrorKind::Undecided(Undecided::Group),
        "start and goal both have unknown stickers, and the group of the puzzle's turns is too large to analyze, so no formula can say which states they reach. Give every sticker of the start or of the goal",
    )
}

/// The approximate number of clauses for a product of elements, if one is needed.
pub(super) fn clause_count(problem: &Problem) -> Result<usize, Error> {
    Ok(match start_constraint(problem)? {
        StartConstraint::None | StartConstraint::Invariants => 0,
        StartConstraint::Product(all) => group_product::estimate_clauses(&problem.puzzle, &all),
    })
}

/// Requires that turns reach the start, unless that follows from the goal.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    states: &States,
) -> Result<(), Error> {
    match start_constraint(problem)? {
        StartConstraint::None => (),
        StartConstraint::Invariants => require_invariants(circuit, problem, states),
        StartConstraint::Product(all) => {
            group_product::require(circuit, &problem.puzzle, states, &all)
        }
    }
    Ok(())
}
