//! A start of which not everything is known is a state that turns can make.
//!
//! *What holds.* A model starts with a state of the pattern that turns of the puzzle (all of them, not only those
//! that are allowed) make of the solved one, and every such state is the start of some model. So a
//! formula is satisfiable exactly if there is a solution, whatever start and goal leave open.
//!
//! *Why.* What is said depends on start and goal:
//!
//! * The start is a state: it was looked at before ([`Problem::premise`]).
//! * The goal is a state: the turns that lead there from the start lead back, so nothing need be said.
//! * Both are open, and what turns [conserve](super::conserved) tells all: the number of arrangements that keep it is the
//!   order of the group. So it is on every cube, the Pyraminx and the Megaminx. Then that is said.
//! * Both are open, and the group is smaller. Then the start is made, in [`super::made`], by the group's own elements.
//!
//! *What is refused.* Both are open, and the group is too large to be analyzed: [`EncodeError::OpenEnds`].

use super::error::EncodeError;
use super::states::States;
use super::{conserved, made};
use crate::circuit::Circuit;
use crate::group::Permutation;
use crate::problem::Problem;

/// What must be said of the start.
enum Said {
    /// Nothing.
    Nothing,
    /// What turns conserve, which is all there is to say.
    Conserved,
    /// That it is made by elements of the group.
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

/// About how many clauses that takes, as far as the elements of the group need them.
pub(super) fn clauses(problem: &Problem) -> Result<usize, EncodeError> {
    Ok(match said(problem)? {
        Said::Nothing | Said::Conserved => 0,
        Said::Made(all) => made::clauses(&problem.puzzle, &all),
    })
}

/// Requires that turns make the start, where that does not follow from the goal.
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
