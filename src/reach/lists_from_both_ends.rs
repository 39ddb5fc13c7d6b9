//! Layers as lists of values, from start and goal, for quantities with too many values for a table.
//!
//! *Idea.* A function of the state may have billions of values, but five turns reach at most as many values as there
//! are sequences of five turns. So breadth-first search from both ends lists the values. At one step in the middle, a
//! solution can only have values that are listed from the start and close enough to the goal; the layers before and
//! after that step follow turn by turn.
//!
//! *Several quantities.* From the start, joint values are listed: hardly any joint value is close to the goal in every
//! quantity, such as along all three axes of a cube. From the goal, each quantity has a list of its own, which spans
//! more turns.
//!
//! *Why it is sound.* A solution leads through values from the start's to the goal's. The lists contain everything
//! reached in at most N turns, so they contain each of these values, with or without idle slots at the goal, and in
//! every metric. [Bloom filters](super::bloom_filter) may admit values that are farther away, so a layer may contain
//! values that no solution passes. If start and goal are known, a [filter by whole states](super::state_filter) removes
//! such values.
//!
//! *Cost.* Lists of [`MAX_LISTED`](super::MAX_LISTED) values at each end take some 30 bytes per value, and twice that
//! while they grow; for three quantities together, some 60 bytes per value. The callers cache the goal's lists.

use std::sync::Arc;

use itertools::Itertools;

use super::error::ReachError;
use super::list::{GoalList, List, VALUES_PER_CHECK, WithGoalList};
use super::monotone_cache::MonotoneCache;
use super::product::{Product, Quantity, Steps};
use super::state_filter::StateFilter;
use crate::control::Control;

/// The maximum number of values tried between the lists if two turns are between them.
const MAX_TRIED: usize = 1 << 28;

/// The maximum number of values in a step before the filter by whole states.
const MAX_BEFORE_FILTER: usize = 200_000;

/// How deep the lists from start and goal are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListDepths {
    /// Both equally deep, with at most one turn between them.
    Equal,
    /// The goal's lists as deep as their maximum size permits. This suits many questions with the same goal.
    DeeperFromGoal,
    /// Both equally deep, with up to two turns between them.
    EqualWithTwoTurnGap,
}

/// The lists from both ends, of up to `K` quantities together.
#[derive(Debug)]
pub struct ListsFromBothEnds<F, const K: usize> {
    quantities: Product<F, K>,
    from_start: List<[u64; K]>,
    /// The goal's list of each quantity.
    goal_lists: Vec<MonotoneCache<GoalList>>,
    depths: ListDepths,
    /// If present, removes values that no state on a path from start to goal has.
    pub(super) state_filter: Option<StateFilter>,
}

impl<F: Quantity, const K: usize> ListsFromBothEnds<F, K> {
    /// Lists of at most `most` values from `start`, of one to `K` quantities. Nothing is computed yet.
    pub(super) fn with_goal_lists(
        parts: Vec<WithGoalList<F>>,
        start: [u64; K],
        most: usize,
        depths: ListDepths,
    ) -> Self {
        let (quantities, goal_lists) = parts.into_iter().unzip();
        let quantities: Product<F, K> = Product(quantities);
        Self {
            from_start: List::new(start, quantities.turns(), most),
            quantities,
            goal_lists,
            depths,
            state_filter: None,
        }
    }

    /// The tracked quantities.
    pub fn quantities(&self) -> &Product<F, K> {
        &self.quantities
    }

    /// The values that a solution can pass, in ascending order, for each step from 0 to `slots`. `None` if the lists do
    /// not span the budget, or if a step would have more than `most` values.
    pub fn layers(
        &mut self,
        slots: usize,
        most: usize,
        control: &Control,
    ) -> Result<Option<Steps<K>>, ReachError> {
        let listed = match self.state_filter {
            Some(_) => most.max(MAX_BEFORE_FILTER),
            None => most,
        };
        let mut part = Vec::new();
        let forwards = |value, to: &mut Vec<[u64; K]>| {
            self.quantities.add_after_each(&value, &mut part, to);
        };
        let depth = match self.depths {
            ListDepths::Equal | ListDepths::EqualWithTwoTurnGap => slots / 2,
            ListDepths::DeeperFromGoal => {
                let goal_lists = self.lists_of_goal(slots, control)?;
                slots.saturating_sub(minimum_of_lists(&goal_lists, |it| it.list.depth) + 1)
            }
        };
        self.from_start.grow(depth, forwards, control)?;
        let middle = self.from_start.depth.min(depth);
        let Some(near) = self.near_goal(slots - middle, control)? else {
            return Ok(None);
        };
        let distances = self.from_start.distances.iter();
        let near_start = distances.filter(|&(_, &turns)| usize::from(turns) <= middle);
        let values: Vec<[u64; K]> = near_start.map(|(&value, _)| value).collect();
        let mut here = near.leading_to_goal(&values, slots - middle, control)?;
        here.sort_unstable();
        let mut layers = vec![Vec::new(); slots + 1];
        layers[middle] = here;
        for step in middle..slots {
            if layers[step].len() > listed {
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
        if let Some(filter) = &self.state_filter {
            layers = filter.keep_solutions(&self.quantities, layers, control)?;
        }
        let fits = layers.iter().all(|layer| layer.len() <= most);
        Ok(fits.then_some(layers))
    }

    /// A test for values at most this many turns from the goal; `None` if it takes too much time or memory.
    fn near_goal(
        &self,
        turns: usize,
        control: &Control,
    ) -> Result<Option<NearGoal<'_, F, K>>, ReachError> {
        let mut goal_lists = self.lists_of_goal(turns, control)?;
        let Some(marked) = self.turns_to_mark(turns, &goal_lists) else {
            return Ok(None);
        };
        for (number, goal_list) in goal_lists.iter_mut().enumerate() {
            // Several quantities can have the same list.
            *goal_list = GoalList::clone(&self.goal_lists[number].get());
            while goal_list.marked_depth() < goal_list.list.depth + marked {
                *goal_list = goal_list.with_marks(self.quantities.part(number), control)?;
                // The marks also serve later questions about the goal.
                self.keep_longer_list(number, goal_list);
            }
        }
        Ok(Some(NearGoal {
            quantities: &self.quantities,
            goal: self.quantities.goal(),
            listed: minimum_of_lists(&goal_lists, |it| it.list.depth),
            goal_lists,
        }))
    }

    /// The number of turns by which marks should extend the goal's lists, to minimize the total work of marking values
    /// and of trying the turns between the lists; `None` if every choice is too much work.
    fn turns_to_mark(&self, turns: usize, goal_lists: &[GoalList]) -> Option<usize> {
        // Limits both the turns between the lists and the turns by which marks extend the goal's lists.
        let max = match self.depths {
            ListDepths::Equal | ListDepths::DeeperFromGoal => 1,
            ListDepths::EqualWithTwoTurnGap => 2,
        };
        let count = self.quantities.turns();
        let listed = minimum_of_lists(goal_lists, |it| it.list.depth);
        let already_marked = minimum_of_lists(goal_lists, GoalList::marked_depth) - listed;
        let work = |marked: usize| {
            let between = turns.saturating_sub(listed + marked.max(already_marked));
            let tried = self
                .from_start
                .distances
                .len()
                .saturating_mul(count.saturating_pow(between as u32));
            let is_feasible = between <= max && (between < 2 || tried <= MAX_TRIED);
            let distinct = goal_lists.iter().enumerate().filter(|(number, it)| {
                let mut others = goal_lists[..*number].iter();
                !others.any(|other| Arc::ptr_eq(&other.list, &it.list))
            });
            let costs = distinct.map(|(_, it)| it.cost_of_marks(marked, count));
            let cost = costs.fold(0, usize::saturating_add);
            // Each value tried may be looked up in each list.
            let looked_up = tried.saturating_mul(goal_lists.len());
            (is_feasible && cost < usize::MAX).then(|| (looked_up.saturating_add(cost), marked))
        };
        let (_, marked) = (0..=max).filter_map(work).min()?;
        Some(marked)
    }

    /// The goal's lists, extended to this many turns if they have room.
    fn lists_of_goal(&self, depth: usize, control: &Control) -> Result<Vec<GoalList>, ReachError> {
        let mut all = Vec::with_capacity(self.goal_lists.len());
        for (number, cached) in self.goal_lists.iter().enumerate() {
            let known = cached.get();
            if !known.list.can_grow(depth) {
                all.push(GoalList::clone(&known));
                continue;
            }
            let quantity = self.quantities.part(number);
            let mut longer = List::clone(&known.list);
            let backwards = |value, to: &mut Vec<u64>| quantity.add_before_each(value, to);
            longer.grow(depth, backwards, control)?;
            let longer = GoalList::of(longer);
            self.keep_longer_list(number, &longer);
            all.push(longer);
        }
        Ok(all)
    }

    /// Caches a list for other questions if it is larger than the cached list.
    fn keep_longer_list(&self, number: usize, goal_list: &GoalList) {
        self.goal_lists[number].put(&Arc::new(goal_list.clone()), GoalList::size);
    }

    /// The values one turn before those of `next` that the start reaches in at most `step` turns, in ascending order.
    fn predecessors(&self, next: &[[u64; K]], step: usize) -> Vec<[u64; K]> {
        let (quantities, goal) = (&self.quantities, self.quantities.goal());
        let before = |to| (0..quantities.turns()).map(move |turn| quantities.before(to, turn));
        // A slot may be idle at the goal.
        let idle = next.iter().filter(|to| **to == goal).copied();
        let is_near = |value: &[u64; K]| {
            let turns = self.from_start.distance(*value);
            turns.is_some_and(|turns| turns <= step)
        };
        let before = next.iter().flat_map(before).chain(idle);
        before.filter(is_near).sorted_unstable().dedup().collect()
    }
}

/// The minimum of a property over the goal's lists.
fn minimum_of_lists(goal_lists: &[GoalList], of: impl Fn(&GoalList) -> usize) -> usize {
    goal_lists.iter().map(of).min().unwrap_or(0)
}

/// Recognizes the values close to the goal.
struct NearGoal<'a, F, const K: usize> {
    quantities: &'a Product<F, K>,
    goal: [u64; K],
    goal_lists: Vec<GoalList>,
    /// The number of turns from the goal that all lists reach without marks.
    listed: usize,
}

impl<F: Quantity, const K: usize> NearGoal<'_, F, K> {
    /// The values from which at most this many turns may lead to the goal.
    fn leading_to_goal(
        &self,
        values: &[[u64; K]],
        turns: usize,
        control: &Control,
    ) -> Result<Vec<[u64; K]>, ReachError> {
        let mut near = Vec::new();
        for chunk in values.chunks(VALUES_PER_CHECK) {
            control.check()?;
            let mut kept = chunk.to_vec();
            for (number, goal_list) in self.goal_lists.iter().enumerate() {
                let parts: Vec<u64> = kept.iter().map(|value| value[number]).collect();
                let mut may_lead = goal_list.may_lead(&parts, turns).into_iter();
                kept.retain(|value| may_lead.next() == Some(true) || *value == self.goal);
            }
            near.extend(kept);
        }
        let mut reach_lists = self.reach_lists(&near, turns, control)?.into_iter();
        near.retain(|_| reach_lists.next() == Some(true));
        Ok(near)
    }

    /// For each value, whether a sequence of turns leads from it, through values that no list excludes, to the distance
    /// at which the lists are exact.
    fn reach_lists(
        &self,
        values: &[[u64; K]],
        turns: usize,
        control: &Control,
    ) -> Result<Vec<bool>, ReachError> {
        if turns <= self.listed {
            return Ok(vec![true; values.len()]);
        }
        // Slots may be idle at the goal.
        let mut reach_lists: Vec<bool> = values.iter().map(|it| *it == self.goal).collect();
        let chunks = values.chunks(VALUES_PER_CHECK);
        for (values, reach_lists) in chunks.zip(reach_lists.chunks_mut(VALUES_PER_CHECK)) {
            control.check()?;
            let (origins, next) = self.near_successors(values, turns);
            let next = self.reach_lists(&next, turns - 1, control)?;
            for (origin, reaches_lists) in origins.into_iter().zip(next) {
                reach_lists[origin] |= reaches_lists;
            }
        }
        Ok(reach_lists)
    }

    /// The values one turn after `values` that no list excludes, and for each the index of the value before.
    fn near_successors(&self, values: &[[u64; K]], turns: usize) -> (Vec<usize>, Vec<[u64; K]>) {
        let count = self.quantities.turns();
        let mut after = Vec::with_capacity(values.len() * count);
        for value in values {
            self.quantities.part(0).add_after_each(value[0], &mut after);
        }
        // For each value after a turn: the index of the value before, times `count`, plus the index of the turn.
        let mut origins: Vec<usize> = (0..after.len()).collect();
        let mut next = Vec::new();
        for (number, goal_list) in self.goal_lists.iter().enumerate() {
            if number > 0 {
                let quantity = self.quantities.part(number);
                let of = |&at: &usize| quantity.after(values[at / count][number], at % count);
                after = origins.iter().map(of).collect();
            }
            let may_lead = goal_list.may_lead(&after, turns - 1);
            let kept: Vec<usize> = (0..after.len()).filter(|&at| may_lead[at]).collect();
            next = match number {
                0 => vec![[0; K]; kept.len()],
                _ => kept.iter().map(|&at| next[at]).collect(),
            };
            for (to, &at) in next.iter_mut().zip(&kept) {
                to[number] = after[at];
            }
            origins = kept.iter().map(|&at| origins[at]).collect();
        }
        let before = origins.into_iter().map(|at| at / count).collect();
        (before, next)
    }

    /// Whether a turn or an idle slot leads from `value` to a value of `next`, which is in ascending order.
    fn leads_to_any(&self, value: &[u64; K], next: &[[u64; K]]) -> bool {
        let has = |to: &[u64; K]| next.binary_search(to).is_ok();
        let mut turns = 0..self.quantities.turns();
        *value == self.goal && has(value)
            || turns.any(|turn| has(&self.quantities.after(value, turn)))
    }

    /// The values one turn after `values` from which at most `turns` turns may lead to the goal, in ascending order.
    fn successors(
        &self,
        values: &[[u64; K]],
        turns: usize,
        control: &Control,
    ) -> Result<Vec<[u64; K]>, ReachError> {
        let (mut next, mut part): (Vec<[u64; K]>, _) = (Vec::new(), Vec::new());
        for value in values {
            if *value == self.goal {
                next.push(self.goal); // A slot may be idle there.
            }
            self.quantities.add_after_each(value, &mut part, &mut next);
        }
        next.sort_unstable();
        next.dedup();
        self.leading_to_goal(&next, turns, control)
    }
}
