//! What each encoding of the choice in a slot must say.
//!
//! A slot has a bus. Each *code* (a turn, or idle) is a pattern of bits of it, and
//! exactly one pattern is there in every model. So order constraints, idle slots
//! and transitions need to know nothing else.

use crate::circuit::{Bus, Circuit, Signal};

/// Bits of a bus with the values that they must have.
pub(super) type BitPattern = Vec<(usize, bool)>;

/// Codes that are told from the others by a pattern of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CodeGroup {
    pub(super) pattern: BitPattern,
    pub(super) codes: Vec<usize>,
}

/// How codes are written on a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Codebook {
    /// How many bits the bus has.
    pub(super) width: usize,
    /// The pattern of each code.
    pub(super) patterns: Vec<BitPattern>,
    /// The codes in groups. What all codes of a group do alike can be said of
    /// the group.
    pub(super) groups: Vec<CodeGroup>,
}

impl Codebook {
    /// Every code is a group of its own.
    pub(super) fn one_by_one(width: usize, patterns: Vec<BitPattern>) -> Self {
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

/// The signals that are all true when a bus has a pattern.
pub(super) fn signals(bus: &Bus, pattern: &BitPattern) -> Vec<Signal> {
    let is = |&(at, value): &(usize, bool)| if value { bus[at] } else { !bus[at] };
    pattern.iter().map(is).collect()
}

/// What an encoding of the choice in a slot must say.
pub(super) trait Selector {
    /// How the codes are written.
    fn codebook(&self) -> Codebook;

    /// The bus of a new slot.
    fn fresh(&self, circuit: &mut Circuit) -> Bus;

    /// Requires that a slot has the pattern of exactly one code.
    fn constrain(&self, circuit: &mut Circuit, slot: &Bus);

    /// About how many clauses that takes, for one slot.
    fn constraints(&self) -> usize;
}
