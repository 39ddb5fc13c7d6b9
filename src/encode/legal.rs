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
//! *What is left.* The order of the group is not known where it takes more than a moment to find out
//! ([`Puzzle::invariants_tell_all`]), and elements may take more than [`MOST_CLAUSES`]. Then only what is conserved is
//! said, [`is_told`] says so, and who reads a model looks whether the puzzle can have its start.
//!
//! [`Puzzle::invariants_tell_all`]: crate::puzzle::Puzzle::invariants_tell_all

use super::states::States;
use super::{conserved, made};
use crate::circuit::Circuit;
use crate::group::Permutation;
use crate::problem::Problem;

/// The group's elements are not said by more clauses than this.
const MOST_CLAUSES: usize = 1_000_000;

/// What must be said of the start.
enum Said {
    /// Nothing.
    Nothing,
    /// What turns conserve, which is all there is to say.
    Conserved,
    /// That it is made by elements of the group.
    Made(Vec<Vec<Permutation>>),
    /// What turns conserve; there may be more to say.
    NotAll,
}

fn said(problem: &Problem) -> Said {
    if problem.start.is_state() || problem.goal.is_state() {
        return Said::Nothing;
    }
    let puzzle = &problem.puzzle;
    match puzzle.invariants_tell_all() {
        Some(true) => Said::Conserved,
        Some(false) => match puzzle.representatives() {
            Some(all) if made::clauses(puzzle, &all) <= MOST_CLAUSES => Said::Made(all),
            _ => Said::NotAll,
        },
        None => Said::NotAll,
    }
}

/// Whether the formula tells all starts that turns can make from those that they cannot.
pub(super) fn is_told(problem: &Problem) -> bool {
    !matches!(said(problem), Said::NotAll)
}

/// Requires that turns make the start, where that does not follow from the goal.
pub(super) fn require(circuit: &mut Circuit, problem: &Problem, states: &States) {
    match said(problem) {
        Said::Nothing => (),
        Said::Conserved | Said::NotAll => conserved::require(circuit, problem, states),
        Said::Made(all) => made::require(circuit, &problem.puzzle, states, &all),
    }
}
