//! Placements of a few items, and lemmas.

use crate::reach::{ItemPlacement, MAX_ITEMS};

/// The placements of a few items, in ascending order of items, without heap memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PlacementTuple {
    length: u8,
    at: [ItemPlacement; MAX_ITEMS],
}

impl PlacementTuple {
    pub(super) fn new(at: &[ItemPlacement]) -> Self {
        let mut tuple = Self {
            length: at.len() as u8,
            at: [(0, 0); MAX_ITEMS],
        };
        tuple.at[..at.len()].copy_from_slice(at);
        tuple
    }

    /// The placements whose bits are set.
    pub(super) fn subset(at: &[ItemPlacement], bits: u32) -> Self {
        let mut part = Self::new(&[]);
        for (n, &at) in at.iter().enumerate() {
            if bits & (1 << n) != 0 {
                part.at[usize::from(part.length)] = at;
                part.length += 1;
            }
        }
        part
    }

    pub(super) fn as_slice(&self) -> &[ItemPlacement] {
        &self.at[..usize::from(self.length)]
    }
}

/// A lemma: these placements do not occur together at this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lemma {
    pub(super) step: usize,
    pub(super) tuple: PlacementTuple,
}
