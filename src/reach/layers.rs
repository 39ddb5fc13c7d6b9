//! The layers of both directions for one problem.

use std::sync::Arc;

use super::error::Word;
use super::item_sets::ItemSets;
use super::items::Direction;
use super::placement_search::PlacementSearch;
use super::table::{Limit, Step, Table};
use super::{Backward, Items, ReachError};
use crate::control::Control;
use crate::problem::Problem;

/// An item and its placement, both as indices in [`Items`].
pub type ItemPlacement = (usize, usize);

/// The possible joint placements of each set of items at each step of a problem.
#[derive(Debug)]
pub struct Layers {
    items: Arc<Items>,
    pub(super) sets: Arc<ItemSets>,
    /// From the start, by step.
    from_start: Vec<Step>,
    /// From the goal, by the number of turns left.
    from_goal: Vec<Step>,
}

impl Layers {
    /// The layers of a problem, with as many slots as its budget has.
    ///
    /// # Panics
    /// If `backward` belongs to another puzzle, goal or set of turns.
    pub fn new(
        problem: &Problem,
        backward: &Backward,
        control: &Control,
    ) -> Result<Self, ReachError> {
        let slots = problem.budget.slots();
        Forward::new(problem, backward, Limit::NONE)?.layers(slots, slots, control)
    }

    /// The items.
    pub fn items(&self) -> &Items {
        &self.items
    }

    /// The maximum number of items that are tracked together.
    pub fn max_set_size(&self) -> usize {
        self.sets.max_size()
    }

    /// The last step: the number of slots. Step 0 is the start.
    pub fn last_step(&self) -> usize {
        self.from_start.len() - 1
    }

    /// Whether items can have these placements after exactly `step` slots from the start; `Some(true)` beyond the
    /// tracked layers. `None` if the step does not exist or the set is not tracked: the items must be in ascending
    /// order and not too many.
    pub fn reached_from_start(&self, step: usize, tuple: &[ItemPlacement]) -> Option<bool> {
        self.contains(self.both_sides(step)?.0, tuple)
    }

    /// Whether the goal's placements can be reached from these in the slots left after `step`; `None` as above.
    pub fn reaches_goal(&self, step: usize, tuple: &[ItemPlacement]) -> Option<bool> {
        self.contains(self.both_sides(step)?.1, tuple)
    }

    /// Whether no solution fits into [this many](Self::last_step) slots, because some items alone cannot reach their
    /// goal.
    pub fn refutes(&self) -> bool {
        self.sets.ends.windows(2).any(|size| {
            let is_tracked = |step: &Step| step.len() >= size[1];
            // A walk passes every step, so any step gives the same result.
            let mut steps = (0..=self.last_step()).filter_map(|step| self.both_sides(step));
            let step = steps.find(|(start, goal)| is_tracked(start) && is_tracked(goal));
            step.is_some_and(|(from_start, from_goal)| {
                (size[0]..size[1]).any(|set| {
                    let mut words = from_start[set].iter().zip(from_goal[set].iter());
                    words.all(|(a, b)| a & b == 0)
                })
            })
        })
    }

    /// Whether, at a step, both sides together admit less than this fraction of the joint placements of the largest sets,
    /// including impossible ones. Anything beyond the tracked layers is admitted.
    pub fn admit_less_than(&self, step: usize, share: f64) -> bool {
        let Some((from_start, from_goal)) = self.both_sides(step) else {
            return false;
        };
        let most = self.sets.max_size();
        let largest = self.sets.ends[most - 1]..self.sets.ends[most];
        let (mut admitted, mut all) = (0, 0);
        for at in largest {
            let set = &self.sets.all[at];
            let whole = set.joint_placements();
            all += whole;
            let ones = |words: &mut dyn Iterator<Item = Word>| {
                words.map(|word| u64::from(word.count_ones())).sum()
            };
            admitted += match (from_start.get(at), from_goal.get(at)) {
                (None, None) => whole,
                (Some(one), None) | (None, Some(one)) => ones(&mut one.iter().copied()),
                (Some(a), Some(b)) => ones(&mut a.iter().zip(b.iter()).map(|(a, b)| a & b)),
            };
        }
        (admitted as f64) < share * all as f64
    }

    /// The layers of both directions at a step, if it exists.
    pub(super) fn both_sides(&self, step: usize) -> Option<(&Step, &Step)> {
        let left = self.last_step().checked_sub(step)?;
        Some((&self.from_start[step], &self.from_goal[left]))
    }

    fn contains(&self, step: &Step, tuple: &[ItemPlacement]) -> Option<bool> {
        let set = self
            .sets
            .find(tuple.len(), tuple.iter().map(|&(item, _)| item))?;
        let fits = |&(item, placement): &ItemPlacement| placement < self.items.size(item);
        if !tuple.iter().all(fits) {
            return None;
        }
        let placements = tuple.iter().zip(&self.sets.all[set].strides);
        let row = placements.map(|(&(_, placement), stride)| placement * stride);
        let (word, bit) = self.sets.all[set].bit_of_row(row.sum(), tuple.last()?.1);
        Some(step.get(set).is_none_or(|layer| layer[word] & bit != 0))
    }
}

/// The limit for the layers of a [`Forward`], which are computed for every start: five turns for four pieces of the
/// pocket cube at a time.
pub const FORWARD_LIMIT: Limit = Limit {
    reached: 200_000,
    one_in: 40,
};

/// The layers of one start, for any budget: layers that budgets share are computed once.
#[derive(Debug)]
pub struct Forward {
    backward: Backward,
    start: Vec<Vec<usize>>,
    table: Table,
}

impl Forward {
    /// The layers of a problem's start. Nothing is computed yet.
    pub fn new(problem: &Problem, backward: &Backward, limit: Limit) -> Result<Self, ReachError> {
        let items = backward.items();
        assert!(items.fit_problem(problem), "layers of another problem");
        Ok(Self {
            start: items.read(problem.start.pattern())?,
            table: Table::new(limit),
            backward: backward.clone(),
        })
    }

    /// The layers of both directions for this many slots, each tracked for at most `turns` turns.
    pub fn layers(
        &mut self,
        slots: usize,
        turns: usize,
        control: &Control,
    ) -> Result<Layers, ReachError> {
        let backward = &self.backward;
        let search = PlacementSearch {
            items: backward.items(),
            direction: Direction::FromStart,
            initial: &self.start,
            idle: backward.idle(),
        };
        let turns = turns.min(slots);
        // Steps beyond `turns` track nothing.
        let filled = |mut steps: Vec<Step>| {
            steps.resize_with(slots + 1, Step::default);
            steps
        };
        let from_start = self.table.steps(turns, &backward.sets, &search, control)?;
        Ok(Layers {
            items: backward.items().clone(),
            sets: backward.sets.clone(),
            from_start: filled(from_start),
            from_goal: filled(backward.steps(turns, control)?),
        })
    }
}
