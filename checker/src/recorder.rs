//! Records the reasons for additions during a backward check.

use std::collections::HashMap;

use super::store::{ClauseId, Literal};

/// An LRAT hint: a reason for an addition.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Hint {
    /// A clause of the formula or of the proof.
    Clause(ClauseId),
    /// The clause that contains only the true literal of a permanently assigned variable.
    Unit(u32),
    /// The beginning of the hints for the resolution with this clause.
    Candidate(ClauseId),
}

/// A permanently true literal, with the hints from which it follows.
pub(super) struct Unit {
    pub(super) literal: Literal,
    /// Its position in the order of assignment.
    pub(super) position: u32,
    pub(super) hints: Vec<Hint>,
}

/// The reasons recorded so far.
#[derive(Default)]
pub(super) struct Recorder {
    /// The hints of each used addition, in backward order.
    pub(super) additions: Vec<(ClauseId, Vec<Hint>)>,
    /// The hints of the empty clause.
    pub(super) end: Vec<Hint>,
    /// The permanently true literals that hints need, by variable.
    pub(super) units: HashMap<u32, Unit>,
    /// The hints of the addition being checked.
    pub(super) hints: Vec<Hint>,
    /// Variables visited in the current chain have the current stamp.
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
    /// The current chain: hints with the trail positions of the literals that they imply.
    pub(super) chain: Vec<(u32, Hint)>,
    /// The variables to visit for the current chain.
    pub(super) to_visit: Vec<usize>,
}

impl Recorder {
    /// Begins a chain.
    pub(super) fn begin(&mut self, variables: usize) {
        self.stamps.resize(variables.max(self.stamps.len()), 0);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        self.chain.clear();
        self.to_visit.clear();
    }

    /// Marks a variable as visited; returns whether this is its first visit.
    pub(super) fn visit(&mut self, variable: usize) -> bool {
        std::mem::replace(&mut self.stamps[variable], self.stamp) != self.stamp
    }
}
