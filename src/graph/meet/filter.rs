//! Approximate sets of states, in two to four bytes per state.
//!
//! *Idea.* A Bloom filter (B. H. Bloom, 1970) with four bits for each state, all in one word, so that a query takes one
//! memory access. The first bits of a hash select the word, so the states of a [part](part_of_hash) share a range of
//! words. The range fits into the cache while it is filled or queried, and different threads fill different ranges.
//!
//! *Cost.* No false negatives, and at most half a percent of false positives, which a lookup in the set finds.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::node::hash;
use super::node_set::{NodeSet, PARTS, part_of_hash};
use crate::platform::for_each;

/// A filter of at most this many bytes fits into the cache, so hashes are queried without partitioning them.
const MAX_CACHED_BYTES: u64 = 1 << 18;

/// Fewer hashes are queried without partitioning them.
const MIN_HASHES_TO_PARTITION: usize = 1 << 13;

pub(super) struct Filter {
    words: Vec<u64>,
}

impl Filter {
    /// An empty filter for about this many nodes.
    pub(super) fn for_nodes(nodes: usize) -> Self {
        Self {
            words: vec![0; Self::words(nodes)],
        }
    }

    pub(super) fn add_layer<const N: usize>(&mut self, layer: &NodeSet<N>, jobs: NonZeroUsize) {
        let parts = self.parts();
        for_each(PARTS, jobs, &|number| {
            if let Ok(mut part) = parts[number].lock() {
                let nodes = layer.parts[number].iter();
                nodes.for_each(|node| add(&mut part, hash(node)));
            }
        });
    }

    fn words(nodes: usize) -> usize {
        (nodes / 4).next_power_of_two().max(PARTS)
    }

    /// The size of a filter for this many nodes, in bytes.
    pub(super) fn bytes(nodes: usize) -> u64 {
        (Self::words(nodes) as u64).saturating_mul(size_of::<u64>() as u64)
    }

    pub(super) fn size(&self) -> u64 {
        size_of_val(&*self.words) as u64
    }

    /// The words of each part, to which [`add`] adds the states of that part.
    pub(super) fn parts(&mut self) -> Vec<Mutex<&mut [u64]>> {
        let size = self.words.len() / PARTS;
        self.words.chunks_mut(size).map(Mutex::new).collect()
    }

    /// Removes from a list the hashes that the filter does not admit. May reorder the list.
    pub(super) fn retain<T: Copy>(&self, list: &mut Vec<(u64, T)>) {
        if self.size() <= MAX_CACHED_BYTES || list.len() < MIN_HASHES_TO_PARTITION {
            return list.retain(|&(hash, _)| self.admits(hash));
        }
        let room = list.len() / PARTS * 5 / 4;
        let mut parts: Vec<Vec<(u64, T)>> = (0..PARTS).map(|_| Vec::with_capacity(room)).collect();
        for &it in &*list {
            parts[part_of_hash(it.0)].push(it);
        }
        list.clear();
        for part in parts {
            list.extend(part.iter().filter(|(hash, _)| self.admits(*hash)));
        }
    }

    /// Whether a state with this hash may be in the set.
    #[inline]
    pub(super) fn admits(&self, hash: u64) -> bool {
        let word = word(hash, self.words.len());
        self.words[word] & bits(hash) == bits(hash)
    }
}

/// Adds a state with this hash to the words of its part.
#[inline]
pub(super) fn add(part: &mut [u64], hash: u64) {
    let word = word(hash, part.len() * PARTS) & (part.len() - 1);
    part[word] |= bits(hash);
}

/// The word of a hash in a filter with this number of words, which is a power of two.
#[inline]
fn word(hash: u64, words: usize) -> usize {
    (hash >> (u64::BITS - words.trailing_zeros())) as usize
}

/// The bits of a hash within its word.
#[inline]
fn bits(hash: u64) -> u64 {
    let bit = |from: u32| 1_u64 << (hash >> from & 63);
    bit(12) | bit(18) | bit(24) | bit(30)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_that_was_added_is_admitted_and_few_others_are() {
        let hash = |number: u64| hash(&[number, number << 20]);
        for count in [0, 1, 100, 50_000] {
            let mut filter = Filter::for_nodes(count);
            for (number, part) in filter.parts().into_iter().enumerate() {
                let mut part = part.into_inner().unwrap();
                let hashes = (0..count as u64).map(hash);
                hashes
                    .filter(|&it| super::part_of_hash(it) == number)
                    .for_each(|it| add(&mut part, it));
            }
            assert!((0..count as u64).all(|it| filter.admits(hash(it))));
            for asked in [100, 80_000] {
                let mut list: Vec<_> = (0..asked).map(|it| (hash(it), it)).collect();
                let mut admitted = list.clone();
                admitted.retain(|(hash, _)| filter.admits(*hash));
                filter.retain(&mut list);
                list.sort_unstable_by_key(|&(_, it)| it);
                assert_eq!(list, admitted, "{count}, {asked}");
                let others = admitted.iter().filter(|(_, it)| *it >= count as u64);
                assert!(others.count() as u64 <= asked / 100, "{count}, {asked}");
            }
        }
    }
}
