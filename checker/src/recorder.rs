//! What was found of the reasons of additions, while a proof is checked backward.

use std::collections::HashMap;

use super::store::{ClauseId, Literal};

/// One of the reasons of an addition.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Hint {
    /// A clause.
    Clause(ClauseId),
    /// The literal of a variable that holds for good.
    Unit(u32),
    /// Now begins the resolution with this clause.
    Candidate(ClauseId),
}

/// A literal that holds for good.
pub(super) struct Unit {
    pub(super) literal: Literal,
    /// Where it stands in the order in which literals came to hold.
    pub(super) position: u32,
    pub(super) hints: Vec<Hint>,
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Recorder {
    /// For each addition that is used, its hints. The latest came first.
    pub(super) additions: Vec<(ClauseId, Vec<Hint>)>,
    /// The hints of the empty clause.
    pub(super) end: Vec<Hint>,
    pub(super) units: HashMap<u32, Unit>,
    /// Of the addition that is being checked.
    pub(super) hints: Vec<Hint>,
    /// The variables that were met for the present chain have the present stamp.
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) chain: Vec<(u32, Hint)>,
    pub(super) open: Vec<usize>,
}

impl Recorder {
    pub(super) fn begin(&mut self, variables: usize) {
        self.stamps.resize(variables.max(self.stamps.len()), 0);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        self.chain.clear();
        self.open.clear();
    }

    /// Whether this is the first time that a variable is met.
    pub(super) fn meets(&mut self, variable: usize) -> bool {
        std::mem::replace(&mut self.stamps[variable], self.stamp) != self.stamp
    }
}
