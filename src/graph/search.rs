//! Breadth-first search over all indices.
//!
//! *Idea.* In round `d` the whole table is scanned. Either for states at
//! distance `d`: the states from which a turn leads there, and that have no
//! distance yet, get `d + 1`. Or, once fewer states are left than were found
//! last, for states without distance: those from which a turn leads to
//! distance `d` get `d + 1`. Distances count turns *to* the goal, so they are
//! right even when the turns are not closed under inverses.
//!
//! *Marks.* A cell holds the distance modulo 15 (or 255). States of an older
//! round with the mark of this one do no harm: all who lead to them were reached
//! long ago.
//!
//! *Threads.* They take stretches of the table in turn. A cell is written by
//! whoever finds it first, and all of a round would write the same.
//!
//! *Cost.* For each state and each turn at most one look into the table. A
//! stretch goes by blocks of indices that share all digits but the last; the
//! other digits are looked up once a block, and successors of a block lie in
//! few blocks, which suits the cache.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::GraphError;
use super::cells::Cells;
use super::kind::Neighbors;
use super::moves::{Moves, Part};
use crate::control::Control;
use crate::platform::in_parallel;

/// Words that a thread takes at a time.
const STRETCH: usize = 4096;

/// A breadth-first search under way.
pub(super) struct BreadthFirst<'a> {
    moves: &'a Moves,
    cells: Cells,
    control: &'a Control,
    /// Is told how many more states have a distance now.
    notify: &'a (dyn Fn(u64) + Sync),
}

/// One round: who is looked for, where its neighbours must be, and what is
/// marked how.
#[derive(Clone, Copy)]
struct Round {
    /// From the states at a distance to those before them, or from the states
    /// without distance to those after them.
    way: Neighbors,
    here: u8,
    next: u8,
}

impl<'a> BreadthFirst<'a> {
    pub(super) fn new(
        moves: &'a Moves,
        cells: Cells,
        control: &'a Control,
        notify: &'a (dyn Fn(u64) + Sync),
    ) -> Self {
        Self {
            moves,
            cells,
            control,
            notify,
        }
    }

    /// All distances to an index, and how many states are at each.
    pub(super) fn run(self, goal: usize) -> Result<(Cells, Vec<u64>), GraphError> {
        let width = self.cells.width();
        self.cells.mark(goal, width.mark(0));
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
            found = self.round(Round {
                way,
                here: width.mark(depth),
                next: width.mark(depth + 1),
            })?;
            left -= found;
            if found > 0 {
                distribution.push(found);
            }
        }
        Ok((self.cells, distribution))
    }

    /// Returns how many states it found.
    fn round(&self, round: Round) -> Result<u64, GraphError> {
        let stretches = self.cells.words().div_ceil(STRETCH);
        let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = |_| {
            loop {
                let stretch = next.fetch_add(1, Ordering::Relaxed);
                if stretch >= stretches || self.control.stop().is_some() {
                    break;
                }
                let found = self.stretch(stretch, round);
                (self.notify)(found);
                total.fetch_add(found, Ordering::Relaxed);
            }
        };
        let threads = self.control.jobs().get().min(stretches);
        in_parallel(threads, work);
        match self.control.stop() {
            Some(stop) => Err(GraphError::Stopped(stop)),
            None => Ok(total.into_inner()),
        }
    }

    fn stretch(&self, stretch: usize, round: Round) -> u64 {
        let words = stretch * STRETCH..self.cells.words().min((stretch + 1) * STRETCH);
        let mut block = Block::new(self.moves, round.way);
        let mut found = 0;
        for word in words {
            match round.way {
                Neighbors::Before => {
                    for index in self.cells.with_mark(word, round.here) {
                        found += self.mark_neighbours(block.neighbours(index), round.next);
                    }
                }
                Neighbors::After => {
                    let unreached = self.cells.width().unreached();
                    for index in self.cells.with_mark(word, unreached) {
                        let mut neighbours = block.neighbours(index);
                        if neighbours.any(|there| self.cells.get(there) == round.here) {
                            found += u64::from(self.cells.mark(index, round.next));
                        }
                    }
                }
            }
        }
        found
    }

    fn mark_neighbours(&self, neighbours: impl Iterator<Item = usize>, mark: u8) -> u64 {
        let unreached = self.cells.width().unreached();
        let mut found = 0;
        for there in neighbours {
            // A look costs less than an attempt.
            if self.cells.get(there) == unreached {
                found += u64::from(self.cells.mark(there, mark));
            }
        }
        found
    }
}

/// Indices that share all digits but the last.
struct Block<'a> {
    moves: &'a Moves,
    way: Neighbors,
    /// The table of the last digit, if it has one.
    table: Option<&'a [u32]>,
    /// The indices of the block; at first there are none.
    start: usize,
    end: usize,
    /// What the other digits count after (or before) each turn.
    bases: Vec<u32>,
    /// What the last digit counts, where there is no table.
    last: Vec<u32>,
}

impl<'a> Block<'a> {
    fn new(moves: &'a Moves, way: Neighbors) -> Self {
        Self {
            moves,
            way,
            table: moves.last().and_then(|part| part.table(way)),
            start: 0,
            end: 0,
            bases: vec![0; moves.turns()],
            last: vec![0; moves.turns()],
        }
    }

    /// Where the turns lead from an index, or lead there from. Indices come in
    /// increasing order.
    fn neighbours(&mut self, index: usize) -> impl Iterator<Item = usize> {
        if index >= self.end {
            self.enter(index);
        }
        let turns = self.moves.turns();
        let row = match (self.table, self.moves.last()) {
            (Some(table), _) => &table[(index - self.start) * turns..][..turns],
            (None, Some(part)) => {
                self.last.fill(0);
                part.add(index, self.way, &mut self.last);
                &self.last
            }
            // The only state: nothing leads elsewhere.
            (None, None) => &self.last,
        };
        let sum = |(base, last): (&u32, &u32)| (base + last) as usize;
        self.bases.iter().zip(row).map(sum)
    }

    fn enter(&mut self, index: usize) {
        let size = self.moves.last().map_or(1, |part: &Part| part.size);
        self.start = index - index % size;
        self.end = self.start + size;
        self.bases.fill(0);
        for part in self.moves.others() {
            part.add(index, self.way, &mut self.bases);
        }
    }
}
