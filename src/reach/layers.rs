//! The layers of both directions for one problem.

use std::sync::Arc;

use super::bits::Word;
use super::item_sets::{ItemPlacement, ItemSets};
use super::items::Direction;
use super::placement_search::PlacementSearch;
use super::table::{Limit, Step, Table};
use super::{Backward, Items, ReachError};
use crate::control::Control;
use crate::problem::Problem;

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

    /// Whether the start leads to these placements in exactly `step` slots; `Some(true)` beyond the tracked layers.
    /// `None` if the step or a placement does not exist, or if the items are not one to [`Self::max_set_size`] items in
    /// ascending order.
    pub fn reached_from_start(&self, step: usize, placements: &[ItemPlacement]) -> Option<bool> {
        self.contains(self.both_directions(step)?.0, placements)
    }

    /// Whether these placements lead to those of the goal in the slots left after `step`; `None` as for
    /// [`Self::reached_from_start`].
    pub fn reaches_goal(&self, step: usize, placements: &[ItemPlacement]) -> Option<bool> {
        self.contains(self.both_directions(step)?.1, placements)
    }

    /// Whether no solution fits into [this many](Self::last_step) slots, because some items alone cannot reach their
    /// goal.
    pub fn refutes(&self) -> bool {
        self.sets.ends.windows(2).any(|size| {
            // A solution passes every step, so any step that both directions track gives the same result.
            let is_tracked = |&step: &usize| {
                let both = self.both_directions(step);
                both.is_some_and(|(a, b)| a.len().min(b.len()) >= size[1])
            };
            let step = (0..=self.last_step()).find(is_tracked);
            let is_empty = |set, step| self.possible(step, set).iter().all(|&word| word == 0);
            step.is_some_and(|step| (size[0]..size[1]).any(|set| is_empty(set, step)))
        })
    }

    /// Whether, at a step, both directions together admit less than this fraction of the joint placements of the
    /// largest sets. Joint placements with two items in one place count, too. Untracked layers admit everything.
    pub fn admit_less_than(&self, step: usize, fraction: f64) -> bool {
        let most = self.sets.max_size();
        let (mut admitted, mut all) = (0, 0);
        for set in self.sets.ends[most - 1]..self.sets.ends[most] {
            all += self.sets.all[set].joint_placements();
            let possible = self.possible(step, set);
            let ones = possible.iter().map(|word| u64::from(word.count_ones()));
            admitted += ones.sum::<u64>();
        }
        step <= self.last_step() && (admitted as f64) < fraction * all as f64
    }

    /// The joint placements of a set that both directions admit at a step, one bit each. A direction that does not
    /// track the set at this step admits everything.
    pub(super) fn possible(&self, step: usize, set: usize) -> Vec<Word> {
        let both = self.both_directions(step);
        let both = both.map(|(from_start, from_goal)| [from_start.get(set), from_goal.get(set)]);
        match both.unwrap_or_default() {
            [Some(one), Some(other)] => one.iter().zip(&**other).map(|(a, b)| a & b).collect(),
            [Some(only), None] | [None, Some(only)] => only.to_vec(),
            [None, None] => {
                let set = &self.sets.all[set];
                let words = 0..set.word_count();
                words.map(|word| set.used_bits(word % set.width)).collect()
            }
        }
    }

    /// The layers at a step from the start and from the goal; `None` if the step does not exist.
    pub(super) fn both_directions(&self, step: usize) -> Option<(&Step, &Step)> {
        let left = self.last_step().checked_sub(step)?;
        Some((&self.from_start[step], &self.from_goal[left]))
    }

    fn contains(&self, step: &Step, placements: &[ItemPlacement]) -> Option<bool> {
        let items = placements.iter().map(|&(item, _)| item);
        let set = self.sets.find(placements.len(), items)?;
        let exists = |&(item, placement): &ItemPlacement| placement < self.items.size(item);
        if !placements.iter().all(exists) {
            return None;
        }
        let (word, bit) = self.sets.all[set].bit_of(placements);
        Some(step.get(set).is_none_or(|layer| layer[word] & bit != 0))
    }
}

/// The limit for the layers of a [`Forward`], which are computed for every start. It admits five turns for four pieces
/// of the pocket cube at a time.
pub const FORWARD_LIMIT: Limit = Limit {
    reached: 200_000,
    one_in: 40,
};

/// The layers of one start, for any budget. Layers that budgets share are computed once.
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
            start: items.locate(problem.start.pattern())?,
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
            idle: backward.allows_idle_slots(),
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
