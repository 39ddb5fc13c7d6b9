//! The state of shortening one solution: the best result so far, and how to search and report.

use super::improvement_method::ImprovementMethod;
use super::windows::Windows;
use crate::control::Stopwatch;
use crate::error::Error;
use crate::puzzle::{Metric, TurnId};
use crate::search::{Search, Variant};

/// A shorter solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Improvement {
    /// Seconds since shortening began.
    pub seconds: f64,
    /// The turns of the new solution.
    pub turns: Vec<TurnId>,
    /// The method that found it.
    pub by: ImprovementMethod,
}

pub(super) struct ImprovementRun<'a> {
    pub(super) variants: &'a [Variant],
    pub(super) search: Search<'a>,
    pub(super) watch: Stopwatch,
    pub(super) best: Vec<TurnId>,
    pub(super) notify: &'a mut dyn FnMut(&Improvement),
}

impl ImprovementRun<'_> {
    /// Replaces the best solution if these turns are shorter and lead the puzzle itself to the goal of the plan.
    pub(super) fn take_if_shorter(&mut self, turns: &[TurnId], by: ImprovementMethod) {
        if turns.len() < self.best.len() && self.variants[0].ends_at_goal(turns) {
            self.best = turns.to_vec();
            (self.notify)(&Improvement {
                seconds: self.watch.seconds(),
                turns: turns.to_vec(),
                by,
            });
        }
    }

    /// Replaces windows of the best solution until none can be shortened.
    pub(super) fn shorten_windows(&mut self) -> Result<(), Error> {
        let (search, variants) = (self.search.clone(), self.variants);
        let Some(plain) = variants.first().filter(|_| search.control.stop().is_none()) else {
            return Ok(());
        };
        let puzzle = &plain.stages.plan().puzzle;
        let mut windows = Windows::new(puzzle, &puzzle.all_turns(), Metric::HalfTurn);
        windows.shorten(&plain.start, self.best.clone(), &search, |turns, size| {
            let turns = self.merge_turns(turns);
            self.take_if_shorter(&turns, ImprovementMethod::Window(size));
        })?;
        Ok(())
    }

    /// The turns with adjacent turns of one face merged or canceled.
    pub(super) fn merge_turns(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let plain = &self.variants[0];
        let puzzle = &plain.stages.plan().puzzle;
        puzzle.shorten(&plain.start, turns, &puzzle.all_turns())
    }
}
