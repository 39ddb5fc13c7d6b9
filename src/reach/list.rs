//! A list of the values within N turns of the start, or of the goal.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bloom_filter::{BatchAdder, BloomFilter};
use super::error::ReachError;
use super::monotone_cache::MonotoneCache;
use super::product::Quantity;
use crate::control::Control;

/// The maximum number of values listed from the start, and from the goal.
pub const MAX_LISTED: usize = 2_000_000;

/// The number of values processed between two checks of the control.
pub(super) const VALUES_PER_CHECK: usize = 1024;

/// The values reached in at most N turns, each with its distance.
#[derive(Clone, Debug)]
pub(super) struct List<T> {
    pub(super) distances: FxHashMap<T, u8>,
    /// The values at the largest distance.
    last: Vec<T>,
    /// The number of turns up to which values are listed.
    pub(super) depth: usize,
    /// The number of values at the largest distance, divided by the number one turn closer.
    growth: usize,
    /// The maximum number of values.
    max_listed: usize,
}

/// The values of one quantity close to its goal, listed backwards.
#[derive(Clone, Debug)]
pub(super) struct GoalList {
    pub(super) list: Arc<List<u64>>,
    /// Bloom filters: the first contains the listed values, so that most other values need no lookup in the list; the
    /// second, all values up to one turn farther from the goal; the third, up to two turns farther; and so on.
    marks: Vec<Arc<BloomFilter>>,
}

/// A quantity with the longest goal list that any search has needed so far.
pub(super) type WithGoalList<F> = (Arc<F>, MonotoneCache<GoalList>);

/// A quantity with a list that contains only its goal, and may grow to `max_listed` values.
pub(super) fn with_goal_list<F: Quantity>(quantity: Arc<F>, max_listed: usize) -> WithGoalList<F> {
    let list = List::new(quantity.goal(), quantity.turns(), max_listed);
    (quantity, MonotoneCache::new(GoalList::of(list)))
}

impl<T: Copy + Eq + Hash> List<T> {
    /// A list of one value. `turns`: the number of turns that act on values.
    pub(super) fn new(value: T, turns: usize, max_listed: usize) -> Self {
        Self {
            distances: FxHashMap::from_iter([(value, 0)]),
            last: vec![value],
            depth: 0,
            growth: turns.max(1),
            max_listed,
        }
    }

    /// Whether the list is shallower than `depth`, and its next layer is expected to fit.
    pub(super) fn can_grow(&self, depth: usize) -> bool {
        self.depth < depth
            && self.last.len().saturating_mul(self.growth)
                <= self.max_listed.saturating_sub(self.distances.len())
    }

    /// Extends the list to `depth` turns, or until the next layer is expected to have too many values. `after` appends
    /// the values one turn farther than a value.
    pub(super) fn grow(
        &mut self,
        depth: usize,
        mut after: impl FnMut(T, &mut Vec<T>),
        control: &Control,
    ) -> Result<(), ReachError> {
        while self.can_grow(depth) {
            let mut next = Vec::new();
            let mut reached = Vec::new();
            // An interrupted layer adds nothing.
            for chunk in self.last.chunks(VALUES_PER_CHECK) {
                if let Err(stop) = control.check() {
                    for value in &next {
                        self.distances.remove(value);
                    }
                    return Err(stop.into());
                }
                for &value in chunk {
                    reached.clear();
                    after(value, &mut reached);
                    for &to in &reached {
                        self.distances.entry(to).or_insert_with(|| {
                            next.push(to);
                            (self.depth + 1).min(usize::from(u8::MAX)) as u8
                        });
                    }
                }
            }
            self.growth = next.len().div_ceil(self.last.len().max(1)).max(1);
            self.last = next;
            self.depth += 1;
        }
        Ok(())
    }

    /// The distance of a value, if known.
    pub(super) fn distance(&self, value: T) -> Option<usize> {
        self.distances.get(&value).map(|&turns| usize::from(turns))
    }
}

impl GoalList {
    /// A goal list with a filter of the listed values only.
    pub(super) fn of(list: List<u64>) -> Self {
        let mut listed = BloomFilter::new(list.distances.len());
        list.distances.keys().for_each(|&value| listed.add(value));
        Self {
            list: Arc::new(list),
            marks: vec![Arc::new(listed)],
        }
    }

    /// The number of turns from the goal up to which values are listed or marked.
    pub(super) fn marked_depth(&self) -> usize {
        self.list.depth + self.marks.len() - 1
    }

    /// The number of values still to be marked before marks extend the list by `farther` turns. A value counts once for
    /// each sequence of turns that leads to it. `usize::MAX` if the marks take too much memory.
    pub(super) fn cost_of_marks(&self, farther: usize, turns: usize) -> usize {
        let mut cost: usize = 0;
        for farther in self.marks.len()..=farther {
            if self.count_within(farther) > BloomFilter::MAX_NUMBERS {
                return usize::MAX;
            }
            let made = turns.saturating_pow(farther as u32);
            cost = cost.saturating_add(self.list.last.len().saturating_mul(made));
        }
        cost
    }

    /// The approximate number of values up to `farther` turns beyond the list, if it keeps growing as before.
    fn count_within(&self, farther: usize) -> usize {
        let growth = self.list.growth.saturating_pow(farther as u32);
        let added = self.list.last.len().saturating_mul(growth);
        self.list.distances.len().saturating_add(added)
    }

    /// This list with one more filter, of the values up to one turn farther than in the last one.
    pub(super) fn with_marks(
        &self,
        quantity: &impl Quantity,
        control: &Control,
    ) -> Result<Self, ReachError> {
        let farther = self.marks.len();
        let mut marks = BatchAdder::new(self.count_within(farther));
        let listed = self.list.distances.keys();
        listed.for_each(|&value| marks.add(value));
        let mut values = Vec::new();
        for chunk in self.list.last.chunks(VALUES_PER_CHECK) {
            control.check()?;
            for &value in chunk {
                values.clear();
                values.push(value);
                let mut last = 0;
                for _ in 0..farther {
                    let next = values.len();
                    for at in last..next {
                        quantity.add_before_each(values[at], &mut values);
                    }
                    last = next;
                }
                values.iter().for_each(|&value| marks.add(value));
            }
        }
        let mut new = self.clone();
        new.marks.push(Arc::new(marks.finish()));
        Ok(new)
    }

    /// For each value, whether it may be at most `turns` turns from the goal. `false` is always right; `true` may be wrong if
    /// `turns` exceeds the list's depth. One loop looks up all values, so that the processor overlaps the lookups.
    pub(super) fn may_lead(&self, values: &[u64], turns: usize) -> Vec<bool> {
        let farther = turns.saturating_sub(self.list.depth);
        let Some(marks) = self.marks.get(farther) else {
            return vec![true; values.len()];
        };
        let mut may_lead: Vec<bool> = values.iter().map(|&it| marks.may_contain(it)).collect();
        if farther == 0 {
            for (may_lead, &value) in may_lead.iter_mut().zip(values) {
                *may_lead = *may_lead && self.list.distance(value).is_some_and(|far| far <= turns);
            }
        }
        may_lead
    }

    /// The depth of the list, and the number of filters.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.list.depth, self.marks.len())
    }
}
