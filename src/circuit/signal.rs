//! Signals and buses, the wires of a circuit.

use std::ops::{Index, Not};

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

/// A fixed-width vector of signals, least significant first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Bus(Vec<Signal>);

impl Bus {
    /// A bus of constants that carries `value`.
    ///
    /// # Panics
    ///
    /// If `value` does not fit into `width` bits.
    pub fn constant(value: usize, width: usize) -> Bus {
        assert!(
            fits_into(value, width),
            "{value} does not fit into {width} bits"
        );
        (0..width).map(|i| Signal::Const(bit(value, i))).collect()
    }

    /// The number of signals.
    pub fn width(&self) -> usize {
        self.0.len()
    }

    /// The signals, least significant first.
    pub fn signals(&self) -> &[Signal] {
        &self.0
    }

    /// Iterates over the signals, least significant first.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, Signal>> {
        self.0.iter().copied()
    }

    /// The number on the bus under an assignment; `None` if the assignment leaves
    /// a signal open or the number does not fit into a `usize`.
    pub fn value(&self, assignment: &Assignment) -> Option<usize> {
        self.iter().enumerate().try_fold(0, |sum, (i, signal)| {
            match (signal.value(assignment)?, u32::try_from(i).ok()) {
                (false, _) => Some(sum),
                (true, i) => Some(sum | 1usize.checked_shl(i?)?),
            }
        })
    }

    /// The cube of signals that are all true exactly when the bus carries `value`:
    /// one signal for each bit, negated where `value` has a 0.
    ///
    /// # Panics
    ///
    /// If `value` does not fit into the width.
    pub fn value_cube(&self, value: usize) -> Vec<Signal> {
        assert!(
            fits_into(value, self.width()),
            "{value} does not fit into {} bits",
            self.width()
        );
        self.iter()
            .enumerate()
            .map(|(i, signal)| signal.negate_if(!bit(value, i)))
            .collect()
    }
}

impl FromIterator<Signal> for Bus {
    fn from_iter<I: IntoIterator<Item = Signal>>(signals: I) -> Bus {
        Bus(signals.into_iter().collect())
    }
}

impl From<Vec<Signal>> for Bus {
    fn from(signals: Vec<Signal>) -> Bus {
        Bus(signals)
    }
}

impl Index<usize> for Bus {
    type Output = Signal;

    fn index(&self, index: usize) -> &Signal {
        &self.0[index]
    }
}

impl<'a> IntoIterator for &'a Bus {
    type Item = Signal;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Signal>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The number of bits needed for `codes` different codes: 0 for one code or none.
pub fn width_for(codes: usize) -> usize {
    // The largest code is codes - 1; its length in bits is the width.
    (usize::BITS - codes.saturating_sub(1).leading_zeros()) as usize
}

/// Whether `value` fits into `width` bits.
fn fits_into(value: usize, width: usize) -> bool {
    (usize::BITS - value.leading_zeros()) as usize <= width
}

/// Bit `index` of `value`; zero beyond its length.
pub(super) fn bit(value: usize, index: usize) -> bool {
    index < usize::BITS as usize && value >> index & 1 == 1
}
