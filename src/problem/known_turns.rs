//! Solutions known before a question is asked: the inverse of the scramble, or results of other searches.
//!
//! They are not part of the question, and no answer is derived from them. But a solver that refutes the length of a known
//! solution is wrong.

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
    /// Adds these turns.
    pub(super) fn with(&self, start: Option<State>, turns: Vec<TurnId>) -> Self {
        let mut sequences = self.sequences.clone();
        sequences.push(Arc::new(KnownSequence { start, turns }));
        Self { sequences }
    }

    /// The turns of each known solution.
    pub fn turns(&self) -> impl Iterator<Item = &[TurnId]> {
        self.sequences.iter().map(|sequence| &*sequence.turns)
    }

    /// The turns that remain after `first`, which are applied before the start of a question.
    pub(super) fn after(&self, first: &[TurnId]) -> Self {
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
