//! Solutions known before a question is asked: the inverse of the scramble, or results of other searches.
//!
//! They are not part of the question, and no answer is derived from them. But they expose a wrong solver: one that
//! refutes the length of a known solution.

use std::sync::Arc;

use crate::puzzle::{State, TurnId};

/// Turns known to lead from the start of a question to its goal. Whether they are a solution, possibly up to rotation or in
/// its metric, is checked by replay, so they can be kept when a question changes.
#[derive(Clone, Debug, Default)]
pub struct KnownTurns {
    pub(super) sequences: Vec<Arc<KnownSequence>>,
}

#[derive(Debug)]
pub(super) struct KnownSequence {
    /// Their start, if the question leaves it open.
    pub(super) start: Option<State>,
    pub(super) turns: Vec<TurnId>,
}

impl KnownTurns {
    /// Adds a sequence of turns.
    pub(super) fn with_sequence(&self, start: Option<State>, turns: Vec<TurnId>) -> Self {
        let mut sequences = self.sequences.clone();
        sequences.push(Arc::new(KnownSequence { start, turns }));
        Self { sequences }
    }

    /// The turns of each known solution.
    pub fn turns(&self) -> impl Iterator<Item = &[TurnId]> {
        self.sequences.iter().map(|sequence| &*sequence.turns)
    }

    /// The sequences with `first` put before each, for a new start from which `first` leads back to the old one.
    pub(super) fn with_prefix(&self, first: &[TurnId]) -> Self {
        let sequences = self.sequences.iter().map(|sequence| {
            Arc::new(KnownSequence {
                start: None,
                turns: [first, &sequence.turns].concat(),
            })
        });
        Self {
            sequences: sequences.collect(),
        }
    }
}
