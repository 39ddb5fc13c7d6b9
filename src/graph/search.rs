//! Breadth-first search over all indices.
//!
//! *Idea.* Round `d` scans the whole table, in one of two directions. Backwards: for each state at distance `d`, the
//! states without distance from which a turn leads there get `d + 1`. Forwards, once fewer states are left than were
//! found last: each state without distance from which a turn leads to distance `d` gets `d + 1`. Distances count turns
//! *to* the goal, so they are correct even if the turns are not closed under inverses.
//!
//! *Marks.* A cell holds the distance modulo 15. States of an earlier round with the current mark do no harm:
//! all their predecessors have been reached before.
//!
//! *Threads.* Threads take ranges of the table in turn. The first to find a cell writes it, and all threads of a round
//! would write the same value.
//!
//! *Cost.* At most one table lookup per state and turn. A range is processed in blocks of indices that share all digits
//! but the last; the other digits are looked up once per block, and the successors of a block lie in few blocks, which
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
    /// Called with the number of states that newly got a distance.
    pub(super) notify: &'a (dyn Fn(u64) + Sync),
}

/// One round: its direction, the mark of the current distance, and that of the next one.
#[derive(Clone, Copy)]
struct Round {
    /// From states at a given distance to their predecessors, or from states without distance to their successors.
    way: Neighbors,
    current_mark: u8,
    next_mark: u8,
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
            let way = if left < found {
                Neighbors::After
            } else {
                Neighbors::Before
            };
            found = self.run_round(Round {
                way,
                current_mark: mark(depth),
                next_mark: mark(depth + 1),
            })?;
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

    fn run_round(&self, round: Round) -> Result<u64, Error> {
        let chunks = self.cells.words().div_ceil(WORDS_PER_CHUNK);
        let total = AtomicU64::new(0);
        for_each(chunks, self.control.jobs(), &|chunk| {
            if self.control.stop().is_none() {
                let found = self.scan_chunk(chunk, round);
                (self.notify)(found);
                total.fetch_add(found, Ordering::Relaxed);
            }
        });
        self.control.check()?;
        Ok(total.into_inner())
    }

    fn scan_chunk(&self, chunk: usize, round: Round) -> u64 {
        let words = chunk * WORDS_PER_CHUNK..self.cells.words().min((chunk + 1) * WORDS_PER_CHUNK);
        let mut block = Block::new(self.actions, round.way);
        let mut found = 0;
        for word in words {
            match round.way {
                Neighbors::Before => {
                    for index in self.cells.indices_with_mark(word, round.current_mark) {
                        found += self.mark_neighbors(block.neighbors(index), round.next_mark);
                    }
                }
                Neighbors::After => {
                    for index in self.cells.indices_with_mark(word, UNREACHED) {
                        let mut neighbors = block.neighbors(index);
                        if neighbors.any(|there| self.cells.get(there) == round.current_mark) {
                            found += u64::from(self.cells.mark(index, round.next_mark));
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
    way: Neighbors,
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
    fn new(actions: &'a DigitActions, way: Neighbors) -> Self {
        Self {
            actions,
            way,
            table: actions.last().and_then(|digit| digit.table(way)),
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
                digit.add_contributions(index, self.way, &mut self.last);
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
            digit.add_contributions(index, self.way, &mut self.bases);
        }
    }
}
