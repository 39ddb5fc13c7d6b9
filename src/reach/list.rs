//! One list of values, from one end.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ReachError;
use super::marks::Marks;
use super::product::Quantity;
use crate::control::Control;

/// The maximum number of values listed at each end.
pub const MAX_LISTED: usize = 2_000_000;

/// The number of values processed between two checks of the control.
pub(super) const VALUES_PER_CHECK: usize = 1024;

/// The values reached in at most N turns, each with its distance.
#[derive(Clone, Debug)]
pub(super) struct List<T> {
    pub(super) turns: FxHashMap<T, u8>,
    /// The most distant values.
    last: Vec<T>,
    pub(super) depth: usize,
    /// The factor by which the last turn increased the number of values.
    growth: usize,
    /// The maximum number of values.
    most: usize,
}

/// The values of one quantity close to its goal, listed backwards.
#[derive(Clone, Debug)]
pub(super) struct GoalList {
    pub(super) list: Arc<List<u64>>,
    /// The listed values, as marks: most other values need no lookup in the list.
    listed: Arc<Marks>,
    /// The listed values, and those from which one turn more leads to the goal.
    pub(super) beyond: Option<Arc<Marks>>,
}

impl<T: Copy + Eq + Hash> List<T> {
    pub(super) fn new(value: T, turns: usize, most: usize) -> Self {
        Self {
            turns: FxHashMap::from_iter([(value, 0)]),
            last: vec![value],
            depth: 0,
            growth: turns.max(1),
            most,
        }
    }

    /// Whether it can still grow towards this many turns.
    pub(super) fn can_grow(&self, depth: usize) -> bool {
        self.depth < depth
            && self.last.len().saturating_mul(self.growth)
                <= self.most.saturating_sub(self.turns.len())
    }

    /// Extends the list to this many turns, or until the next turn would reach too many values.
    pub(super) fn grow(
        &mut self,
        depth: usize,
        mut after: impl FnMut(T, &mut Vec<T>),
        control: &Control,
    ) -> Result<(), ReachError> {
        while self.can_grow(depth) {
            let mut next = Vec::new();
            let mut reached = Vec::new();
            // An interrupted turn adds nothing.
            for some in self.last.chunks(VALUES_PER_CHECK) {
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
    pub(super) fn distance(&self, value: T) -> Option<usize> {
        self.turns.get(&value).map(|&turns| usize::from(turns))
    }
}

impl GoalList {
    /// The goal alone, for a list of at most `most` values.
    pub(super) fn new(quantity: &impl Quantity, most: usize) -> Self {
        Self::of(List::new(quantity.goal(), quantity.turns(), most))
    }

    pub(super) fn of(list: List<u64>) -> Self {
        let mut listed = Marks::new(list.turns.len());
        list.turns.keys().for_each(|&value| listed.add(value));
        Self {
            list: Arc::new(list),
            listed: Arc::new(listed),
            beyond: None,
        }
    }

    /// The number of turns from the goal that it reaches.
    pub(super) fn reach(&self) -> usize {
        self.list.depth + usize::from(self.beyond.is_some())
    }

    /// The cost of marking the values one turn farther; the maximum if there are too many.
    pub(super) fn cost_of_marks(&self, turns: usize) -> usize {
        let marked = self.marked(turns);
        match self.beyond {
            Some(_) => 0,
            None if marked > Marks::MAX_NUMBERS => usize::MAX,
            None => marked,
        }
    }

    /// How many values are marked with those one turn farther, some of them several times.
    fn marked(&self, turns: usize) -> usize {
        let farther = self.list.last.len().saturating_mul(turns);
        farther.saturating_add(self.list.turns.len())
    }

    /// Also marks the values one turn farther.
    pub(super) fn with_marks(
        &self,
        quantity: &impl Quantity,
        control: &Control,
    ) -> Result<Self, ReachError> {
        let turns = quantity.turns();
        let mut beyond = Marks::new(self.marked(turns));
        self.list.turns.keys().for_each(|&value| beyond.add(value));
        let mut before = Vec::with_capacity(turns);
        for some in self.list.last.chunks(VALUES_PER_CHECK) {
            if let Some(stop) = control.stop() {
                return Err(ReachError::Stopped(stop));
            }
            for &value in some {
                before.clear();
                quantity.add_before_each(value, &mut before);
                before.iter().for_each(|&value| beyond.add(value));
            }
        }
        Ok(Self {
            beyond: Some(Arc::new(beyond)),
            ..self.clone()
        })
    }

    /// Whether this many turns may lead to the goal, as far as it reaches.
    pub(super) fn may_lead(&self, value: u64, turns: usize) -> bool {
        match &self.beyond {
            Some(beyond) if turns > self.list.depth => beyond.may_have(value),
            _ => {
                self.listed.may_have(value)
                    && self.list.distance(value).is_some_and(|far| far <= turns)
            }
        }
    }
}
