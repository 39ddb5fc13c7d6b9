//! The choice of a turn as a binary number.
//!
//! *Source.* Yurichev, *SAT/SMT by Example*.
//!
//! *Why it is sound.* A number has one value; values that represent no turn are forbidden.
//!
//! *Cost.* Few variables, but a turn is a conjunction of all bits: every clause about a turn has one literal per bit.

use super::selector::{Codebook, Selector};
use crate::circuit::{Bus, Circuit, width_for};

/// Code *i* is the number *i*, least significant bit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SelectBinary {
    codes: usize,
    width: usize,
}

impl SelectBinary {
    pub(super) fn new(codes: usize) -> Self {
        Self {
            codes,
            width: width_for(codes),
        }
    }
}

impl Selector for SelectBinary {
    fn codebook(&self) -> Codebook {
        let bits = |code: usize| (0..self.width).map(move |at| (at, code >> at & 1 == 1));
        let patterns = (0..self.codes).map(|code| bits(code).collect());
        Codebook::with_single_groups(self.width, patterns.collect())
    }

    fn fresh(&self, circuit: &mut Circuit) -> Bus {
        circuit.input_bus(self.width)
    }

    fn constrain(&self, circuit: &mut Circuit, slot: &Bus) {
        circuit.require_less_than(slot, self.codes);
    }

    fn clause_count(&self) -> usize {
        self.width
    }
}
