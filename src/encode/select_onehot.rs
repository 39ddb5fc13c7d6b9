//! The choice of a turn as one literal per turn, exactly one of them true.
//!
//! *Source.* The usual encoding of actions in planning as satisfiability (Kautz
//! and Selman).
//!
//! *Why it is sound.* "Exactly one" is required in every slot.
//!
//! *Cost.* One variable per turn, and a clause for each pair of turns; clauses about a turn have one literal for it.

use super::selector::{Codebook, Selector};
use crate::circuit::{Bus, Circuit, Signal, at_most_one_clause_count};

/// Code *i* is bit *i*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SelectOnehot {
    codes: usize,
}

impl SelectOnehot {
    pub(super) fn new(codes: usize) -> Self {
        Self { codes }
    }
}

impl Selector for SelectOnehot {
    fn codebook(&self) -> Codebook {
        let patterns = (0..self.codes).map(|code| vec![(code, true)]);
        Codebook::with_single_groups(self.codes, patterns.collect())
    }

    /// A bus of which exactly one bit must be true. A single bit is constant.
    fn fresh(&self, circuit: &mut Circuit) -> Bus {
        if self.codes == 1 {
            return vec![Signal::TRUE].into();
        }
        circuit.input_bus(self.codes)
    }

    fn constrain(&self, circuit: &mut Circuit, slot: &Bus) {
        circuit.require_exactly_one(slot.signals());
    }

    fn clause_count(&self) -> usize {
        at_most_one_clause_count(self.codes).saturating_add(1)
    }
}
