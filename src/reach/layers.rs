//! Both directions for one problem.

use std::sync::Arc;

use super::items::Direction;
use super::sets::Sets;
use super::table::{Limit, Stage, Table};
use super::walk::Walk;
use super::words::Word;
use super::{Backward, Items, ReachError};
use crate::control::Control;
use crate::problem::Problem;

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
        let mut ahead = Ahead::new(problem, backward, Limit::NONE)?;
        let slots = problem.budget.slots();
        ahead.layers(backward, slots, slots, control)
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &Items {
        &self.items
    }

    /// The largest sets that are tracked together.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// The last step: the number of slots. Step 0 is the start.
    #[must_use]
    pub fn last_step(&self) -> usize {
        self.ahead.len() - 1
    }

    /// Whether items can be so after exactly `step` slots from the start; also
    /// where they are not followed so far. `None` if there is no such step, or if
    /// such a set is not tracked: the items must be in increasing order and not
    /// too many.
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

    /// Whether no solution can have so many turns, because some items alone
    /// cannot be brought to their goal by so many.
    #[must_use]
    pub fn leave_nothing(&self) -> bool {
        let last = self.last_step();
        self.sets.ends.windows(2).any(|size| {
            let followed = |stage: &Stage| stage.len() >= size[1];
            // A walk of all turns passes every step, so one step tells as much
            // as any other.
            let step = (0..=last)
                .find(|&step| followed(&self.ahead[step]) && followed(&self.behind[last - step]));
            step.is_some_and(|step| {
                let (ahead, behind) = (&self.ahead[step], &self.behind[last - step]);
                (size[0]..size[1]).any(|set| {
                    let mut words = ahead[set].iter().zip(behind[set].iter());
                    words.all(|(a, b)| a & b == 0)
                })
            })
        })
    }

    /// Whether at a step both sides together admit less than this share of the
    /// joint placements of the largest sets, those that cannot be included. What
    /// is not followed so far is admitted.
    #[must_use]
    pub fn leave_less_than(&self, step: usize, share: f64) -> bool {
        let left = self.last_step().checked_sub(step);
        let Some((ahead, behind)) =
            left.and_then(|left| Some((self.ahead.get(step)?, self.behind.get(left)?)))
        else {
            return false;
        };
        let largest = self.sets.ends[self.most - 1]..self.sets.ends[self.most];
        let (mut admitted, mut all) = (0, 0);
        for at in largest {
            let set = &self.sets.all[at];
            let whole = set.joint();
            all += whole;
            let ones = |words: &mut dyn Iterator<Item = Word>| {
                words.map(|word| u64::from(word.count_ones())).sum()
            };
            admitted += match (ahead.get(at), behind.get(at)) {
                (None, None) => whole,
                (Some(one), None) | (None, Some(one)) => ones(&mut one.iter().copied()),
                (Some(a), Some(b)) => ones(&mut a.iter().zip(b.iter()).map(|(a, b)| a & b)),
            };
        }
        (admitted as f64) < share * all as f64
    }

    fn has(&self, stage: &Stage, tuple: &[At]) -> Option<bool> {
        let set = self
            .sets
            .find(tuple.len(), tuple.iter().map(|&(item, _)| item))?;
        let fits = |&(item, placement): &At| placement < self.items.size(item);
        if !tuple.iter().all(fits) {
            return None;
        }
        let placement = |item| tuple.iter().find(|at| at.0 == item).map_or(0, |at| at.1);
        let (word, bit) = self.sets.all[set].place(placement);
        Some(stage.get(set).is_none_or(|layer| layer[word] & bit != 0))
    }
}

/// One start: its layers, grown as far as they are asked for.
#[derive(Debug)]
struct Ahead {
    start: Vec<Vec<usize>>,
    table: Table,
}

impl Ahead {
    fn new(problem: &Problem, backward: &Backward, limit: Limit) -> Result<Self, ReachError> {
        let items = backward.items();
        if !items.belong_to(problem) {
            return Err(ReachError::OtherProblem);
        }
        Ok(Self {
            start: items.read(problem.start.pattern())?,
            table: Table::new(limit),
        })
    }

    fn layers(
        &mut self,
        backward: &Backward,
        slots: usize,
        turns: usize,
        control: &Control,
    ) -> Result<Layers, ReachError> {
        let walk = Walk {
            items: backward.items(),
            direction: Direction::FromStart,
            from: &self.start,
            idle: backward.idle(),
        };
        let turns = turns.min(slots);
        // Further on nothing is followed.
        let filled = |mut stages: Vec<Stage>| {
            stages.resize_with(slots + 1, Stage::default);
            stages
        };
        Ok(Layers {
            items: backward.items().clone(),
            sets: backward.sets().clone(),
            most: backward.most(),
            ahead: filled(self.table.stages(turns, backward.sets(), &walk, control)?),
            behind: filled(backward.stages(turns, control)?),
        })
    }
}

/// How far the layers of a [`Forward`] are followed: five turns for four pieces
/// of the pocket cube at a time. They are made for every start anew.
pub const FOLLOWED_AHEAD: Limit = Limit {
    reached: 200_000,
    one_in: 40,
};

/// The layers of one start, for any budget: those that budgets share are made
/// once.
#[derive(Debug)]
pub struct Forward {
    ahead: Ahead,
    backward: Arc<Backward>,
}

impl Forward {
    /// The layers of a problem's start, limited to [`FOLLOWED_AHEAD`]. Nothing is
    /// computed yet.
    ///
    /// # Errors
    /// [`ReachError::OtherProblem`] and [`ReachError::Unreachable`] as [`Layers::new`].
    pub fn new(problem: &Problem, backward: Arc<Backward>) -> Result<Self, ReachError> {
        Self::within(problem, backward, FOLLOWED_AHEAD)
    }

    /// The same with another limit.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn within(
        problem: &Problem,
        backward: Arc<Backward>,
        limit: Limit,
    ) -> Result<Self, ReachError> {
        let ahead = Ahead::new(problem, &backward, limit)?;
        Ok(Self { ahead, backward })
    }

    /// The layers of both directions, for so many slots, each followed for no
    /// more than `turns` turns.
    ///
    /// # Errors
    /// [`ReachError::TooLarge`] and [`ReachError::Stopped`].
    pub fn layers(
        &mut self,
        slots: usize,
        turns: usize,
        control: &Control,
    ) -> Result<Layers, ReachError> {
        self.ahead.layers(&self.backward, slots, turns, control)
    }
}
