//! The work on a solution: what is known, and what is tried.

use super::improver::Improver;
use super::windows::Windows;
use crate::control::Stopwatch;
use crate::puzzle::{Puzzle, TurnId};
use crate::search::{Event, Search, Variant};

/// A shorter solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Improvement {
    /// Seconds since the work began.
    pub seconds: f64,
    /// Its turns.
    pub turns: Vec<TurnId>,
    /// What made it shorter.
    pub by: Improver,
}

/// The work on a solution.
pub(super) struct Improving<'a> {
    pub(super) variants: &'a [Variant],
    pub(super) search: Search<'a>,
    /// Who is told what is tried.
    pub(super) told: &'a Search<'a>,
    pub(super) watch: Stopwatch,
    pub(super) best: Vec<TurnId>,
    pub(super) notify: &'a mut dyn FnMut(&Improvement),
    pub(super) windows: Windows,
}

impl Improving<'_> {
    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.variants[0].stages.plan().puzzle
    }

    /// Says what is tried.
    pub(super) fn trying(&self, what: Improver) {
        self.told.tell(&Event::Trying(what));
    }

    /// What may be the best solution so far. Only turns that lead the puzzle itself to the goal of
    /// the plan are.
    pub(super) fn found(&mut self, turns: &[TurnId], by: Improver) {
        if turns.len() < self.best.len() && self.variants[0].ends_at_goal(turns) {
            self.best = turns.to_vec();
            (self.notify)(&Improvement {
                seconds: self.watch.seconds(),
                turns: turns.to_vec(),
                by,
            });
        }
    }

    /// Turns without those that take back or go on with the one before.
    pub(super) fn merged(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let all = self.puzzle().all_turns();
        self.puzzle().shorten(&self.variants[0].start, turns, &all)
    }
}
