//! Breadth-first search over all indices.
//!
//! *Idea.* Round `d` scans the whole table. Each state that has no distance yet, and from which a turn leads to a state
//! at distance `d`, gets the distance `d + 1`. At first, a round follows turns backwards from the states at distance
//! `d`. Once fewer states have no distance than the previous round found, a round follows turns forwards from the
//! states without a distance. Distances count turns *to* the goal, so they are correct even if inverses are missing.
//!
//! *Marks.* A cell holds the distance modulo 15. States of an earlier round with the current mark do no harm: all their
//! predecessors already have a distance.
//!
//! *Threads.* Each thread takes one range of the table after another. Several threads may write the same cell, but all
//! threads of a round write the same value.
//!
//! *Cost.* At most one table lookup per state and turn. A range is processed in blocks of indices that share all digits
//! but the last. The shared digits are looked up once per block, and the successors of a block lie in few blocks, which
//! suits the cache.

use std::sync::atomic::{AtomicU64, Ordering};

use super::cells::{Cells, UNREACHED, mark};
use super::digit_actions::DigitActions;
use super::kind::Neighbors;
use crate::control::Control;
use crate::error::Error;
use crate::platform::for_each;

/// The number of words that a thread takes at a time.
const WORDS_PER_CHUNK: usize = 4096;

/// The distances found by a search, or read from a file.
pub struct Distances {
    pub(super) cells: Cells,
    pub(super) distribution: Vec<u64>,
}

pub(super) struct BreadthFirst<'a> {
    pub(super) actions: &'a DigitActions,
    pub(super) cells: Cells,
    pub(super) control: &'a Control,
    /// Called with the number of states that got a distance since the previous call.
    pub(super) notify: &'a (dyn Fn(u64) + Sync),
}

impl BreadthFirst<'_> {
    /// The distances of all indices to `goal`.
    pub(super) fn run(self, goal: usize) -> Result<Distances, Error> {
        self.cells.mark(goal, mark(0));
        (self.notify)(1);
        let mut distribution = vec![1];
        let mut left = self.cells.size() as u64 - 1;
        let mut found = 1;
        while found > 0 && left > 0 {
            let depth = distribution.len() - 1;
            let direction = if left < found {
                Neighbors::After
            } else {
                Neighbors::Before
            };
            found = self.run_round(direction, depth)?;
            left -= found;
            if found > 0 {
                distribution.push(found);
            }
        }
        Ok(Distances {
            cells: self.cells,
            distribution,
        })
    }

    /// Marks the states at distance `depth + 1`: as predecessors of states at distance `depth`, or as states without a
    /// distance that have such a successor.
    fn run_round(&self, direction: Neighbors, depth: usize) -> Result<u64, Error> {
        let chunks = self.cells.len_in_words().div_ceil(WORDS_PER_CHUNK);
        let total = AtomicU64::new(0);
        for_each(chunks, self.control.jobs(), &|chunk| {
            if self.control.stop().is_none() {
                let found = self.scan_chunk(chunk, direction, depth);
                (self.notify)(found);
                total.fetch_add(found, Ordering::Relaxed);
            }
        });
        self.control.check()?;
        Ok(total.into_inner())
    }

    fn scan_chunk(&self, chunk: usize, direction: Neighbors, depth: usize) -> u64 {
        let words =
            chunk * WORDS_PER_CHUNK..self.cells.len_in_words().min((chunk + 1) * WORDS_PER_CHUNK);
        let (current_mark, next_mark) = (mark(depth), mark(depth + 1));
        let mut block = Block::new(self.actions, direction);
        let mut found = 0;
        for word in words {
            match direction {
                Neighbors::Before => {
                    for index in self.cells.indices_with_mark(word, current_mark) {
                        found += self.mark_neighbors(block.neighbors(index), next_mark);
                    }
                }
                Neighbors::After => {
                    for index in self.cells.indices_with_mark(word, UNREACHED) {
                        let mut neighbors = block.neighbors(index);
                        if neighbors.any(|there| self.cells.get(there) == current_mark) {
                            found += u64::from(self.cells.mark(index, next_mark));
                        }
                    }
                }
            }
        }
        found
    }

    fn mark_neighbors(&self, neighbors: impl Iterator<Item = usize>, mark: u8) -> u64 {
        let mut found = 0;
        for there in neighbors {
            // Reading is cheaper than a failed write.
            if self.cells.get(there) == UNREACHED {
                found += u64::from(self.cells.mark(there, mark));
            }
        }
        found
    }
}

/// Indices that share all digits but the last.
struct Block<'a> {
    actions: &'a DigitActions,
    direction: Neighbors,
    /// The table of the last digit, if it has one.
    table: Option<&'a [u32]>,
    /// The indices of the block; initially empty.
    start: usize,
    end: usize,
    /// The contribution of the other digits after (or before) each turn.
    bases: Vec<u32>,
    /// The contribution of the last digit, if it has no table.
    last: Vec<u32>,
}

impl<'a> Block<'a> {
    fn new(actions: &'a DigitActions, direction: Neighbors) -> Self {
        Self {
            actions,
            direction,
            table: actions.last().and_then(|digit| digit.table(direction)),
            start: 0,
            end: 0,
            bases: vec![0; actions.turns],
            last: vec![0; actions.turns],
        }
    }

    /// The successors or predecessors of an index. Indices must come in ascending order.
    fn neighbors(&mut self, index: usize) -> impl Iterator<Item = usize> {
        if index >= self.end {
            self.enter(index);
        }
        let turns = self.actions.turns;
        let row = match (self.table, self.actions.last()) {
            (Some(table), _) => &table[(index - self.start) * turns..][..turns],
            (None, Some(digit)) => {
                self.last.fill(0);
                digit.add_contributions(index, self.direction, &mut self.last);
                &self.last
            }
            // There is only one state.
            (None, None) => &self.last,
        };
        let sum = |(base, last): (&u32, &u32)| (base + last) as usize;
        self.bases.iter().zip(row).map(sum)
    }

    fn enter(&mut self, index: usize) {
        let size = self.actions.last().map_or(1, |digit| digit.size);
        self.start = index - index % size;
        self.end = self.start + size;
        self.bases.fill(0);
        for digit in self.actions.all_but_last() {
            digit.add_contributions(index, self.direction, &mut self.bases);
        }
    }
}
