//! What both sides know: the shortest solution, the best bound, and when to end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::ending::Ending;
use super::limits::Anytime;
use super::news::{FoundBy, Milestone, News};
use crate::control::Stopwatch;
use crate::problem::{Problem, Solution, in_metric};
use crate::puzzle::TurnId;
use crate::search::{Event, Refutation, Search};

/// What is known so far.
pub(super) struct Board<'a> {
    problem: &'a Problem,
    search: &'a Search<'a>,
    limits: Anytime,
    watch: Stopwatch,
    known: Mutex<Known>,
    /// The length of the shortest solution, or more than any has.
    length: AtomicUsize,
    ending: &'a Ending,
}

#[derive(Default)]
struct Known {
    best: Option<Solution>,
    at_least: usize,
    history: Vec<Milestone>,
}

impl<'a> Board<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        search: &'a Search<'a>,
        limits: Anytime,
        ending: &'a Ending,
    ) -> Self {
        Self {
            problem,
            search,
            limits,
            watch: Stopwatch::start(search.controlled_by()),
            known: Mutex::default(),
            length: AtomicUsize::new(usize::MAX),
            ending,
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The length of the shortest solution, or more than any has.
    pub(super) fn length(&self) -> &AtomicUsize {
        &self.length
    }

    /// What is asked.
    pub(super) fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// Turns that lead to the goal, if they are a solution as asked, and better than the one before.
    pub(super) fn found(&self, turns: &[TurnId], by: &FoundBy) {
        let turns = in_metric(self.problem, turns);
        if let Some(solution) = turns.and_then(|it| Solution::replay(self.problem, it).ok()) {
            self.found_solution(&solution.shortened(self.problem), by.clone());
        }
    }

    /// A solution, if it is better than the one before.
    pub(super) fn found_solution(&self, solution: &Solution, by: FoundBy) {
        let mut known = self.known();
        if solution.len() >= self.length.load(Ordering::SeqCst) {
            return;
        }
        self.length.store(solution.len(), Ordering::SeqCst);
        match (&known.best, self.limits.patience) {
            (None, Some(Duration::ZERO)) => self.ending.flag().raise(),
            (None, Some(patience)) => self.ending.end_within(patience),
            _ => (),
        }
        known.best = Some(solution.clone());
        let turns = solution.len();
        self.tell(&mut known, News::Solution { turns, by });
        self.search.tell(&Event::Improved(solution));
        let is_enough = self
            .limits
            .good_enough
            .is_some_and(|enough| turns <= enough);
        if is_enough || turns <= known.at_least {
            self.ending.flag().raise();
        }
    }

    /// No solution has fewer turns.
    pub(super) fn at_least(&self, turns: usize, why: Option<&Refutation>) {
        let mut known = self.known();
        if turns <= known.at_least {
            return;
        }
        known.at_least = turns;
        // Behind the last length of all there is no bound, but the end.
        let is_last = turns > self.problem.budget.slots();
        if !is_last && turns > 0 {
            let by = why.and_then(|why| why.solver.clone());
            self.tell(&mut known, News::AtLeast { turns, by });
        }
        if is_last || turns >= self.length.load(Ordering::SeqCst) {
            self.ending.flag().raise();
        }
    }

    fn tell(&self, known: &mut Known, news: News) {
        let seconds = self.watch.seconds();
        let metric = self.problem.metric;
        let milestone = Milestone {
            seconds,
            metric,
            news,
        };
        self.search.tell(&Event::News(&milestone));
        known.history.push(milestone);
    }

    /// What was found out.
    pub(super) fn into_parts(self) -> (Option<Solution>, Vec<Milestone>) {
        let known = self
            .known
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        (known.best, known.history)
    }
}
