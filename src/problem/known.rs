//! Solutions that are known before a question is asked: a scramble undone, or what another search found.
//!
//! They are not part of the question, and no answer is made from them. But a solver that refutes the length of a known
//! solution is wrong.

use std::sync::Arc;

use crate::puzzle::{State, TurnId};

/// Turns that are known to lead from the start of a question to its goal. Whether they are a solution of it, or become one
/// up to rotation or in its metric, is found out by replaying them, so they may be kept when a question changes.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub(super) ways: Vec<Arc<Way>>,
}

#[derive(Debug)]
pub(super) struct Way {
    /// Where it starts, if the question does not say.
    pub(super) start: Option<State>,
    pub(super) turns: Vec<TurnId>,
}

impl Known {
    /// Adds these turns.
    pub(super) fn with(&self, start: Option<State>, turns: Vec<TurnId>) -> Self {
        let mut ways = self.ways.clone();
        ways.push(Arc::new(Way { start, turns }));
        Self { ways }
    }

    /// The turns of each known solution.
    pub fn turns(&self) -> impl Iterator<Item = &[TurnId]> {
        self.ways.iter().map(|way| &*way.turns)
    }

    /// These turns after `first`, which come before the start of a question.
    pub(super) fn after(&self, first: &[TurnId]) -> Self {
        let ways = self.ways.iter().map(|way| {
            Arc::new(Way {
                start: None,
                turns: [first, &way.turns].concat(),
            })
        });
        Self {
            ways: ways.collect(),
        }
    }
}
