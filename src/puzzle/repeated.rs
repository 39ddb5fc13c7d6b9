//! Turns of two faces that do the same thing: `F2` and `G2` where `F` and `G` differ.
//!
//! *Idea.* A turn is what it does, so of such turns the first stands for all: it is the one that is
//! read, written, allowed and counted. The others only fill the row of their face, so that a face
//! has all its powers.
//!
//! A power that does what a *generator* does never comes here: a puzzle file refuses it, and the
//! readers of other formats make the generator another name. So turns that stand for each other
//! count one in the same metrics.

use std::collections::HashMap;

use super::turn::{Turn, TurnId};
use crate::group::Permutation;

/// For each turn that does what an earlier one does, that one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repeated(HashMap<TurnId, TurnId>);

impl Repeated {
    /// Looks at all turns of a puzzle.
    pub(crate) fn among(turns: &[Turn]) -> Self {
        let mut first: HashMap<&Permutation, TurnId> = HashMap::new();
        let mut repeated = HashMap::new();
        for (id, turn) in turns.iter().enumerate() {
            let known = *first.entry(&turn.permutation).or_insert(id);
            if known != id {
                repeated.insert(id, known);
            }
        }
        Self(repeated)
    }

    /// The first turn that does what a turn does.
    pub(super) fn first_of(&self, turn: TurnId) -> TurnId {
        self.0.get(&turn).copied().unwrap_or(turn)
    }
}
