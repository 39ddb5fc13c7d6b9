//! Layers of the joint values of a few families of coset coordinates.
//!
//! *Idea.* A *family*, the coset coordinates of a subgroup, has billions of joint values. But few of these are near the
//! goal, because turns of the subgroup do not change the goal's value. So [lists](super::lists_from_both_ends) span
//! many turns. And almost no state is close to the goal in several families at once, such as those of a cube's three
//! axes.
//!
//! *Why it is sound.* A coordinate is a function of the state.
//!
//! *Equal axes.* If a rotation of the puzzle maps one subgroup to another, turns act alike on the values of both
//! families, which then share a goal list.
//!
//! *Cost.* On the 3×3×3, listing five turns from the start takes a tenth of a second, and so does listing six from the
//! goal. The seventh and eighth turn from the goal are only [marked](super::bloom_filter), in 16 and 128 MiB. With two
//! turns tried in between, solutions of up to 15 turns have layers.

use std::sync::Arc;

use super::list::{MAX_LISTED, WithGoalList, with_goal_list};
use super::lists_from_both_ends::{ListDepths, ListsFromBothEnds};
use super::product::Quantity;
use super::state_filter::StateFilter;
use crate::problem::{Cache, Family, Problem};

/// The maximum number of families that are tracked together, and of goal lists that are cached.
pub const MAX_FAMILIES: usize = 3;

/// Lists from start and goal for a few families.
pub type Cosets = ListsFromBothEnds<Family, MAX_FAMILIES>;

impl Quantity for Family {
    fn turns(&self) -> usize {
        self.turns()
    }

    fn goal(&self) -> u64 {
        self.goal()
    }

    fn after(&self, value: u64, turn: usize) -> u64 {
        self.after(value, turn)
    }

    fn before(&self, value: u64, turn: usize) -> u64 {
        self.before(value, turn)
    }

    fn add_after_each(&self, value: u64, to: &mut Vec<u64>) {
        self.add_after_each(value, to);
    }

    fn add_before_each(&self, value: u64, to: &mut Vec<u64>) {
        self.add_before_each(value, to);
    }
}

impl Cosets {
    /// The lists of a problem, filtered by whole states if start and goal are known; `None` if there are no families.
    pub fn of_problem(problem: &Problem, families: &[(Arc<Family>, u64)]) -> Option<Self> {
        let mut lists = Self::new(&problem.cache, families, MAX_LISTED)?;
        lists.state_filter = StateFilter::new(problem);
        Some(lists)
    }

    /// Lists of at most `most` values of the first [`MAX_FAMILIES`] families, each given with its value at the start.
    /// Nothing is computed yet. `None` if there are no families.
    pub fn new(cache: &Cache, families: &[(Arc<Family>, u64)], most: usize) -> Option<Self> {
        let mut start = [0; MAX_FAMILIES];
        let mut parts = Vec::new();
        for (value, (family, value_at_start)) in start.iter_mut().zip(families) {
            *value = *value_at_start;
            let fits = |(known, _): &WithGoalList<Family>| known.acts_like(family);
            let make = || with_goal_list(family.clone(), most);
            let (_, goal_list) = cache.find_or_keep(MAX_FAMILIES, fits, make);
            parts.push((family.clone(), goal_list));
        }
        let depths = ListDepths::EqualWithTwoTurnGap;
        (!parts.is_empty()).then(|| Self::with_goal_lists(parts, start, most, depths))
    }
}
