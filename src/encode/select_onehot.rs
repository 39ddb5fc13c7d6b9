//! The choice of a turn as one literal a turn, exactly one of them true.
//!
//! *Source.* The usual encoding of actions in planning as satisfiability (Kautz
//! and Selman).
//!
//! *Why sound.* "Exactly one" is required in every slot.
//!
//! *Cost.* A variable a turn, and a clause for each pair of turns; clauses
//! about a turn have one literal for it.

use super::selectors::Writing;
use crate::circuit::{Bus, Circuit, Signal, at_most_one_clauses};

/// Code number *i* is bit number *i*.
pub(super) fn writing(codes: usize) -> Writing {
    Writing::one_by_one(codes, (0..codes).map(|code| vec![(code, true)]).collect())
}

/// A bus of which exactly one bit is to be true. A single bit is known.
pub(super) fn fresh(circuit: &mut Circuit, width: usize) -> Bus {
    if width == 1 {
        return vec![Signal::TRUE].into();
    }
    circuit.input_bus(width)
}

/// About how many clauses "exactly one" takes.
pub(super) fn constraints(codes: usize) -> usize {
    at_most_one_clauses(codes).saturating_add(1)
}
