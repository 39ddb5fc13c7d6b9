//! The distance of each class from the goal's, filled breadth-first by all threads, up to a requested depth.
//!
//! *Idea.* While few entries are new, each marks its neighbors; later, each unmarked entry looks for a new neighbor. A
//! turn maps all entries of one class to one other class, so both rows stay in the cache.
//!
//! *Cost.* One byte per entry. The 140,908,410 entries of the 3×3×3 take about 4 seconds of processor time; those
//! within 8 turns, which are enough to refute 13, a tenth of that.

use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

use super::classes::Classes;
use crate::control::{Control, Stop};
use crate::platform::{in_parallel, pause};

/// The mark of an entry that has not been reached.
pub(super) const UNKNOWN: u8 = u8::MAX;

/// New entries mark their neighbors while there are this many times more unmarked ones.
const MIN_UNMARKED_RATIO: usize = 3;

/// The distances of the entries that were reached, and a lower bound of all others.
///
/// Other threads search with them while a layer is filled. They read [`Self::beyond`] first, so an entry has either its
/// distance or was not reached at that time.
pub(super) struct Distances {
    bytes: Vec<AtomicU8>,
    /// A lower bound of the distance of the entries that were not reached; [`UNKNOWN`] if no turns lead to them.
    beyond: AtomicU8,
    depth: AtomicU8,
    /// The number of entries that were not reached.
    left: AtomicUsize,
    /// The number of joint values that were reached.
    values: AtomicU64,
    last: Mutex<Layer>,
}

/// The entries of the greatest distance.
struct Layer {
    /// By class: whether it has entries in the layer.
    new: Vec<AtomicU8>,
    /// The number of entries in the layer.
    count: usize,
}

impl Distances {
    /// The distances with the goal alone.
    pub(super) fn new(classes: &Classes) -> Self {
        let unknown = |_| AtomicU8::new(UNKNOWN);
        let all = Self {
            bytes: (0..classes.entries()).map(unknown).collect(),
            beyond: AtomicU8::new(1),
            depth: AtomicU8::new(0),
            left: AtomicUsize::new(classes.entries() - 1),
            values: AtomicU64::new(1),
            last: Mutex::new(Layer {
                new: (0..classes.len())
                    .map(|class| AtomicU8::new(u8::from(class == 0)))
                    .collect(),
                count: 1,
            }),
        };
        // The goal's value is the first of all, and no symmetry moves it.
        all.bytes[0].store(0, Ordering::Relaxed);
        all
    }

    /// The bytes of a table.
    pub(super) fn bytes(classes: &Classes) -> u64 {
        // Filling also needs two lists of classes.
        (classes.entries() + 2 * classes.len()) as u64
    }

    /// The stored distance of an entry, if it was reached.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> u8 {
        self.bytes[place].load(Ordering::Relaxed)
    }

    /// A lower bound of the distance of the entries that were not reached; [`UNKNOWN`] if no turns lead to them.
    pub(super) fn beyond(&self) -> u8 {
        self.beyond.load(Ordering::Acquire)
    }

    /// A lower bound of an entry's distance; `None` if no turns lead there.
    pub(super) fn distance_lower_bound(&self, place: usize) -> Option<usize> {
        // Read the bound before the entry, in this order.
        let beyond = self.beyond();
        let distance = self.get(place).min(beyond);
        (distance != UNKNOWN).then_some(distance.into())
    }

    /// The entries of a class.
    pub(super) fn row(&self, class: usize, width: usize) -> &[AtomicU8] {
        &self.bytes[class * width..][..width]
    }

    /// The number of joint values that were reached.
    pub(super) fn values(&self) -> u64 {
        self.values.load(Ordering::Relaxed)
    }

    /// The number of entries that were not reached.
    pub(super) fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed) as u64
    }

    /// The greatest distance so far.
    pub(super) fn depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed).into()
    }

    /// The last layer, once no other thread fills the next one.
    fn last(&self, control: &Control) -> Result<MutexGuard<'_, Layer>, Stop> {
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

    /// Discards an incomplete layer, which would be mistaken for a complete one.
    fn forget_next(&self) {
        let next = self.depth.load(Ordering::Relaxed) + 1;
        let new = self.bytes.iter();
        let new = new.filter(|it| it.load(Ordering::Relaxed) == next);
        new.for_each(|it| it.store(UNKNOWN, Ordering::Relaxed));
    }

    /// Fills the next layer, unless everything was reached or a byte cannot hold the distance, or waits while another
    /// thread fills it. Returns whether it was filled.
    pub(super) fn deepen(&self, classes: &Classes, control: &Control) -> Result<bool, Stop> {
        let before = self.beyond();
        let mut last = self.last(control)?;
        let beyond = self.beyond();
        if beyond != before {
            return Ok(beyond != UNKNOWN);
        }
        let depth = self.depth.load(Ordering::Relaxed);
        if beyond == UNKNOWN || depth + 2 == UNKNOWN {
            return Ok(false);
        }
        let next: Vec<AtomicU8> = (0..classes.len()).map(|_| AtomicU8::new(0)).collect();
        let at = AtomicUsize::new(0);
        let left = self.left.load(Ordering::Relaxed);
        let marks = last.count * MIN_UNMARKED_RATIO < left;
        let new = &last.new;
        let work = || {
            let mut row = Row::default();
            loop {
                let class = at.fetch_add(1, Ordering::Relaxed);
                if class >= classes.len() || (class.is_multiple_of(64) && control.stop().is_some())
                {
                    return;
                }
                if marks {
                    if new[class].load(Ordering::Relaxed) != 0 {
                        self.mark_neighbors(classes, class, depth, &next, &mut row);
                    }
                } else if self.look_for_neighbors(classes, class, depth, new, &mut row) {
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
            self.beyond.store(UNKNOWN, Ordering::Release);
            return Ok(false);
        }
        self.depth.store(depth + 1, Ordering::Relaxed);
        self.left.store(left - entries, Ordering::Relaxed);
        self.values.fetch_add(values, Ordering::Relaxed);
        *last = Layer {
            new: next,
            count: entries,
        };
        // Only now: all entries of the layer are written.
        self.beyond.store(depth + 2, Ordering::Release);
        Ok(true)
    }

    /// Marks the neighbors of the entries of a class at a given distance.
    fn mark_neighbors(
        &self,
        classes: &Classes,
        class: usize,
        depth: u8,
        next: &[AtomicU8],
        row: &mut Row,
    ) {
        let width = classes.width;
        row.list(self.row(class, width), depth);
        for turn in 0..classes.turns {
            let number = classes.after(class, turn);
            let (there, own) = ((number >> 8) as usize, (number & 0xff) as usize);
            let to = self.row(there, width);
            let after = &classes.carried_after[turn * width..][..width];
            let stabilizer = classes.stabilizers[there];
            let image = &classes.carried_image[own * width..][..width];
            let mut any = false;
            for &at in &row.at {
                let carried = image[after[at as usize] as usize] as usize;
                if to[carried].load(Ordering::Relaxed) != UNKNOWN {
                    continue;
                }
                any = true;
                // The symmetries that fix the first value of the class yield the other entries with the same value.
                let mut rest = stabilizer;
                while rest != 0 {
                    let own = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let alike = classes.carried_image[own * width + carried];
                    to[alike as usize].store(depth + 1, Ordering::Relaxed);
                }
            }
            if any {
                next[there].store(1, Ordering::Relaxed);
            }
        }
    }

    /// Marks the entries of a class that have a neighbor at a given distance. Returns whether it marked any.
    fn look_for_neighbors(
        &self,
        classes: &Classes,
        class: usize,
        depth: u8,
        new: &[AtomicU8],
        row: &mut Row,
    ) -> bool {
        let width = classes.width;
        row.list(self.row(class, width), UNKNOWN);
        let before = row.at.len();
        let here = self.row(class, width);
        for turn in 0..classes.turns {
            if row.at.is_empty() {
                break;
            }
            let number = classes.after(class, turn);
            let (there, own) = ((number >> 8) as usize, (number & 0xff) as usize);
            if new[there].load(Ordering::Relaxed) == 0 {
                continue;
            }
            let to = self.row(there, width);
            let after = &classes.carried_after[turn * width..][..width];
            let image = &classes.carried_image[own * width..][..width];
            let mut kept = 0;
            for n in 0..row.at.len() {
                let at = row.at[n];
                let carried = image[after[at as usize] as usize] as usize;
                if to[carried].load(Ordering::Relaxed) == depth {
                    here[at as usize].store(depth + 1, Ordering::Relaxed);
                } else {
                    row.at[kept] = at;
                    kept += 1;
                }
            }
            row.at.truncate(kept);
        }
        row.at.len() < before
    }

    /// The number of entries at a given distance, and of the joint values that they stand for.
    fn count_entries(&self, classes: &Classes, depth: u8, new: &[AtomicU8]) -> (usize, u64) {
        let (mut entries, mut values) = (0, 0);
        for (class, _) in new
            .iter()
            .enumerate()
            .filter(|(_, it)| it.load(Ordering::Relaxed) != 0)
        {
            let row = self.row(class, classes.width).iter();
            let here = row.filter(|it| it.load(Ordering::Relaxed) == depth).count();
            entries += here;
            values += here as u64 * u64::from(classes.orbits[class]);
        }
        (entries, values)
    }
}

/// The entries of a class that are followed.
#[derive(Default)]
struct Row {
    at: Vec<u16>,
}

impl Row {
    fn list(&mut self, row: &[AtomicU8], wanted: u8) {
        // Without branches, many of which would be mispredicted.
        self.at.resize(row.len(), 0);
        let mut count = 0;
        for (at, entry) in (0..=u16::MAX).zip(row) {
            self.at[count] = at;
            count += usize::from(entry.load(Ordering::Relaxed) == wanted);
        }
        self.at.truncate(count);
    }
}
