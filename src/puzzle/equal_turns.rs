//! Turns of two faces with the same effect: `F2` and `G2` although `F` and `G` differ.
//!
//! *Idea.* A turn is identified by its effect, so the first of equal turns represents all: it is the one that is read,
//! written, allowed and counted. The others only complete their face, so that a face has all its powers.
//!
//! A power with the effect of a *generator* never occurs: a puzzle file rejects it, and the readers of other formats
//! make the generator an alias. So in each metric, either all or none of several equal turns count as one turn.

use std::collections::HashMap;

use super::turn::{Turn, TurnId};
use crate::group::Permutation;

/// For each turn with the effect of an earlier one, the first such turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct EqualTurns(HashMap<TurnId, TurnId>);

impl EqualTurns {
    /// Finds all equal turns of a puzzle.
    pub(crate) fn find(turns: &[Turn]) -> Self {
        let mut first: HashMap<&Permutation, TurnId> = HashMap::new();
        let mut equal_turns = HashMap::new();
        for (id, turn) in turns.iter().enumerate() {
            let known = *first.entry(&turn.permutation).or_insert(id);
            if known != id {
                equal_turns.insert(id, known);
            }
        }
        Self(equal_turns)
    }

    /// The first turn with the effect of a turn.
    pub(super) fn first_equal(&self, turn: TurnId) -> TurnId {
        self.0.get(&turn).copied().unwrap_or(turn)
    }
}
