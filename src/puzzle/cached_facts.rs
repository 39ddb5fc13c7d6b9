//! Cached facts about a puzzle, such as the groups of its turns and its possible states. Copies of a puzzle share them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::pattern::Pattern;
use super::turn::TurnId;
use crate::error::{Error, Undecided};
use crate::group::Group;

/// The action of turns on the facelets where reference stickers can be.
#[derive(Debug)]
pub(super) struct PieceGroup {
    /// Those facelets that some turn moves. Facelets of pieces with few lookalikes come first.
    pub(super) points: Vec<usize>,
    /// Permutations of these facelets, by their indices in `points`.
    pub(super) group: Group,
}

/// The groups computed so far, by their turns; `None` for a group that is too large.
pub(super) type GroupCache = Arc<Mutex<HashMap<Vec<TurnId>, Option<Arc<PieceGroup>>>>>;

/// Whether it is known that the puzzle can have a state, or the start and the goal of a problem. An impossible state is
/// an error instead, because an answer about it would mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// The puzzle can have them.
    Holds,
    /// No fast test decides whether the puzzle can have them.
    Undecided(Undecided),
}

/// Locks a cache. A thread that panics leaves the cache intact, because values are inserted whole.
pub(super) fn lock<T>(cache: &Mutex<T>) -> MutexGuard<'_, T> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The maximum number of cached answers.
const MAX_KNOWN: usize = 1000;

/// For each pattern, whether the puzzle can have it.
#[derive(Clone, Debug, Default)]
pub(super) struct PremiseCache(Arc<Mutex<HashMap<Pattern, Result<Premise, Error>>>>);

impl PremiseCache {
    pub(super) fn get(&self, pattern: &Pattern) -> Option<Result<Premise, Error>> {
        lock(&self.0).get(pattern).cloned()
    }

    pub(super) fn insert(&self, pattern: &Pattern, premise: &Result<Premise, Error>) {
        let mut known = lock(&self.0);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(pattern.clone(), premise.clone());
    }
}

/// Values computed for a puzzle, by type and name.
pub(super) type ValueCache =
    Arc<Mutex<HashMap<(TypeId, &'static str), Arc<dyn Any + Send + Sync>>>>;
