//! Layers as lists of values, from start and goal, for quantities with too many values for a table.
//!
//! *Idea.* A function of the state may have billions of values. Yet five turns reach no more of them than there are
//! sequences of five turns. So both ends are explored by breadth-first search, and the values listed. At one step in
//! the middle, a solution can only have values listed from the start that are close enough to the goal; the layers
//! before and after that step follow turn by turn.
//!
//! *Several quantities.* From the start their joint values are listed: hardly any of them is close to the goal in every
//! quantity, such as along all three axes of a cube. From the goal each quantity has a list of its own, which reaches
//! farther.
//!
//! *Why it is sound.* A value is a function of the state, so a solution is a walk of values from the start's to the
//! goal's. Lists contain everything reached in at most N turns, which includes everything reached in exactly N; so they
//! contain every value on that walk, with or without idle slots at the goal, and in every metric. [Bloom
//! filters](super::bloom_filter) may admit values that are farther away: a layer may then contain values that no
//! solution passes.
//!
//! *Cost.* Lists of [`MAX_LISTED`](super::MAX_LISTED) values at each end, some 30 bytes per value, and twice that while
//! they grow; some 60 per value for three quantities together. The callers cache the goal's lists.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ReachError;
use super::list::{GoalList, List, VALUES_PER_CHECK};
use super::monotone_cache::MonotoneCache;
use super::product::{Product, Quantity};
use crate::control::Control;

/// The maximum number of sequences of turns tried between the lists.
const MAX_TRIED: usize = 1 << 28;

/// Which end is explored further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Balance {
    /// Both equally.
    Even,
    /// The goal's, as far as lists go: many questions have the same goal.
    Goal,
    /// Both equally, with up to two turns between the lists rather than one.
    TwoTurnsBetween,
}

impl Balance {
    /// The maximum number of turns between the lists.
    fn max_turns_between(self) -> usize {
        match self {
            Balance::Even | Balance::Goal => 1,
            Balance::TwoTurnsBetween => 2,
        }
    }
}

/// The lists from both ends, of up to `K` quantities together.
#[derive(Debug)]
pub struct ListsFromBothEnds<F, const K: usize> {
    quantities: Product<F, K>,
    from_start: List<[u64; K]>,
    /// The goal's list of each quantity.
    goal_lists: Vec<Arc<MonotoneCache<GoalList>>>,
    balance: Balance,
}

/// The possible values of each step.
pub type Steps<const K: usize> = Vec<Vec<[u64; K]>>;

impl<F: Quantity, const K: usize> ListsFromBothEnds<F, K> {
    /// Lists of at most `most` values from `start`, with the goal's list of each quantity. Nothing is computed yet.
    pub(super) fn with_goal_lists(
        quantities: Product<F, K>,
        start: [u64; K],
        most: usize,
        goal_lists: Vec<Arc<MonotoneCache<GoalList>>>,
        balance: Balance,
    ) -> Self {
        Self {
            from_start: List::new(start, quantities.turns(), most),
            quantities,
            goal_lists,
            balance,
        }
    }

    /// The tracked quantities.
    pub fn quantities(&self) -> &Product<F, K> {
        &self.quantities
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
    ) -> Result<Option<Steps<K>>, ReachError> {
        let mut part = Vec::new();
        let forwards = |value, to: &mut Vec<[u64; K]>| {
            self.quantities.add_after_each(&value, &mut part, to);
        };
        let depth = match self.balance {
            Balance::Even | Balance::TwoTurnsBetween => slots / 2,
            Balance::Goal => {
                let goal_lists = self.lists_of_goal(slots, control)?;
                slots.saturating_sub(minimum_of_lists(&goal_lists, |it| it.list.depth) + 1)
            }
        };
        self.from_start.grow(depth, forwards, control)?;
        let middle = self.from_start.depth.min(depth);
        let Some(near) = self.near_goal(slots - middle, control)? else {
            return Ok(None);
        };
        let (mut here, mut buffers) = (Vec::new(), Buffers::default());
        for (at, (&value, &turns)) in self.from_start.distances.iter().enumerate() {
            if at % VALUES_PER_CHECK == 0
                && let Some(stop) = control.stop()
            {
                return Err(ReachError::Stopped(stop));
            }
            if usize::from(turns) <= middle
                && near.may_lead_to_goal(value, slots - middle, &mut buffers)
            {
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
            layers[step + 1] = near.successors(&layers[step], slots - step - 1, control)?;
        }
        for step in (0..slots).rev() {
            if step < middle {
                layers[step] = self.predecessors(&layers[step + 1], step);
            } else {
                let (here, next) = layers.split_at_mut(step + 1);
                here[step].retain(|value| near.leads_to_any(value, &next[0]));
            }
        }
        let fits = layers.iter().all(|layer| layer.len() <= most);
        Ok(fits.then_some(layers))
    }

    /// The goal's lists, extended as this many turns require; `None` if that takes too much time or memory.
    fn near_goal(
        &self,
        turns: usize,
        control: &Control,
    ) -> Result<Option<NearGoal<'_, F, K>>, ReachError> {
        let mut goal_lists = self.lists_of_goal(turns, control)?;
        let between = |goal_lists: &[GoalList]| {
            turns.saturating_sub(minimum_of_lists(goal_lists, GoalList::reach))
        };
        let count = self.quantities.turns();
        let tried = |between: usize| {
            let each = count.saturating_pow(between as u32);
            self.from_start.distances.len().saturating_mul(each)
        };
        let is_feasible = |between: usize| {
            between <= self.balance.max_turns_between()
                && (between < 2 || tried(between) <= MAX_TRIED)
        };
        let all = between(&goal_lists);
        let costs = goal_lists.iter().map(|it| it.cost_of_marks(count));
        let cost = costs.fold(0, usize::saturating_add);
        // The marks also serve later questions about the goal.
        if all > 0 && tried(all) > cost && is_feasible(all - 1) {
            for (number, goal_list) in goal_lists.iter_mut().enumerate() {
                if goal_list.farther_marks.is_none() {
                    *goal_list = goal_list.with_marks(self.quantities.part(number), control)?;
                    self.keep_longer_list(number, goal_list);
                }
            }
        }
        let is_feasible = is_feasible(between(&goal_lists));
        Ok(is_feasible.then_some(NearGoal {
            quantities: &self.quantities,
            goal: self.quantities.goal(),
            reach: minimum_of_lists(&goal_lists, GoalList::reach),
            goal_lists,
        }))
    }

    /// The goal's lists, extended to this many turns if they have room.
    fn lists_of_goal(&self, depth: usize, control: &Control) -> Result<Vec<GoalList>, ReachError> {
        let mut all = Vec::with_capacity(self.goal_lists.len());
        for (number, kept) in self.goal_lists.iter().enumerate() {
            let known = kept.get();
            if !known.list.can_grow(depth) {
                all.push(GoalList::clone(&known));
                continue;
            }
            let quantities = self.quantities.part(number);
            let mut longer = List::clone(&known.list);
            let backwards = |value, to: &mut Vec<u64>| quantities.add_before_each(value, to);
            longer.grow(depth, backwards, control)?;
            let longer = GoalList::of(longer);
            self.keep_longer_list(number, &longer);
            all.push(longer);
        }
        Ok(all)
    }

    /// Keeps a list for other questions, if it reaches farther than the known one.
    fn keep_longer_list(&self, number: usize, goal_list: &GoalList) {
        let size = |it: &GoalList| (it.list.depth, it.farther_marks.is_some());
        self.goal_lists[number].put(&Arc::new(goal_list.clone()), size);
    }

    /// The predecessors of some values that are reached in at most this many turns, in ascending order.
    fn predecessors(&self, next: &[[u64; K]], step: usize) -> Vec<[u64; K]> {
        let mut here: FxHashSet<[u64; K]> = FxHashSet::default();
        let goal = self.quantities.goal();
        for to in next {
            if *to == goal {
                here.insert(goal); // A slot may be idle there.
            }
            here.extend((0..self.quantities.turns()).map(|turn| self.quantities.before(to, turn)));
        }
        here.retain(|&value| {
            self.from_start
                .distance(value)
                .is_some_and(|turns| turns <= step)
        });
        let mut here: Vec<[u64; K]> = here.into_iter().collect();
        here.sort_unstable();
        here
    }
}

/// The minimum of a property over the goal's lists.
fn minimum_of_lists(goal_lists: &[GoalList], of: impl Fn(&GoalList) -> usize) -> usize {
    goal_lists.iter().map(of).min().unwrap_or(0)
}

/// Reusable buffers.
#[derive(Default)]
struct Buffers<const K: usize> {
    /// Values of one quantity.
    part: Vec<u64>,
    values: Vec<[u64; K]>,
}

/// Recognizes the values close to the goal.
struct NearGoal<'a, F, const K: usize> {
    quantities: &'a Product<F, K>,
    goal: [u64; K],
    goal_lists: Vec<GoalList>,
    /// The number of turns from the goal that all lists reach.
    reach: usize,
}

impl<F: Quantity, const K: usize> NearGoal<'_, F, K> {
    /// Whether this many turns may lead to the goal: tries turns until the lists reach the rest.
    fn may_lead_to_goal(&self, value: [u64; K], turns: usize, buffers: &mut Buffers<K>) -> bool {
        if value == self.goal {
            return true; // Slots may be idle there.
        }
        match turns.saturating_sub(self.reach) {
            0 => {
                let mut parts = self.goal_lists.iter().zip(&value);
                parts.all(|(goal_list, &value)| goal_list.may_lead(value, turns))
            }
            1 => self.some_turn_may_lead_to_goal(value, turns, &mut buffers.part),
            _ => {
                let first = buffers.values.len();
                let Buffers { part, values } = buffers;
                self.quantities.add_after_each(&value, part, values);
                let found = (first..buffers.values.len())
                    .any(|at| self.may_lead_to_goal(buffers.values[at], turns - 1, buffers));
                buffers.values.truncate(first);
                found
            }
        }
    }

    /// Whether a turn leads to a value that is listed or marked for every quantity. The first quantity alone rejects
    /// nearly all.
    fn some_turn_may_lead_to_goal(
        &self,
        value: [u64; K],
        turns: usize,
        part: &mut Vec<u64>,
    ) -> bool {
        part.clear();
        self.quantities.part(0).add_after_each(value[0], part);
        (0..part.len()).any(|turn| {
            let may_lead = |number: usize| {
                let after = match number {
                    0 => part[turn],
                    _ => self.quantities.part(number).after(value[number], turn),
                };
                self.goal_lists[number].may_lead(after, turns - 1)
            };
            (0..self.goal_lists.len()).all(may_lead)
        })
    }

    /// Whether a turn, or an idle slot, leads from a value to one of some others, which are in ascending order.
    fn leads_to_any(&self, value: &[u64; K], next: &[[u64; K]]) -> bool {
        let has = |to: &[u64; K]| next.binary_search(to).is_ok();
        let mut turns = 0..self.quantities.turns();
        *value == self.quantities.goal() && has(value)
            || turns.any(|turn| has(&self.quantities.after(value, turn)))
    }

    /// The successors of some values that are close enough to the goal, in ascending order.
    fn successors(
        &self,
        values: &[[u64; K]],
        turns: usize,
        control: &Control,
    ) -> Result<Vec<[u64; K]>, ReachError> {
        let goal = self.quantities.goal();
        let (mut next, mut part): (Vec<[u64; K]>, _) = (Vec::new(), Vec::new());
        for value in values {
            if *value == goal {
                next.push(goal); // A slot may be idle there.
            }
            self.quantities.add_after_each(value, &mut part, &mut next);
        }
        next.sort_unstable();
        next.dedup();
        let (mut near, mut buffers) = (Vec::new(), Buffers::default());
        for chunk in next.chunks(VALUES_PER_CHECK) {
            if let Some(stop) = control.stop() {
                return Err(ReachError::Stopped(stop));
            }
            let leads = |value: &&[u64; K]| self.may_lead_to_goal(**value, turns, &mut buffers);
            near.extend(chunk.iter().filter(leads));
        }
        Ok(near)
    }
}
