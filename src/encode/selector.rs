//! The interface of encodings of the choice in a slot.
//!
//! A slot has a bus. Each *code* (a turn, or idle) is a pattern of its bits, and every model has exactly one of the
//! patterns. Order constraints, idle slots and transitions need nothing else.

use crate::circuit::{Bus, Circuit, Signal};

/// Bits of a bus with their required values.
pub(super) type BitPattern = Vec<(usize, bool)>;

/// Codes that share a pattern, which no other code has.
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
    /// The codes in groups. Anything that holds for all codes of a group can be stated for the group.
    pub(super) groups: Vec<CodeGroup>,
}

impl Codebook {
    /// A codebook in which every code is a group of its own.
    pub(super) fn with_single_groups(width: usize, patterns: Vec<BitPattern>) -> Self {
        let group = |(code, pattern): (usize, &BitPattern)| CodeGroup {
            pattern: pattern.clone(),
            codes: vec![code],
        };
        let groups = patterns.iter().enumerate().map(group).collect();
        Self {
            width,
            patterns,
            groups,
        }
    }
}

/// The signals that are all true if a bus has a pattern.
pub(super) fn signals(bus: &Bus, pattern: &BitPattern) -> Vec<Signal> {
    let is = |&(at, value): &(usize, bool)| if value { bus[at] } else { !bus[at] };
    pattern.iter().map(is).collect()
}

/// The interface of an encoding of the choice in a slot.
pub(super) trait Selector {
    /// The representation of the codes.
    fn codebook(&self) -> Codebook;

    /// The bus of a new slot.
    fn fresh(&self, circuit: &mut Circuit) -> Bus;

    /// Requires that a slot has the pattern of exactly one code.
    fn constrain(&self, circuit: &mut Circuit, slot: &Bus);

    /// The approximate number of clauses that [`Self::constrain`] adds for a slot.
    fn clause_count(&self) -> usize;
}
