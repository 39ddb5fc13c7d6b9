//! Placements of a few items, and lemmas.

use std::ops::Deref;

use crate::reach::{ItemPlacement, MAX_ITEMS};

/// The placements of at most [`MAX_ITEMS`] items, in ascending order of items, without heap memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PlacementTuple {
    length: u8,
    at: [ItemPlacement; MAX_ITEMS],
}

impl PlacementTuple {
    pub(super) fn new(placements: impl IntoIterator<Item = ItemPlacement>) -> Self {
        let (mut length, mut at) = (0, [(0, 0); MAX_ITEMS]);
        for placement in placements {
            at[usize::from(length)] = placement;
            length += 1;
        }
        Self { length, at }
    }

    /// The placements whose bits are set.
    pub(super) fn subset(&self, bits: u32) -> Self {
        let placements = self.iter().enumerate();
        Self::new(placements.filter_map(|(n, &at)| (bits & (1 << n) != 0).then_some(at)))
    }
}

impl Deref for PlacementTuple {
    type Target = [ItemPlacement];

    fn deref(&self) -> &[ItemPlacement] {
        &self.at[..usize::from(self.length)]
    }
}

/// A lemma: these placements do not occur together at this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Lemma {
    pub(super) step: usize,
    pub(super) tuple: PlacementTuple,
}
