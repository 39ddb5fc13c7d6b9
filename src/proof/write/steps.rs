//! A proof under construction.

use crate::proof::check::{Encoding, Source, StepAction, Suggestions, write_step};

/// Steps of a proof, in binary DRAT, with the sources of each addition.
#[derive(Debug)]
pub(super) struct Steps {
    pub(super) bytes: Vec<u8>,
    pub(super) suggestions: Suggestions,
}

impl Steps {
    /// An empty proof about a formula with this many clauses.
    pub(super) fn new(clauses: usize) -> Self {
        Self {
            bytes: Vec::new(),
            suggestions: Suggestions::new(clauses),
        }
    }

    /// Adds a clause that should follow from `sources`; returns the clause as a source.
    pub(super) fn add(
        &mut self,
        clause: &[i32],
        sources: impl IntoIterator<Item = Source>,
    ) -> Source {
        self.step(StepAction::Add, clause);
        self.suggestions.push(sources)
    }

    pub(super) fn delete(&mut self, clause: &[i32]) {
        self.step(StepAction::Delete, clause);
    }

    fn step(&mut self, action: StepAction, clause: &[i32]) {
        // Writing to memory does not fail.
        let _ = write_step(Encoding::Binary, action, clause, &mut self.bytes);
    }
}
