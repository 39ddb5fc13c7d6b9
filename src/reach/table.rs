//! The layers of one direction, extended on demand.

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::bits::WORD_BITS;
use super::error::{ReachError, check_bytes};
use super::item_sets::{ItemSet, ItemSets};
use super::placement_search::{PlacementLayer, PlacementSearch};
use crate::control::{Control, Stop};
use crate::platform::in_order;

/// The layers of all tracked sets at one step: of all single items, of all pairs, and so on up to some size.
pub(super) type Step = Arc<Vec<PlacementLayer>>;

/// The steps computed so far. Clones share their memory.
#[derive(Clone, Debug)]
pub(super) struct Table {
    steps: Vec<Step>,
    /// The memory of the steps, in bytes.
    bytes: u64,
    limit: Limit,
}

/// How far sets of each size are tracked: up to the first step at which the sets of this size together have more
/// reachable joint placements than the limit allows. Later layers take long and exclude little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Up to this many reachable joint placements are always allowed.
    pub reached: u64,
    /// Up to one in `one_in` of all joint placements is also allowed.
    pub one_in: u64,
}

impl Limit {
    /// No limit.
    pub const NONE: Self = Self {
        reached: u64::MAX,
        one_in: 1,
    };

    /// The limit with `factor` times as many joint placements that are always allowed.
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
            steps: Vec::new(),
            bytes: 0,
            limit,
        }
    }

    /// The number of known steps.
    pub(super) fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The steps 0 to `last`. On failure, the table keeps the completed steps.
    pub(super) fn steps(
        &mut self,
        last: usize,
        sets: &ItemSets,
        search: &PlacementSearch<'_>,
        control: &Control,
    ) -> Result<Vec<Step>, ReachError> {
        while self.steps.len() <= last {
            self.grow(sets, search, control)?;
        }
        Ok(self.steps[..=last].to_vec())
    }

    /// Computes and adds the next step.
    fn grow(
        &mut self,
        sets: &ItemSets,
        search: &PlacementSearch<'_>,
        control: &Control,
    ) -> Result<(), ReachError> {
        let tracked = self.tracked_at_next_step(sets);
        // The steps from which the next one is computed.
        let recent = &self.steps[self.steps.len().saturating_sub(3)..];
        let known = |at| -> Vec<&PlacementLayer> { recent.iter().map(|step| &step[at]).collect() };
        let sets = &sets.all[..tracked];
        let bytes_of = |set: &ItemSet| (set.word_count() * WORD_BITS / 8) as u64;
        let mut bytes = self.bytes + (tracked * size_of::<PlacementLayer>()) as u64;
        let all: u64 = sets.iter().map(bytes_of).sum();
        let use_threads = all > MIN_BYTES_FOR_THREADS && check_bytes(bytes + all).is_ok();
        let jobs = if use_threads {
            control.jobs()
        } else {
            NonZeroUsize::MIN
        };
        let work = |at: &usize| -> Result<PlacementLayer, Stop> {
            control.check()?;
            Ok(search.next_layer(&sets[*at], &known(*at)))
        };
        let numbers: Vec<usize> = (0..tracked).collect();
        let mut step = Vec::with_capacity(tracked);
        let mut add = |at: usize, next: Result<PlacementLayer, Stop>| -> Result<(), ReachError> {
            let (next, size) = (next?, bytes_of(&sets[at]));
            check_bytes(bytes + size)?;
            if !known(at).iter().any(|layer| Arc::ptr_eq(layer, &next)) {
                bytes += size;
            }
            step.push(next);
            Ok(())
        };
        let mut added = Ok(());
        in_order(&numbers, jobs, work, |&at, next| {
            added = add(at, next);
            added.is_ok()
        });
        added?;
        self.steps.push(Arc::new(step));
        self.bytes = bytes;
        Ok(())
    }

    /// The number of sets in the next step: the sets of all sizes in the last step, up to the first size that exceeds
    /// the limit.
    fn tracked_at_next_step(&self, sets: &ItemSets) -> usize {
        let Some(last) = self.steps.last() else {
            return sets.all.len();
        };
        let is_within_limit = |start: usize, end: usize| {
            let all = sets.all[start..end].iter();
            let all: u64 = all.map(ItemSet::joint_placements).sum();
            let words = last[start..end].iter().flat_map(|layer| layer.iter());
            let reached: u64 = words.map(|word| u64::from(word.count_ones())).sum();
            reached <= self.limit.reached.max(all / self.limit.one_in.max(1))
        };
        let mut tracked = 0;
        for size in sets.ends.windows(2) {
            let is_tracked = size[1] <= last.len();
            if !is_tracked || (self.limit != Limit::NONE && !is_within_limit(size[0], size[1])) {
                break;
            }
            tracked = size[1];
        }
        tracked
    }
}

/// The minimum size of a step, in bytes, that justifies threads.
const MIN_BYTES_FOR_THREADS: u64 = 256 * 1024;
