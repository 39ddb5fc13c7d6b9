//! Codebooks: the representation of the choice in a slot.
//!
//! A slot has a bus. Each *code* (a turn, or idle) is a pattern of the bus's bits, and in every model the bus has
//! exactly one of the patterns. Order constraints, idle slots and transitions need nothing else.

use std::ops::Range;

use crate::circuit::{Bus, Circuit, Signal, at_most_one_clause_count, width_for};
use crate::puzzle::TurnId;

/// The meaning of a selector code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A turn is made.
    Turn(TurnId),
    /// No turn is made, here and in all later slots.
    Idle,
}

/// Bits of a bus with their required values.
pub(super) type BitPattern = Vec<(usize, bool)>;

/// Codes whose patterns share a part, `pattern`, that no other code has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodeGroup {
    pub(super) pattern: BitPattern,
    pub(super) codes: Vec<usize>,
}

/// The representation of codes on a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Codebook {
    /// The number of bits of the bus.
    pub(super) width: usize,
    /// The pattern of each code.
    pub(super) patterns: Vec<BitPattern>,
    /// The codes in groups. A clause for all codes of a group needs to be added only once, for the group.
    pub(super) groups: Vec<CodeGroup>,
    /// The constraint that a bus has the pattern of exactly one code.
    pub(super) validity: Validity,
}

/// Which values of a bus are codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Validity {
    /// The numbers below this number.
    Below(usize),
    /// The values with exactly one true bit in each range, and not both bits of any excluded pair.
    OneOfEach {
        ranges: Vec<Range<usize>>,
        excluded_pairs: Vec<[usize; 2]>,
    },
}

impl Codebook {
    /// The choice as a binary number: code *i* is the number *i*, least significant bit first.
    ///
    /// *Source.* Yurichev, *SAT/SMT by Example*.
    ///
    /// *Why it is sound.* A number has one value; values that represent no turn are forbidden.
    ///
    /// *Cost.* Few variables, but every clause about a turn has one literal per bit.
    pub(super) fn binary(codes: usize) -> Self {
        let width = width_for(codes);
        let bits = |code: usize| (0..width).map(move |at| (at, code >> at & 1 == 1));
        let patterns = (0..codes).map(|code| bits(code).collect());
        Self::with_single_groups(width, patterns.collect(), Validity::Below(codes))
    }

    /// The choice as one literal per turn, exactly one of them true: code *i* is bit *i*.
    ///
    /// *Source.* The usual encoding of actions in planning as satisfiability (Kautz and Selman).
    ///
    /// *Why it is sound.* "Exactly one" is required in every slot.
    ///
    /// *Cost.* One variable per turn, and a clause for each pair of turns; clauses about a turn have one literal for
    /// the turn.
    pub(super) fn onehot(codes: usize) -> Self {
        let patterns = (0..codes).map(|code| vec![(code, true)]);
        let all = 0..codes;
        let validity = Validity::OneOfEach {
            ranges: vec![all],
            excluded_pairs: Vec::new(),
        };
        Self::with_single_groups(codes, patterns.collect(), validity)
    }

    /// A codebook in which every code is a group of its own.
    fn with_single_groups(width: usize, patterns: Vec<BitPattern>, validity: Validity) -> Self {
        let group = |(code, pattern): (usize, &BitPattern)| CodeGroup {
            pattern: pattern.clone(),
            codes: vec![code],
        };
        let groups = patterns.iter().enumerate().map(group).collect();
        Self {
            width,
            patterns,
            groups,
            validity,
        }
    }

    /// The bus of a new slot. A bit that is the only one of its range is constant.
    pub(super) fn fresh_bus(&self, circuit: &mut Circuit) -> Bus {
        match &self.validity {
            Validity::Below(_) => circuit.input_bus(self.width),
            Validity::OneOfEach { ranges, .. } => {
                let mut signals = Vec::with_capacity(self.width);
                for range in ranges {
                    match range.len() {
                        1 => signals.push(Signal::TRUE),
                        count => signals.extend(circuit.input_bus(count)),
                    }
                }
                signals
            }
        }
    }

    /// Requires that a slot has the pattern of exactly one code.
    pub(super) fn constrain(&self, circuit: &mut Circuit, slot: &[Signal]) {
        match &self.validity {
            Validity::Below(codes) => circuit.require_less_than(slot, *codes),
            Validity::OneOfEach {
                ranges,
                excluded_pairs,
            } => {
                for range in ranges {
                    circuit.require_exactly_one(&slot[range.clone()]);
                }
                for &[a, b] in excluded_pairs {
                    circuit.require_clause(&[!slot[a], !slot[b]]);
                }
            }
        }
    }

    /// The approximate number of clauses that [`Self::constrain`] adds for a slot.
    pub(super) fn clause_count(&self) -> usize {
        match &self.validity {
            Validity::Below(_) => self.width,
            Validity::OneOfEach {
                ranges,
                excluded_pairs,
            } => {
                let exactly_one = |range: &Range<usize>| at_most_one_clause_count(range.len()) + 1;
                ranges.iter().map(exactly_one).sum::<usize>() + excluded_pairs.len()
            }
        }
    }
}
