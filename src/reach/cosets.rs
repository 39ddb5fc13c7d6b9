//! Layers of the joint values of a family of coordinates, as lists: the values are too many for a
//! table, but few can be passed.
//!
//! *Idea.* The coordinates of a subgroup have billions of joint values. Yet after five turns there are no more of them
//! than sequences of five turns, and few turns before the goal there are fewer still: the turns of the
//! subgroup lead nowhere there. So both ends are followed by breadth-first search, and the values listed. What
//! is on the last list from the start and near enough to the goal is where a solution can be at that step;
//! from there the steps before and after follow, turn by turn.
//!
//! *Why it is sound.* A coordinate is a function of the state, so a solution is a walk of joint
//! values from the start's to the goal's. Lists hold all that is reached in at most so many turns,
//! which includes what is reached in just as many; so they hold where that walk passes, with idle slots
//! at the goal, without them, and in every metric.
//!
//! *Cost.* Lists of [`MOST_LISTED`] values at each end, some ten bytes a value, twice that while they grow. On the 3×3×3 five turns
//! from the start and six before the goal, a tenth of a second each. So there are layers up to 12
//! turns there: one turn may lie between the lists. The lists of the goal are kept.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use super::ReachError;
use super::shared::Shared;
use crate::control::Control;
use crate::problem::Family;

/// No more values than this are listed at either end.
pub const MOST_LISTED: usize = 2_000_000;

/// Values are looked at between two questions whether to stop.
const AT_ONCE: usize = 4096;

/// Lists of the goal of a few families, the newest first.
static KEPT: Mutex<Vec<Behind>> = Mutex::new(Vec::new());

/// A command asks about one puzzle, and three families are many.
const KEPT_AT_ONCE: usize = 3;

/// A family with its list of the goal, as long as any search has needed it.
type Behind = (Arc<Family>, Arc<Shared<List>>);

/// What both ends list of one family.
#[derive(Debug)]
pub struct Cosets {
    family: Arc<Family>,
    ahead: List,
    behind: Arc<Shared<List>>,
}

/// What is reached in at most so many turns, each with how many it takes.
#[derive(Clone, Debug)]
struct List {
    turns: FxHashMap<u64, u8>,
    /// What takes the most turns.
    last: Vec<u64>,
    depth: usize,
    /// How many times as many values a turn has led to so far, the last time.
    growth: usize,
}

impl List {
    fn new(value: u64, turns: usize) -> Self {
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

impl Cosets {
    /// Of a family that starts with a joint value. Nothing is computed yet.
    #[must_use]
    pub fn new(family: &Arc<Family>, start: u64) -> Self {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().find(|(known, _)| Arc::ptr_eq(known, family));
        let behind = known.map(|(_, behind)| behind.clone()).unwrap_or_else(|| {
            let list = List::new(family.goal(), family.turns());
            let new = Arc::new(Shared::new(list));
            kept.truncate(KEPT_AT_ONCE - 1);
            kept.insert(0, (family.clone(), new.clone()));
            new
        });
        Self {
            family: family.clone(),
            ahead: List::new(start, family.turns()),
            behind,
        }
    }

    /// The family.
    #[must_use]
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// The joint values that a solution can pass, in increasing order: for each step from 0 to so
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
        let family = self.family.clone();
        let turns = 0..family.turns();
        let forwards = |value, to: &mut Vec<u64>| {
            to.extend(turns.clone().map(|turn| family.after(value, turn)));
        };
        self.ahead.grow(slots / 2, forwards, control)?;
        let middle = self.ahead.depth.min(slots / 2);
        let behind = self.behind(slots - middle, control)?;
        // One turn may lie between the lists.
        if slots - middle > behind.depth + 1 {
            return Ok(None);
        }
        let near = Near {
            family: &family,
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
        let turns = 0..self.family.turns();
        let backwards = |value, to: &mut Vec<u64>| {
            to.extend(turns.clone().map(|turn| self.family.before(value, turn)));
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
            if to == self.family.goal() {
                here.insert(to); // A slot may be idle there.
            }
            here.extend((0..self.family.turns()).map(|turn| self.family.before(to, turn)));
        }
        here.retain(|&value| { self.ahead.distance(value) }.is_some_and(|turns| turns <= step));
        let mut here: Vec<u64> = here.into_iter().collect();
        here.sort_unstable();
        here
    }
}

/// What is near the goal.
struct Near<'a> {
    family: &'a Family,
    behind: &'a List,
}

impl Near<'_> {
    /// Whether so many turns or fewer may lead to the goal: at most one more than the list has.
    fn goal(&self, value: u64, turns: usize) -> bool {
        let listed = |value, turns| {
            let distance = self.behind.distance(value);
            distance.is_some_and(|distance| distance <= turns)
        };
        let all = 0..self.family.turns();
        listed(value, turns)
            || turns > self.behind.depth && { all }
                .any(|turn| listed(self.family.after(value, turn), turns - 1))
    }

    /// What some values lead to, as far as the goal is so near then, in increasing order.
    fn next(&self, values: &[u64], turns: usize) -> Vec<u64> {
        let mut next: Vec<u64> = Vec::new();
        for &value in values {
            if value == self.family.goal() {
                next.push(value); // A slot may be idle there.
            }
            next.extend((0..self.family.turns()).map(|turn| self.family.after(value, turn)));
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|&value| self.goal(value, turns));
        next
    }
}
