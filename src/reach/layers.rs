//! Both directions for one problem.

use std::sync::Arc;

use super::backward::{Stage, Table};
use super::items::Direction;
use super::sets::Sets;
use super::walk::Walk;
use super::{Backward, Items, ReachError};
use crate::control::Control;
use crate::puzzle::Problem;

/// An item and its placement, both by their numbers in [`Items`].
pub type At = (usize, usize);

/// What each set of items can be at each step of a problem.
#[derive(Debug)]
pub struct Layers {
    items: Arc<Items>,
    pub(super) sets: Arc<Sets>,
    pub(super) most: usize,
    /// From the start, by the step.
    pub(super) ahead: Vec<Stage>,
    /// From the goal, by the turns that are left.
    pub(super) behind: Vec<Stage>,
}

impl Layers {
    /// The layers of a problem, as many slots as its budget has.
    ///
    /// # Errors
    /// [`ReachError::OtherProblem`] if `backward` belongs to another puzzle,
    /// goal or choice of turns; [`ReachError::Unreachable`] if the turns surely
    /// do not lead to the goal; [`ReachError::TooLarge`] and
    /// [`ReachError::Stopped`].
    pub fn new(
        problem: &Problem,
        backward: &Backward,
        control: &Control,
    ) -> Result<Self, ReachError> {
        let items = backward.items();
        if !items.belong_to(problem) {
            return Err(ReachError::OtherProblem);
        }
        let start = items.read(&problem.start)?;
        let walk = Walk {
            items,
            direction: Direction::FromStart,
            from: &start,
            idle: backward.idle(),
        };
        let slots = problem.budget.slots();
        let mut table = Table::default();
        Ok(Self {
            items: items.clone(),
            sets: backward.sets().clone(),
            most: backward.most(),
            ahead: table.stages(slots, backward.sets(), &walk, control)?,
            behind: backward.stages(slots, control)?,
        })
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &Items {
        &self.items
    }

    /// The last step: the number of slots. Step 0 is the start.
    #[must_use]
    pub fn last_step(&self) -> usize {
        self.ahead.len() - 1
    }

    /// Whether items can be so after exactly `step` slots from the start. `None`
    /// if there is no such step, or if such a set is not tracked: the items must
    /// be in increasing order and not too many.
    #[must_use]
    pub fn from_start(&self, step: usize, tuple: &[At]) -> Option<bool> {
        self.has(self.ahead.get(step)?, tuple)
    }

    /// Whether the goal's placements can be reached from these in the slots that
    /// are left after `step`; `None` as above.
    #[must_use]
    pub fn to_goal(&self, step: usize, tuple: &[At]) -> Option<bool> {
        let left = self.last_step().checked_sub(step)?;
        self.has(self.behind.get(left)?, tuple)
    }

    fn has(&self, stage: &Stage, tuple: &[At]) -> Option<bool> {
        let set = self.sets.all.iter().position(|set| {
            let members = set.items.iter().copied();
            members.eq(tuple.iter().map(|&(item, _)| item))
        })?;
        let fits = |&(item, placement): &At| placement < self.items.size(item);
        if !tuple.iter().all(fits) {
            return None;
        }
        let placement = |item| tuple.iter().find(|at| at.0 == item).map_or(0, |at| at.1);
        let (word, bit) = self.sets.all[set].place(placement);
        Some(stage[set][word] & bit != 0)
    }
}
