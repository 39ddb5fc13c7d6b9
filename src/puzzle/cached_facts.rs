//! Cached facts about a puzzle: the groups of its turns, and its possible states.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::pattern::Pattern;
use super::turn::TurnId;
use crate::error::{Error, Undecided};
use crate::group::Group;

/// The action of turns on the facelets where reference stickers can be.
#[derive(Debug)]
pub(super) struct PieceGroup {
    /// The facelets that some turn moves, those of the most distinct pieces first.
    pub(super) points: Vec<usize>,
    /// Permutations of the facelets, by their indices.
    pub(super) group: Group,
}

/// Groups by their turns: `None` for one that is too large.
type PieceGroupsByTurns = HashMap<Vec<TurnId>, Option<Arc<PieceGroup>>>;

/// The groups computed so far.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownGroups(Arc<Mutex<PieceGroupsByTurns>>);

impl KnownGroups {
    /// The group of some turns, created on demand; `None` if it is too large.
    pub(super) fn get_or_make(
        &self,
        turns: &[TurnId],
        make: impl FnOnce() -> Option<PieceGroup>,
    ) -> Option<Arc<PieceGroup>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let group = known
            .entry(turns.to_vec())
            .or_insert_with(|| make().map(Arc::new));
        group.clone()
    }
}

/// Whether a puzzle can have a state, or some state of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possibility {
    /// It can.
    Possible,
    /// It cannot, for this reason.
    Impossible(Error),
    /// It is undecided.
    Undecided(Undecided),
}

/// The maximum number of cached answers.
const MAX_KNOWN: usize = 1000;

/// Cached answers about patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownStates(Arc<Mutex<HashMap<Pattern, Possibility>>>);

impl KnownStates {
    pub(super) fn get(&self, pattern: &Pattern) -> Option<Possibility> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(pattern).cloned()
    }

    pub(super) fn insert(&self, pattern: &Pattern, possibility: &Possibility) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(pattern.clone(), possibility.clone());
    }
}

/// Values computed for a puzzle, by type and name.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownFacts(Arc<Mutex<HashMap<(TypeId, &'static str), Fact>>>);

type Fact = Arc<dyn Any + Send + Sync>;

impl KnownFacts {
    /// The value of this name and type, computed on demand.
    pub(super) fn get_or_make<T: Any + Send + Sync>(
        &self,
        name: &'static str,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (TypeId::of::<T>(), name);
        let found = known().get(&key).cloned();
        if let Some(Ok(found)) = found.map(Arc::downcast) {
            return found;
        }
        // Two threads may compute it; either value will do.
        let new = Arc::new(make());
        known().insert(key, new.clone());
        new
    }
}
