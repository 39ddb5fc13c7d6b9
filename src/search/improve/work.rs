//! The state of shortening one solution: the best result so far, and how to search and report.

use std::time::Duration;

use super::improvement_method::ImprovementMethod;
use super::windows::Windows;
use crate::control::Stopwatch;
use crate::error::Error;
use crate::puzzle::TurnId;
use crate::search::{Event, Search, Variant};

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
    /// The search whose callback receives the events.
    pub(super) reporter: &'a Search<'a>,
    pub(super) watch: Stopwatch,
    pub(super) best: Vec<TurnId>,
    pub(super) notify: &'a mut dyn FnMut(&Improvement),
}

impl ImprovementRun<'_> {
    pub(super) fn report_method(&self, method: ImprovementMethod) {
        self.reporter.report(&Event::Trying(method));
    }

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

    /// Replaces windows by shorter ones until none can be shortened, or this time has passed.
    pub(super) fn shorten(
        &mut self,
        windows: &mut Windows<'_>,
        turns: Vec<TurnId>,
        time: Option<Duration>,
    ) -> Result<(), Error> {
        let variants = self.variants;
        let limited = self.reporter.within(time);
        windows.shorten(&variants[0].start, turns, &limited, |turns, size| {
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
