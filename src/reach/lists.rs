//! Layers of values as lists, from both ends, for quantities with too many values for a table of which few can be passed.
//!
//! *Idea.* A function of the state may have billions of values. Yet five turns reach no more of them than there are
//! sequences of five turns. So both ends are explored by breadth-first search, and the values listed. The values on the
//! last list from the start that are close enough to the goal are those that a solution can have at that step; the steps
//! before and after follow from them, turn by turn.
//!
//! *Why it is sound.* A value is a function of the state, so a solution is a walk of values from the start's to the goal's.
//! Lists contain everything reached in at most N turns, which includes everything reached in exactly N; so they contain
//! every value on that walk, with or without idle slots at the goal, and in every metric.
//!
//! *Cost.* Lists of [`MOST_LISTED`] values at each end, about ten bytes per value, twice that while they grow. The callers
//! cache the goal's lists.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ReachError;
use super::monotone_cache::MonotoneCache;
use crate::control::Control;

/// The maximum number of values listed at each end.
pub const MOST_LISTED: usize = 2_000_000;

/// The number of values processed between two checks of the control.
const AT_ONCE: usize = 4096;

/// A function of the state on which turns act, with numbers as values.
pub trait Followed {
    /// The number of turns that act on values.
    fn turns(&self) -> usize;

    /// The value of the goal.
    fn goal(&self) -> u64;

    /// The value after a turn, given by its index among the allowed ones.
    fn after(&self, value: u64, turn: usize) -> u64;

    /// The value before a turn.
    fn before(&self, value: u64, turn: usize) -> u64;
}

/// Which end is explored further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Balance {
    /// Both equally.
    Even,
    /// That of the goal, as far as lists go: many questions have the same goal.
    Goal,
}

/// The lists from both ends.
#[derive(Debug)]
pub struct Lists<V> {
    followed: Arc<V>,
    ahead: List,
    behind: Arc<MonotoneCache<List>>,
    pace: Balance,
}

/// The values reached in at most N turns, each with its distance.
#[derive(Clone, Debug)]
pub(super) struct List {
    turns: FxHashMap<u64, u8>,
    /// The most distant values.
    last: Vec<u64>,
    depth: usize,
    /// The factor by which the last turn increased the number of values.
    growth: usize,
}

impl List {
    pub(super) fn new(value: u64, turns: usize) -> Self {
        Self {
            turns: FxHashMap::from_iter([(value, 0)]),
            last: vec![value],
            depth: 0,
            growth: turns.max(1),
        }
    }

    /// Whether it can still grow towards this many turns.
    fn can_grow(&self, depth: usize) -> bool {
        self.depth < depth && self.turns.len() + self.last.len() * self.growth <= MOST_LISTED
    }

    /// Extends the list to this many turns, or until the next turn would reach too many values.
    fn grow(
        &mut self,
        depth: usize,
        after: impl Fn(u64, &mut Vec<u64>),
        control: &Control,
    ) -> Result<(), ReachError> {
        while self.can_grow(depth) {
            let mut next = Vec::new();
            let mut reached = Vec::new();
            // An interrupted turn adds nothing.
            for some in self.last.chunks(AT_ONCE) {
                if let Some(stop) = control.stop() {
                    for value in &next {
                        self.turns.remove(value);
                    }
                    return Err(ReachError::Stopped(stop));
                }
                for &value in some {
                    reached.clear();
                    after(value, &mut reached);
                    for &to in &reached {
                        self.turns.entry(to).or_insert_with(|| {
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
    fn distance(&self, value: u64) -> Option<usize> {
        self.turns.get(&value).map(|&turns| usize::from(turns))
    }
}

impl<V: Followed> Lists<V> {
    /// Lists from a value to the goal, whose list is `behind`. Nothing is computed yet.
    pub(super) fn from(
        followed: Arc<V>,
        start: u64,
        behind: Arc<MonotoneCache<List>>,
        pace: Balance,
    ) -> Self {
        Self {
            ahead: List::new(start, followed.turns()),
            followed,
            behind,
            pace,
        }
    }

    /// The tracked quantity.
    #[must_use]
    pub fn followed(&self) -> &V {
        &self.followed
    }

    /// The values that a solution can pass, in ascending order, for each step from 0 to `slots`. `None` if the lists do not
    /// span the budget, or if a step would have more than `most` values.
    ///
    /// # Errors
    /// [`ReachError::Stopped`].
    pub fn layers(
        &mut self,
        slots: usize,
        most: usize,
        control: &Control,
    ) -> Result<Option<Vec<Vec<u64>>>, ReachError> {
        let followed = self.followed.clone();
        let turns = 0..followed.turns();
        let forwards = |value, to: &mut Vec<u64>| {
            to.extend(turns.clone().map(|turn| followed.after(value, turn)));
        };
        let ahead = match self.pace {
            Balance::Even => slots / 2,
            Balance::Goal => slots.saturating_sub(self.behind(slots, control)?.depth + 1),
        };
        self.ahead.grow(ahead, forwards, control)?;
        let middle = self.ahead.depth.min(ahead);
        let behind = self.behind(slots - middle, control)?;
        // One turn may lie between the lists.
        if slots - middle > behind.depth + 1 {
            return Ok(None);
        }
        let near = Near {
            followed: &*followed,
            behind: &behind,
        };
        let all = self.ahead.turns.iter();
        let mut here = Vec::new();
        for (at, (&value, &turns)) in all.enumerate() {
            if at % AT_ONCE == 0
                && let Some(stop) = control.stop()
            {
                return Err(ReachError::Stopped(stop));
            }
            if usize::from(turns) <= middle && near.goal(value, slots - middle) {
                here.push(value);
            }
        }
        here.sort_unstable();
        let mut layers = vec![Vec::new(); slots + 1];
        layers[middle] = here;
        for step in middle..slots {
            if layers[step].len() > most {
                return Ok(None);
            }
            layers[step + 1] = near.next(&layers[step], slots - step - 1);
        }
        for step in (0..middle).rev() {
            layers[step] = self.before(&layers[step + 1], step);
        }
        let fits = layers.iter().all(|layer| layer.len() <= most);
        Ok(fits.then_some(layers))
    }

    /// The goal's list up to this many turns, or as far as it goes.
    fn behind(&self, depth: usize, control: &Control) -> Result<Arc<List>, ReachError> {
        let list = self.behind.get();
        if !list.can_grow(depth) {
            return Ok(list);
        }
        let mut longer = List::clone(&list);
        let turns = 0..self.followed.turns();
        let backwards = |value, to: &mut Vec<u64>| {
            to.extend(turns.clone().map(|turn| self.followed.before(value, turn)));
        };
        longer.grow(depth, backwards, control)?;
        let longer = Arc::new(longer);
        self.behind.put(&longer, |list| list.depth);
        Ok(longer)
    }

    /// The predecessors of some values that are reached in at most this many turns, in ascending order.
    fn before(&self, next: &[u64], step: usize) -> Vec<u64> {
        let mut here: FxHashSet<u64> = FxHashSet::default();
        for &to in next {
            if to == self.followed.goal() {
                here.insert(to); // A slot may be idle there.
            }
            here.extend((0..self.followed.turns()).map(|turn| self.followed.before(to, turn)));
        }
        here.retain(|&value| {
            self.ahead
                .distance(value)
                .is_some_and(|turns| turns <= step)
        });
        let mut here: Vec<u64> = here.into_iter().collect();
        here.sort_unstable();
        here
    }
}

/// The values close to the goal.
struct Near<'a, V> {
    followed: &'a V,
    behind: &'a List,
}

impl<V: Followed> Near<'_, V> {
    /// Whether this many turns may lead to the goal: at most one more than the list has.
    fn goal(&self, value: u64, turns: usize) -> bool {
        let listed = |value, turns| {
            let distance = self.behind.distance(value);
            distance.is_some_and(|distance| distance <= turns)
        };
        let mut all = 0..self.followed.turns();
        listed(value, turns)
            || turns > self.behind.depth
                && all.any(|turn| listed(self.followed.after(value, turn), turns - 1))
    }

    /// The successors of some values that are close enough to the goal, in ascending order.
    fn next(&self, values: &[u64], turns: usize) -> Vec<u64> {
        let mut next: Vec<u64> = Vec::new();
        for &value in values {
            if value == self.followed.goal() {
                next.push(value); // A slot may be idle there.
            }
            next.extend((0..self.followed.turns()).map(|turn| self.followed.after(value, turn)));
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|&value| self.goal(value, turns));
        next
    }
}
