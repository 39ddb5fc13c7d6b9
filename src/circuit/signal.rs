//! Signals and buses, the wires of a circuit.

use std::ops::Not;

use rustsat::types::{Assignment, Lit, TernaryVal};

/// A literal or a constant.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Signal {
    /// A value known while the circuit is built.
    Const(bool),
    /// A literal of the formula.
    Lit(Lit),
}

impl Signal {
    /// The signal that is always true.
    pub const TRUE: Signal = Signal::Const(true);
    /// The signal that is always false.
    pub const FALSE: Signal = Signal::Const(false);

    /// The literal, unless the signal is a constant.
    #[must_use]
    pub fn as_lit(self) -> Option<Lit> {
        match self {
            Signal::Const(_) => None,
            Signal::Lit(lit) => Some(lit),
        }
    }

    /// The constant, unless the signal is a literal.
    #[must_use]
    pub fn as_const(self) -> Option<bool> {
        match self {
            Signal::Const(value) => Some(value),
            Signal::Lit(_) => None,
        }
    }

    /// The value under an assignment; `None` if the assignment leaves it open.
    #[must_use]
    pub fn value(self, assignment: &Assignment) -> Option<bool> {
        match self {
            Signal::Const(value) => Some(value),
            Signal::Lit(lit) => match assignment.lit_value(lit) {
                TernaryVal::True => Some(true),
                TernaryVal::False => Some(false),
                TernaryVal::DontCare => None,
            },
        }
    }

    /// The signal, or its negation if `negate` holds.
    pub(super) fn negate_if(self, negate: bool) -> Signal {
        if negate { !self } else { self }
    }

    /// Whether the signal is written with a negation: a negative literal, or false.
    pub(super) fn is_negative(self) -> bool {
        match self {
            Signal::Const(value) => !value,
            Signal::Lit(lit) => lit.is_neg(),
        }
    }
}

impl Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        match self {
            Signal::Const(value) => Signal::Const(!value),
            Signal::Lit(lit) => Signal::Lit(!lit),
        }
    }
}

/// A vector of signals, least significant first.
pub type Bus = Vec<Signal>;

/// The cube of signals that are all true exactly when a bus carries `value`: one signal for each bit, negated where
/// `value` has a 0.
pub fn value_cube(bus: &[Signal], value: usize) -> Vec<Signal> {
    let width = bus.len();
    let length = (usize::BITS - value.leading_zeros()) as usize;
    assert!(length <= width, "{value} does not fit into {width} bits");
    let bits = bus.iter().enumerate();
    bits.map(|(at, signal)| signal.negate_if(!bit(value, at)))
        .collect()
}

/// The number of bits needed for `codes` different codes: 0 for one code or none.
pub fn width_for(codes: usize) -> usize {
    // The largest code is codes - 1; its length in bits is the width.
    (usize::BITS - codes.saturating_sub(1).leading_zeros()) as usize
}

/// Whether bit `index` of `value` is 1. Bits beyond its length are 0.
pub(super) fn bit(value: usize, index: usize) -> bool {
    index < usize::BITS as usize && value >> index & 1 == 1
}
