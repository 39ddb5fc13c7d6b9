//! The depth-first search with the tables.
//!
//! *Idea.* Up to [`BATCH_SIZE`] nodes of a depth are looked up before any of them is expanded, so that the processor
//! waits for many places in memory at once. The nodes of a depth stay in the order of their turn sequences, and so do the
//! solutions.

use std::ops::Range;

use super::classes::Classes;
use super::lookup::{Lookups, Node};
use super::tables::LowerBoundTable;
use super::turn_automaton::TurnAutomaton;
use crate::control::{Control, Stop};

/// The number of nodes that are expanded together.
const BATCH_SIZE: usize = 512;

/// The number of batches between two checks of the clock.
const BATCHES_PER_CHECK: u32 = 1 << 6;

/// The state of a search: the open nodes of each level.
pub(super) struct DepthFirst<'a, const K: usize> {
    classes: &'a Classes,
    automaton: &'a TurnAutomaton,
    table: &'a LowerBoundTable,
    control: &'a Control,
    levels: Vec<Vec<Node<K>>>,
    lookups: Lookups<K>,
    batches: u32,
}

impl<'a, const K: usize> DepthFirst<'a, K> {
    /// A search from the nodes of the last level.
    pub(super) fn new(
        classes: &'a Classes,
        automaton: &'a TurnAutomaton,
        table: &'a LowerBoundTable,
        levels: Vec<Vec<Node<K>>>,
        control: &'a Control,
    ) -> Self {
        Self {
            classes,
            automaton,
            table,
            control,
            levels,
            lookups: Lookups::default(),
            batches: 0,
        }
    }

    pub(super) fn lookup_count(&self) -> u64 {
        self.lookups.lookup_count
    }

    pub(super) fn nodes(&self, level: usize) -> &[Node<K>] {
        &self.levels[level]
    }

    /// The turns that lead from the first level to a node of another level, and the node of the first level where they
    /// begin.
    pub(super) fn path(&self, level: usize, mut at: usize) -> (usize, Vec<usize>) {
        let mut path = Vec::with_capacity(level);
        for nodes in self.levels[1..=level].iter().rev() {
            path.push(nodes[at].turn.into());
            at = nodes[at].parent as usize;
        }
        path.reverse();
        (at, path)
    }

    /// Adds a level: the successors of all nodes of the last level, from which `left` turns should lead to the goal.
    pub(super) fn deepen(&mut self, left: usize) {
        let level = self.levels.len() - 1;
        let count = self.levels[level].len();
        let mut all = Vec::new();
        for first in (0..count).step_by(BATCH_SIZE) {
            self.expand(level, first..count.min(first + BATCH_SIZE), left);
            all.append(&mut self.levels[level + 1]);
        }
        self.levels.truncate(level + 1);
        self.levels.push(all);
    }

    /// Tries all sequences of exactly `left` turns from the nodes of a level. For each that leads to distance 0 in every
    /// image, calls `found` with the node of the first level where the sequence begins, and with all turns from there.
    pub(super) fn search_all(
        &mut self,
        level: usize,
        left: usize,
        found: &mut dyn FnMut(usize, Vec<usize>),
    ) -> Result<(), Stop> {
        let count = self.levels[level].len();
        if left == 0 {
            // A direction table has already shown that the distances are 0.
            if let LowerBoundTable::Distances(_) = self.table {
                let nodes = &mut self.levels[level];
                self.lookups
                    .look_up(self.classes, self.automaton, self.table, nodes, left);
            } else {
                self.lookups.reset(self.automaton, &self.levels[level]);
            }
            for &(at, _) in &self.lookups.alive {
                let (from, path) = self.path(level, at as usize);
                found(from, path);
            }
            return Ok(());
        }
        for first in (0..count).step_by(BATCH_SIZE) {
            if self.batches.is_multiple_of(BATCHES_PER_CHECK) {
                self.control.check()?;
            }
            self.batches = self.batches.wrapping_add(1);
            self.expand(level, first..count.min(first + BATCH_SIZE), left);
            if !self.levels[level + 1].is_empty() {
                self.search_all(level + 1, left - 1, found)?;
            }
        }
        Ok(())
    }

    /// Makes the successors of some nodes the next level.
    fn expand(&mut self, level: usize, nodes: Range<usize>, left: usize) {
        if self.levels.len() == level + 1 {
            self.levels.push(Vec::new());
        }
        let (before, after) = self.levels.split_at_mut(level + 1);
        let (from, next) = (&mut before[level][nodes.clone()], &mut after[0]);
        next.clear();
        self.lookups
            .look_up(self.classes, self.automaton, self.table, from, left);
        self.lookups
            .push_successors(self.automaton, from, nodes.start, next);
    }
}
