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

/// The groups computed so far, by their turns; `None` for one that is too large.
pub(super) type KnownGroups = Arc<Mutex<HashMap<Vec<TurnId>, Option<Arc<PieceGroup>>>>>;

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
pub(super) type KnownFacts =
    Arc<Mutex<HashMap<(TypeId, &'static str), Arc<dyn Any + Send + Sync>>>>;
