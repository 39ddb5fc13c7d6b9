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

/// Whether the puzzle can have a state, or start and goal of a problem, without which an answer means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// It can.
    Holds,
    /// It is undecided.
    Undecided(Undecided),
}

/// The maximum number of cached answers.
const MAX_KNOWN: usize = 1000;

/// Cached answers about patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownStates(Arc<Mutex<HashMap<Pattern, Result<Premise, Error>>>>);

impl KnownStates {
    pub(super) fn get(&self, pattern: &Pattern) -> Option<Result<Premise, Error>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(pattern).cloned()
    }

    pub(super) fn insert(&self, pattern: &Pattern, premise: &Result<Premise, Error>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(pattern.clone(), premise.clone());
    }
}

/// Values computed for a puzzle, by type and name.
pub(super) type KnownFacts =
    Arc<Mutex<HashMap<(TypeId, &'static str), Arc<dyn Any + Send + Sync>>>>;
