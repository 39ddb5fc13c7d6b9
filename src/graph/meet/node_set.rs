//! Sets of nodes.
//!
//! *Idea.* A set consists of sorted lists of nodes, partitioned by a hash of the state. So each part fits into the
//! cache while it is sorted, threads work on different parts, and only the nodes are stored. New nodes are appended to
//! the sorted nodes of their part. When a part is full and at least a third of its nodes are new, it is sorted and
//! duplicates are removed.
//!
//! *Cost.* `8 N` bytes per node, and up to twice as many while the set is collected.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::node::{Node, compare, hash, state};
use crate::platform::for_each;

/// The number of parts of a set.
pub(super) const PARTS: usize = 256;

/// The part of a state.
#[inline]
pub(super) fn part_of<const N: usize>(node: &Node<N>) -> usize {
    part_of_hash(hash(node))
}

/// The part of a state with this hash.
#[inline]
pub(super) fn part_of_hash(hash: u64) -> usize {
    (hash >> 56) as usize
}

#[derive(Debug, PartialEq)]
pub(super) struct NodeSet<const N: usize> {
    pub(super) parts: Vec<Vec<Node<N>>>,
}

impl<const N: usize> NodeSet<N> {
    pub(super) fn from_nodes(nodes: Vec<Node<N>>) -> Self {
        let mut parts = vec![Vec::new(); PARTS];
        for node in nodes {
            parts[part_of(&node)].push(node);
        }
        for part in &mut parts {
            part.sort_unstable_by(compare);
            part.dedup();
        }
        Self { parts }
    }

    pub(super) fn len(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.iter().all(Vec::is_empty)
    }

    pub(super) fn bytes(&self) -> u64 {
        let capacity: usize = self.parts.iter().map(Vec::capacity).sum();
        (capacity * size_of::<Node<N>>()) as u64
    }

    /// The nodes with the state of a node, in any context.
    pub(super) fn nodes_of_state(&self, node: &Node<N>) -> &[Node<N>] {
        let part = &self.parts[part_of(node)];
        let wanted = state(node);
        let rest = &part[part.partition_point(|it| compare(it, &wanted).is_lt())..];
        let end = rest.iter().take_while(|it| state(it) == wanted).count();
        &rest[..end]
    }
}

/// A memory budget that several sets share.
pub(super) struct MemoryBudget {
    max_bytes: AtomicU64,
    used: AtomicU64,
}

impl MemoryBudget {
    pub(super) fn new(max_bytes: u64) -> Self {
        Self {
            max_bytes: AtomicU64::new(max_bytes),
            used: AtomicU64::new(0),
        }
    }

    pub(super) fn max_bytes(&self) -> u64 {
        self.max_bytes.load(Ordering::Relaxed)
    }

    /// Changes the limit. Must not be called while a set is collected.
    pub(super) fn set_limit(&self, max_bytes: u64) {
        self.max_bytes.store(max_bytes, Ordering::Relaxed);
    }

    pub(super) fn remaining(&self) -> u64 {
        self.max_bytes()
            .saturating_sub(self.used.load(Ordering::Relaxed))
    }

    /// Counts this many bytes as used, and returns whether they fit.
    pub(super) fn take(&self, bytes: u64) -> bool {
        self.used.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.max_bytes()
    }

    pub(super) fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// A set that is being collected.
pub(super) struct NodeSetBuilder<'a, const N: usize> {
    parts: Vec<Mutex<Part<N>>>,
    memory: &'a MemoryBudget,
}

/// A part: the sorted nodes, followed by the nodes added since they were sorted.
#[derive(Default)]
struct Part<const N: usize> {
    nodes: Vec<Node<N>>,
    sorted: usize,
}

/// Fewer new nodes are not worth sorting.
const MIN_NODES_TO_SORT: usize = 1 << 6;

impl<'a, const N: usize> NodeSetBuilder<'a, N> {
    pub(super) fn new(memory: &'a MemoryBudget) -> Self {
        let parts = (0..PARTS).map(|_| Mutex::default()).collect();
        Self { parts, memory }
    }

    /// Moves nodes from the list to their part. Returns whether there was enough memory.
    pub(super) fn add(&self, part: usize, nodes: &mut Vec<Node<N>>) -> bool {
        let Ok(mut part) = self.parts[part].lock() else {
            return false; // Another thread panicked.
        };
        let before = part.nodes.capacity();
        part.make_room(nodes.len());
        part.nodes.append(nodes);
        let grown = part.nodes.capacity().saturating_sub(before);
        self.memory.take((grown * size_of::<Node<N>>()) as u64)
    }

    /// The set without the nodes of earlier layers.
    pub(super) fn finish_without(self, earlier: &[NodeSet<N>], jobs: NonZeroUsize) -> NodeSet<N> {
        for_each(PARTS, jobs, &|number| self.finish_part(number, earlier));
        let nodes = |part: Mutex<Part<N>>| part.into_inner().unwrap_or_default().nodes;
        NodeSet {
            parts: self.parts.into_iter().map(nodes).collect(),
        }
    }

    /// Sorts the nodes of a part, and removes nodes of earlier layers.
    fn finish_part(&self, number: usize, earlier: &[NodeSet<N>]) {
        let Ok(mut part) = self.parts[number].lock() else {
            return; // Another thread panicked.
        };
        let before = part.nodes.capacity();
        part.sort();
        for layer in earlier {
            subtract(&mut part.nodes, &layer.parts[number]);
        }
        part.nodes.shrink_to_fit();
        let freed = before.saturating_sub(part.nodes.capacity());
        self.memory.give_back((freed * size_of::<Node<N>>()) as u64);
    }

    /// Discards the set and returns its memory.
    pub(super) fn discard(self) {
        for part in self.parts {
            let part = part.into_inner().unwrap_or_default();
            let bytes = part.nodes.capacity() * size_of::<Node<N>>();
            self.memory.give_back(bytes as u64);
        }
    }
}

impl<const N: usize> Part<N> {
    fn make_room(&mut self, more: usize) {
        if self.nodes.len() + more <= self.nodes.capacity() {
            return;
        }
        if self.nodes.len() - self.sorted >= MIN_NODES_TO_SORT.max(self.sorted / 2) {
            self.sort();
        }
        let room = self.nodes.capacity() - self.nodes.len();
        if room < more.max(self.sorted / 2) {
            self.nodes
                .reserve_exact(more + MIN_NODES_TO_SORT.max(self.nodes.len() / 2));
        }
    }

    fn sort(&mut self) {
        self.nodes[self.sorted..].sort_unstable_by(compare);
        // Sorting two sorted lists in a row only merges them.
        self.nodes.sort_by(compare);
        self.nodes.dedup();
        self.sorted = self.nodes.len();
    }
}

/// Removes from a sorted list the elements of another one.
fn subtract<const N: usize>(nodes: &mut Vec<Node<N>>, other: &[Node<N>]) {
    let mut from = 0;
    nodes.retain(|node| {
        while other.get(from).is_some_and(|it| compare(it, node).is_lt()) {
            from += 1;
        }
        other.get(from) != Some(node)
    });
}
