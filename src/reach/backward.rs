//! The layers of one direction, grown as far as they are asked for; those from
//! the goal are kept and shared.

use std::sync::{Arc, Mutex, PoisonError};

use super::items::Direction;
use super::sets::{BITS, Sets, check_bytes};
use super::walk::{Layer, Walk};
use super::{Items, ReachError};
use crate::control::Control;

/// A layer of every set.
pub(super) type Stage = Arc<Vec<Layer>>;

/// The layers of every set, as far as they are known.
#[derive(Debug, Default)]
pub(super) struct Table {
    stages: Vec<Stage>,
    /// How much memory they take.
    bytes: u64,
}

impl Table {
    /// The first stages, for 0 to `steps` steps. A failure leaves the table as
    /// far as it was complete.
    pub(super) fn stages(
        &mut self,
        steps: usize,
        sets: &Sets,
        walk: &Walk<'_>,
        control: &Control,
    ) -> Result<Vec<Stage>, ReachError> {
        while self.stages.len() <= steps {
            self.grow(sets, walk, control)?;
        }
        Ok(self.stages[..=steps].to_vec())
    }

    fn grow(&mut self, sets: &Sets, walk: &Walk<'_>, control: &Control) -> Result<(), ReachError> {
        // What a step looks back to.
        let known = &self.stages[self.stages.len().saturating_sub(3)..];
        let mut bytes = self.bytes + (sets.all.len() * size_of::<Layer>()) as u64;
        let mut stage = Vec::with_capacity(sets.all.len());
        for (at, set) in sets.all.iter().enumerate() {
            if let Some(stop) = control.stop() {
                return Err(ReachError::Stopped(stop));
            }
            let size = (set.words() * BITS / 8) as u64;
            check_bytes(bytes + size)?;
            let layers: Vec<&Layer> = known.iter().map(|stage| &stage[at]).collect();
            let next = walk.next(set, &layers);
            if !layers.iter().any(|layer| Arc::ptr_eq(layer, &next)) {
                bytes += size;
            }
            stage.push(next);
        }
        self.stages.push(Arc::new(stage));
        self.bytes = bytes;
        Ok(())
    }
}

/// The layers backwards from a goal, for any start and any budget.
///
/// They depend on the puzzle, the goal and the allowed turns, and on how many
/// turns are left. They are made when they are first needed, and never again.
/// Threads may share them; one that needs what another is just making waits.
#[derive(Debug)]
pub struct Backward {
    items: Arc<Items>,
    sets: Arc<Sets>,
    most: usize,
    idle: bool,
    table: Mutex<Table>,
}

impl Backward {
    /// For sets of up to `most` items. `idle`: whether slots may be left idle
    /// once the goal is reached. Lemmas made with idle slots hold without them
    /// too, but are fewer. Nothing is computed yet.
    ///
    /// # Errors
    /// [`ReachError::Size`] if `most` is not 1 to [`MOST_ITEMS`], and
    /// [`ReachError::TooLarge`] if a single layer would take more than
    /// [`MOST_BYTES`].
    ///
    /// [`MOST_ITEMS`]: super::MOST_ITEMS
    /// [`MOST_BYTES`]: super::MOST_BYTES
    pub fn new(items: Arc<Items>, most: usize, idle: bool) -> Result<Self, ReachError> {
        let sets = Arc::new(Sets::new(&items, most)?);
        Ok(Self {
            items,
            sets,
            most,
            idle,
            table: Mutex::default(),
        })
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &Arc<Items> {
        &self.items
    }

    /// The largest sets that are tracked together.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// Whether slots may be left idle once the goal is reached.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.idle
    }

    /// Makes the layers up to so many turns now, so that nobody waits for them
    /// later.
    ///
    /// # Errors
    /// [`ReachError::TooLarge`] and [`ReachError::Stopped`].
    pub fn prepare(&self, turns: usize, control: &Control) -> Result<(), ReachError> {
        self.stages(turns, control).map(|_| ())
    }

    pub(super) fn sets(&self) -> &Arc<Sets> {
        &self.sets
    }

    /// The stages with 0 to `turns` turns left.
    pub(super) fn stages(&self, turns: usize, control: &Control) -> Result<Vec<Stage>, ReachError> {
        // A thread that panicked left only complete stages behind.
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let goal = self.items.goal();
        let walk = Walk {
            items: &self.items,
            direction: Direction::FromGoal,
            from: &goal,
            idle: self.idle,
        };
        table.stages(turns, &self.sets, &walk, control)
    }
}
