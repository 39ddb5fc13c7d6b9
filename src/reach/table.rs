//! The layers of one direction, grown as far as they are asked for.

use std::sync::Arc;

use super::ReachError;
use super::sets::{Set, Sets};
use super::walk::{Layer, Walk};
use super::words::{BITS, check_bytes};
use crate::control::Control;
use crate::platform::in_parallel;

/// A layer of every set that is followed so far: of all sets of one item, of
/// all of two, and so on up to some size.
pub(super) type Stage = Arc<Vec<Layer>>;

/// The layers of every set, as far as they are known.
///
/// A copy shares the stages.
#[derive(Clone, Debug)]
pub(super) struct Table {
    stages: Vec<Stage>,
    /// How much memory they take.
    bytes: u64,
    limit: Limit,
}

/// How far sets of a size are followed: up to the first step at which they
/// have more joint placements than this, all together. From there on they take long
/// and deny little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// So many joint placements are never too many.
    pub reached: u64,
    /// Nor is one in so many of all that could be.
    pub one_in: u64,
}

impl Limit {
    /// No limit.
    pub const NONE: Self = Self {
        reached: u64::MAX,
        one_in: 1,
    };

    /// The same, but so many times as many joint placements are never too many.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        Self {
            reached: self.reached.saturating_mul(factor),
            ..self
        }
    }
}

impl Table {
    /// An empty table.
    pub(super) fn new(limit: Limit) -> Self {
        Self {
            stages: Vec::new(),
            bytes: 0,
            limit,
        }
    }

    /// How many stages are known.
    pub(super) fn steps(&self) -> usize {
        self.stages.len()
    }

    /// The first stages, for 0 to `steps` steps. A failure leaves the table as
    /// far as it was complete.
    pub(super) fn stages(
        &mut self,
        steps: usize,
        sets: &Sets,
        walk: &Walk<'_>,
        control: &Control,
    ) -> Result<Vec<Stage>, ReachError> {
        while self.stages.len() <= steps {
            self.grow(sets, walk, control)?;
        }
        Ok(self.stages[..=steps].to_vec())
    }

    fn grow(&mut self, sets: &Sets, walk: &Walk<'_>, control: &Control) -> Result<(), ReachError> {
        let followed = self.followed(sets);
        // What a step looks back to.
        let known = &self.stages[self.stages.len().saturating_sub(3)..];
        let known = |at| -> Vec<&Layer> { known.iter().map(|stage| &stage[at]).collect() };
        let sets = &sets.all[..followed];
        let bytes_of = |set: &Set| (set.words() * BITS / 8) as u64;
        let mut bytes = self.bytes + (followed * size_of::<Layer>()) as u64;
        let all: u64 = sets.iter().map(bytes_of).sum();
        let threads = control.jobs().get();
        let mut made = if threads > 1 && all > MUCH && check_bytes(bytes + all).is_ok() {
            in_threads(threads, followed, |at| {
                let go_on = control.stop().is_none();
                go_on.then(|| walk.next(&sets[at], &known(at)))
            })
        } else {
            Vec::new()
        }
        .into_iter();
        let mut stage = Vec::with_capacity(followed);
        for (at, set) in sets.iter().enumerate() {
            if let Some(stop) = control.stop() {
                return Err(ReachError::Stopped(stop));
            }
            let size = bytes_of(set);
            check_bytes(bytes + size)?;
            let layers: Vec<&Layer> = known(at);
            let next = made.next().unwrap_or_else(|| walk.next(set, &layers));
            if !layers.iter().any(|layer| Arc::ptr_eq(layer, &next)) {
                bytes += size;
            }
            stage.push(next);
        }
        self.stages.push(Arc::new(stage));
        self.bytes = bytes;
        Ok(())
    }

    /// How many sets the next stage follows: those of all sizes that the last
    /// one has, up to the first size that has reached too much.
    fn followed(&self, sets: &Sets) -> usize {
        let Some(last) = self.stages.last() else {
            return sets.all.len();
        };
        let few = |start: usize, end: usize| {
            let all: u64 = sets.all[start..end].iter().map(Set::joint).sum();
            let words = last[start..end].iter().flat_map(|layer| layer.iter());
            let reached: u64 = words.map(|word| u64::from(word.count_ones())).sum();
            reached <= self.limit.reached.max(all / self.limit.one_in.max(1))
        };
        let mut followed = 0;
        for size in sets.ends.windows(2) {
            let there = size[1] <= last.len();
            if !there || (self.limit != Limit::NONE && !few(size[0], size[1])) {
                break;
            }
            followed = size[1];
        }
        followed
    }
}

/// So many bytes of layers are worth threads of their own.
const MUCH: u64 = 256 * 1024;

/// What `work` makes of the numbers below `count`, in their order, up to the first of
/// which it makes nothing. Thread k takes the numbers k, k + `threads`, and so on.
fn in_threads<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> Option<T> + Sync,
) -> Vec<T> {
    let share = |first: usize| -> Vec<T> {
        let numbers = (first..count).step_by(threads);
        numbers.map_while(&work).collect()
    };
    let shares = in_parallel(threads, share).into_iter();
    let mut shares: Vec<_> = shares.map(Vec::into_iter).collect();
    (0..count)
        .map_while(|number| shares[number % threads].next())
        .collect()
}
