//! The distance of each entry from the goal, filled breadth-first by all threads, up to a requested depth.
//!
//! *Idea.* While few entries are new, each new entry marks its neighbors. Later, each unmarked entry looks for a new
//! neighbor. The entries of a class are a row of the table. A turn maps one row to one row, so both stay in the cache.
//!
//! *Cost.* Four bits per entry, so a distance is at most 14. The 140,908,410 entries of the 3×3×3 take 67 MiB and about
//! 4 seconds of processor time. The entries within 8 turns, enough to refute 13 turns, take a tenth of this time.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use super::super::cells::{Cells, UNREACHED as UNKNOWN};
use super::classes::Classes;
use crate::control::{Control, Stop};
use crate::platform::{in_parallel, pause};

/// The bound of entries to which no turns lead.
const UNREACHABLE: u8 = u8::MAX;

/// New entries mark their neighbors while there are more than this many unmarked entries for each new entry.
const MIN_UNMARKED_RATIO: usize = 3;

/// The distances of the entries that were reached, and a lower bound for all other entries.
///
/// Other threads search with the table while a layer is filled. They read [`Self::unreached_bound`] first, so an entry
/// either has its distance or had not been reached at that time.
pub(super) struct Distances {
    cells: Cells,
    /// A lower bound for the entries that were not reached; [`UNREACHABLE`] if no turns lead to them.
    unreached_bound: AtomicU8,
    depth: AtomicU8,
    unreached_count: AtomicUsize,
    /// The number of joint values that were reached.
    values: AtomicU64,
    last: Mutex<LastLayer>,
}

/// The entries of the greatest distance.
struct LastLayer {
    /// By class: whether it has entries in the layer.
    new: Vec<AtomicU8>,
    count: usize,
}

impl Distances {
    /// A table with only the goal filled.
    pub(super) fn new(classes: &Classes) -> Self {
        let all = Self {
            cells: Cells::new(classes.entries()),
            unreached_bound: AtomicU8::new(1),
            depth: AtomicU8::new(0),
            unreached_count: AtomicUsize::new(classes.entries() - 1),
            values: AtomicU64::new(1),
            last: Mutex::new(LastLayer {
                new: (0..classes.len())
                    .map(|class| AtomicU8::new(u8::from(class == 0)))
                    .collect(),
                count: 1,
            }),
        };
        // The goal has the first value of all, and no symmetry moves it.
        all.cells.mark(0, 0);
        all
    }

    pub(super) fn bytes(classes: &Classes) -> u64 {
        // Filling also needs two lists of classes.
        (8 * Cells::word_count(classes.entries()) + 2 * classes.len()) as u64
    }

    /// The stored distance of an entry; [`UNKNOWN`] if it was not reached.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> u8 {
        self.cells.get(place)
    }

    /// A lower bound for the distance of an entry. The bound for entries that were not reached must be read first.
    #[inline(always)]
    pub(super) fn get_or(&self, place: usize, unreached_bound: u8) -> u8 {
        match self.get(place) {
            UNKNOWN => unreached_bound,
            distance => distance,
        }
    }

    /// A lower bound for the entries that were not reached; [`UNREACHABLE`] if no turns lead to them.
    pub(super) fn unreached_bound(&self) -> u8 {
        self.unreached_bound.load(Ordering::Acquire)
    }

    /// Whether every entry has its distance, or no turns lead to it.
    pub(super) fn is_complete(&self) -> bool {
        self.unreached_bound() == UNREACHABLE
    }

    /// A lower bound for the distance of an entry; `None` if no turns lead there.
    pub(super) fn distance_lower_bound(&self, place: usize) -> Option<usize> {
        let distance = self.get_or(place, self.unreached_bound());
        (distance != UNREACHABLE).then_some(distance.into())
    }

    pub(super) fn reached_value_count(&self) -> u64 {
        self.values.load(Ordering::Relaxed)
    }

    pub(super) fn unreached_count(&self) -> u64 {
        self.unreached_count.load(Ordering::Relaxed) as u64
    }

    /// The greatest distance so far.
    pub(super) fn depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed).into()
    }

    /// Waits until no other thread fills the next layer, and locks the last layer.
    fn last_layer(&self, control: &Control) -> Result<MutexGuard<'_, LastLayer>, Stop> {
        loop {
            match self.last.try_lock() {
                Ok(last) => return Ok(last),
                Err(TryLockError::Poisoned(error)) => {
                    // The thread that filled the next layer panicked.
                    self.forget_next();
                    self.last.clear_poison();
                    return Ok(error.into_inner());
                }
                Err(TryLockError::WouldBlock) => match control.stop() {
                    Some(stop) => return Err(stop),
                    None => pause(),
                },
            }
        }
    }

    /// Discards an incomplete layer, which would be mistaken for a complete layer.
    fn forget_next(&self) {
        let next = self.depth.load(Ordering::Relaxed) + 1;
        let places = 0..self.cells.size();
        self.cells
            .for_each_with_mark(places, next, |place| self.cells.clear(place));
    }

    /// Fills the next layer, unless everything was reached or an entry cannot hold the distance. If another thread is
    /// filling the layer, waits. Returns whether the layer was filled.
    pub(super) fn deepen(&self, classes: &Classes, control: &Control) -> Result<bool, Stop> {
        let before = self.unreached_bound();
        let mut last = self.last_layer(control)?;
        let unreached_bound = self.unreached_bound();
        if unreached_bound != before {
            return Ok(unreached_bound != UNREACHABLE);
        }
        let depth = self.depth.load(Ordering::Relaxed);
        if unreached_bound == UNREACHABLE || depth + 1 == UNKNOWN {
            return Ok(false);
        }
        let next: Vec<AtomicU8> = (0..classes.len()).map(|_| AtomicU8::new(0)).collect();
        let at = AtomicUsize::new(0);
        let left = self.unreached_count.load(Ordering::Relaxed);
        let marks_neighbors = last.count * MIN_UNMARKED_RATIO < left;
        let new = &last.new;
        let work = || {
            let mut selected = Vec::new();
            loop {
                let class = at.fetch_add(1, Ordering::Relaxed);
                if class >= classes.len() || (class.is_multiple_of(64) && control.stop().is_some())
                {
                    return;
                }
                if marks_neighbors {
                    if new[class].load(Ordering::Relaxed) != 0 {
                        self.mark_neighbors(classes, class, depth, &next, &mut selected);
                    }
                } else if self.mark_entries_near(classes, class, depth, new, &mut selected) {
                    next[class].store(1, Ordering::Relaxed);
                }
            }
        };
        in_parallel(control.jobs().get(), |_| work());
        if let Some(stop) = control.stop() {
            self.forget_next();
            return Err(stop);
        }
        let (entries, values) = self.count_entries(classes, depth + 1, &next);
        if entries == 0 {
            self.unreached_bound.store(UNREACHABLE, Ordering::Release);
            return Ok(false);
        }
        self.depth.store(depth + 1, Ordering::Relaxed);
        self.unreached_count
            .store(left - entries, Ordering::Relaxed);
        self.values.fetch_add(values, Ordering::Relaxed);
        *last = LastLayer {
            new: next,
            count: entries,
        };
        // Store the bound only now that all entries of the layer are written.
        self.unreached_bound.store(depth + 2, Ordering::Release);
        Ok(true)
    }

    /// Marks the neighbors of the entries of a class at a given distance.
    fn mark_neighbors(
        &self,
        classes: &Classes,
        class: usize,
        depth: u8,
        next: &[AtomicU8],
        selected: &mut Vec<u16>,
    ) {
        let width = classes.width;
        self.select(selected, classes.row(class), depth);
        for turn in 0..classes.turns {
            let (there, own) = classes.class_image(class, turn);
            let to = classes.row(there).start;
            let after = &classes.carried_after[turn * width..][..width];
            let stabilizer = classes.stabilizers[there];
            let image = &classes.carried_image[own * width..][..width];
            let mut any = false;
            for &at in &*selected {
                let carried = image[after[at as usize] as usize] as usize;
                if self.get(to + carried) != UNKNOWN {
                    continue;
                }
                any = true;
                // The symmetries that fix the first value of the class map the entry to equivalent entries.
                let mut rest = stabilizer;
                while rest != 0 {
                    let own = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let alike = classes.carried_image[own * width + carried];
                    self.cells.mark(to + usize::from(alike), depth + 1);
                }
            }
            if any {
                next[there].store(1, Ordering::Relaxed);
            }
        }
    }

    /// Marks the entries of a class that have a neighbor at a given distance. Returns whether any entry was marked.
    fn mark_entries_near(
        &self,
        classes: &Classes,
        class: usize,
        depth: u8,
        new: &[AtomicU8],
        selected: &mut Vec<u16>,
    ) -> bool {
        let width = classes.width;
        self.select(selected, classes.row(class), UNKNOWN);
        let before = selected.len();
        let here = classes.row(class).start;
        for turn in 0..classes.turns {
            if selected.is_empty() {
                break;
            }
            let (there, own) = classes.class_image(class, turn);
            if new[there].load(Ordering::Relaxed) == 0 {
                continue;
            }
            let to = classes.row(there).start;
            let after = &classes.carried_after[turn * width..][..width];
            let image = &classes.carried_image[own * width..][..width];
            let mut kept = 0;
            for n in 0..selected.len() {
                let at = selected[n];
                let carried = image[after[at as usize] as usize] as usize;
                if self.get(to + carried) == depth {
                    self.cells.mark(here + usize::from(at), depth + 1);
                } else {
                    selected[kept] = at;
                    kept += 1;
                }
            }
            selected.truncate(kept);
        }
        selected.len() < before
    }

    /// The number of entries at a given distance, and the number of joint values that they represent.
    fn count_entries(&self, classes: &Classes, depth: u8, new: &[AtomicU8]) -> (usize, u64) {
        let (mut entries, mut values) = (0, 0);
        for (class, _) in new
            .iter()
            .enumerate()
            .filter(|(_, it)| it.load(Ordering::Relaxed) != 0)
        {
            self.cells
                .for_each_with_mark(classes.row(class), depth, |_| {
                    entries += 1;
                    values += u64::from(classes.class_sizes[class]);
                });
        }
        (entries, values)
    }

    /// Selects the entries of a row with a given distance.
    fn select(&self, selected: &mut Vec<u16>, row: Range<usize>, wanted: u8) {
        let first = row.start;
        selected.clear();
        self.cells
            .for_each_with_mark(row, wanted, |place| selected.push((place - first) as u16));
    }
}
