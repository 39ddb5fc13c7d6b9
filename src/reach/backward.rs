//! Backward layers: the joint placements from which turns lead to a goal, shared by problems and threads.

use std::sync::Arc;

use super::item_sets::ItemSets;
use super::items::Direction;
use super::monotone_cache::MonotoneCache;
use super::placement_search::PlacementSearch;
use super::table::{Limit, Step, Table};
use super::{Items, ReachError};
use crate::control::Control;
use crate::problem::Problem;

/// The maximum number of cached [`Backward`] values: enough for a stage of a plan in three orientations of the puzzle,
/// with two to four pieces at a time, with and without idle slots.
const MAX_CACHED: usize = 24;

/// The limit for backward layers, which are computed only once. It admits six turns for four pieces of the pocket cube
/// at a time.
pub const BACKWARD_LIMIT: Limit = Limit {
    reached: 500_000,
    one_in: 5,
};

/// The layers backwards from a goal, for any start and any budget.
///
/// They depend only on the puzzle, the goal, the allowed turns and the number of turns left. They are computed on
/// demand and cached. Clones and threads share them; if two threads need the same layer at once, both compute it.
#[derive(Clone, Debug)]
pub struct Backward {
    items: Arc<Items>,
    pub(super) sets: Arc<ItemSets>,
    idle: bool,
    limit: Limit,
    table: MonotoneCache<Table>,
}

impl Backward {
    /// Layers for sets of up to `max_set_size` items, 1 to [`MAX_ITEMS`](super::MAX_ITEMS). `idle`: whether slots may
    /// be idle once the goal is reached. Layers with idle slots are also valid for problems without, but give fewer
    /// lemmas. Beyond the limit everything counts as reachable. Nothing is computed yet.
    pub fn new(
        items: Arc<Items>,
        max_set_size: usize,
        idle: bool,
        limit: Limit,
    ) -> Result<Self, ReachError> {
        let sets = Arc::new(ItemSets::new(&items, max_set_size)?);
        Ok(Self {
            items,
            sets,
            idle,
            limit,
            table: MonotoneCache::new(Table::new(limit)),
        })
    }

    /// The layers of a problem's goal, with or without idle slots: from the problem's cache, or new.
    pub fn cached(
        problem: &Problem,
        max_set_size: usize,
        idle: bool,
        limit: Limit,
    ) -> Result<Self, ReachError> {
        let cache = &problem.cache;
        let fits = |cached: &Self| {
            let options = (cached.sets.max_size(), cached.idle, cached.limit);
            options == (max_set_size, idle, limit) && cached.items.fit_problem(problem)
        };
        if let Some(cached) = cache.find(fits) {
            return Ok(cached);
        }
        let items = Arc::new(Items::new(problem)?);
        let new = Self::new(items, max_set_size, idle, limit)?;
        Ok(cache.find_or_keep(MAX_CACHED, fits, || new))
    }

    /// The items.
    pub fn items(&self) -> &Arc<Items> {
        &self.items
    }

    /// Whether slots may be idle once the goal is reached.
    pub fn allows_idle_slots(&self) -> bool {
        self.idle
    }

    /// Computes the layers up to this many turns in advance.
    #[cfg(feature = "internals")]
    pub fn prepare(&self, turns: usize, control: &Control) -> Result<(), ReachError> {
        self.steps(turns, control).map(|_| ())
    }

    /// The layers with 0 to `turns` turns left to the goal.
    pub(super) fn steps(&self, turns: usize, control: &Control) -> Result<Vec<Step>, ReachError> {
        let mut table = Table::clone(&self.table.get());
        let search = PlacementSearch {
            items: &self.items,
            direction: Direction::FromGoal,
            initial: self.items.goal(),
            idle: self.idle,
        };
        let steps = table.steps(turns, &self.sets, &search, control);
        // The cache keeps completed layers, even after a stop.
        self.table.put(&Arc::new(table), Table::step_count);
        steps
    }
}
