//! The choice of a turn as a binary number.
//!
//! *Source.* Yurichev, *SAT/SMT by Example*.
//!
//! *Why sound.* A number has one value; those that mean no turn are forbidden.
//!
//! *Cost.* Few variables, but a turn is a conjunction of all bits: every clause
//! about a turn has a literal a bit.

use super::selectors::Writing;
use crate::circuit::width_for;

/// Code number *i* is the number *i*, least significant bit first.
pub(super) fn writing(codes: usize) -> Writing {
    let width = width_for(codes);
    let pattern = |code: usize| (0..width).map(|at| (at, code >> at & 1 == 1)).collect();
    Writing::one_by_one(width, (0..codes).map(pattern).collect())
}
