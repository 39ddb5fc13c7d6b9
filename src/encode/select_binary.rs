//! The choice of a turn as a binary number.
//!
//! *Source.* Yurichev, *SAT/SMT by Example*.
//!
//! *Why it is sound.* A number has one value; values that represent no turn are forbidden.
//!
//! *Cost.* Few variables, but a turn is a conjunction of all bits: every clause about a turn has one literal per bit.

use super::selector::{Codebook, Validity};
use crate::circuit::width_for;

/// Code *i* is the number *i*, least significant bit first.
pub(super) fn codebook(codes: usize) -> Codebook {
    let width = width_for(codes);
    let bits = |code: usize| (0..width).map(move |at| (at, code >> at & 1 == 1));
    let patterns = (0..codes).map(|code| bits(code).collect());
    Codebook::with_single_groups(width, patterns.collect(), Validity::Below(codes))
}
