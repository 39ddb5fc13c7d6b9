//! The choice of a turn as one literal per turn, exactly one of them true.
//!
//! *Source.* The usual encoding of actions in planning as satisfiability (Kautz and Selman).
//!
//! *Why it is sound.* "Exactly one" is required in every slot.
//!
//! *Cost.* One variable per turn, and a clause for each pair of turns; clauses about a turn have one literal for it.

use super::selector::{Codebook, Validity};

/// Code *i* is bit *i*.
pub(super) fn codebook(codes: usize) -> Codebook {
    let patterns = (0..codes).map(|code| vec![(code, true)]);
    let all = 0..codes;
    let validity = Validity::OneOfEach {
        ranges: vec![all],
        excluded_pairs: Vec::new(),
    };
    Codebook::with_single_groups(codes, patterns.collect(), validity)
}
