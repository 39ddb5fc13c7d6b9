//! Layers of values as lists, from both ends: the values are too many for a table, but few can be passed.
//!
//! *Idea.* Something that turns change may have billions of values. Yet after five turns there are no more of them
//! than sequences of five turns. So both ends are followed by breadth-first search, and the values listed. What
//! is on the last list from the start and near enough to the goal is where a solution can be at that step;
//! from there the steps before and after follow, turn by turn.
//!
//! *Why it is sound.* A value is a function of the state, so a solution is a walk of
//! values from the start's to the goal's. Lists hold all that is reached in at most so many turns,
//! which includes what is reached in just as many; so they hold where that walk passes, with idle slots
//! at the goal, without them, and in every metric.
//!
//! *Cost.* Lists of [`MOST_LISTED`] values at each end, some ten bytes a value, twice that while they grow. The lists of
//! the goal are kept by those who ask.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ReachError;
use super::shared::Shared;
use crate::control::Control;

/// No more values than this are listed at either end.
pub const MOST_LISTED: usize = 2_000_000;

/// Values are looked at between two questions whether to stop.
const AT_ONCE: usize = 4096;

/// Something of a state that turns change, as a number.
pub trait Followed {
    /// How many turns lead on from each value.
    fn turns(&self) -> usize;

    /// The value of the goal.
    fn goal(&self) -> u64;

    /// The value after a turn, given by its position among the allowed ones.
    fn after(&self, value: u64, turn: usize) -> u64;

    /// The value before a turn.
    fn before(&self, value: u64, turn: usize) -> u64;
}

/// Which end is followed farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Each as far as the other.
    Even,
    /// That of the goal as far as lists go: many will ask about the same goal.
    Goal,
}

/// What both ends list.
#[derive(Debug)]
pub struct Lists<V> {
    followed: Arc<V>,
    ahead: List,
    behind: Arc<Shared<List>>,
    pace: Pace,
}

/// What is reached in at most so many turns, each with how many it takes.
#[derive(Clone, Debug)]
pub(super) struct List {
    turns: FxHashMap<u64, u8>,
    /// What takes the most turns.
    last: Vec<u64>,
    depth: usize,
    /// How many times as many values a turn has led to so far, the last time.
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

    /// Whether it would go on if it were to reach so many turns.
    fn can_grow(&self, depth: usize) -> bool {
        self.depth < depth && self.turns.len() + self.last.len() * self.growth <= MOST_LISTED
    }

    /// Goes on up to so many turns, or until the next would lead to too much.
    fn grow(
        &mut self,
        depth: usize,
        after: impl Fn(u64, &mut Vec<u64>),
        control: &Control,
    ) -> Result<(), ReachError> {
        while self.can_grow(depth) {
            let mut next = Vec::new();
            let mut reached = Vec::new();
            // Nothing is kept of a turn that was stopped.
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

    /// In how many turns a value is reached, if that is known.
    fn distance(&self, value: u64) -> Option<usize> {
        self.turns.get(&value).map(|&turns| usize::from(turns))
    }
}

impl<V: Followed> Lists<V> {
    /// From a value to the goal, the list of which is `behind`. Nothing is computed yet.
    pub(super) fn from(
        followed: Arc<V>,
        start: u64,
        behind: Arc<Shared<List>>,
        pace: Pace,
    ) -> Self {
        Self {
            ahead: List::new(start, followed.turns()),
            followed,
            behind,
            pace,
        }
    }

    /// What is followed.
    #[must_use]
    pub fn followed(&self) -> &V {
        &self.followed
    }

    /// The values that a solution can pass, in increasing order: for each step from 0 to so
    /// many slots. `None` if the lists do not reach so far, or if they would have more than `most` values at a step.
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
            Pace::Even => slots / 2,
            Pace::Goal => slots.saturating_sub(self.behind(slots, control)?.depth + 1),
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

    /// The list of the goal up to so many turns, or as far as it goes.
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

    /// What leads to some values, and is reached in at most so many turns, in increasing order.
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

/// What is near the goal.
struct Near<'a, V> {
    followed: &'a V,
    behind: &'a List,
}

impl<V: Followed> Near<'_, V> {
    /// Whether so many turns or fewer may lead to the goal: at most one more than the list has.
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

    /// What some values lead to, as far as the goal is so near then, in increasing order.
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
