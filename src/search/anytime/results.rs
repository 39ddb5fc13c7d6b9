//! The results of both sides of an anytime search: the shortest solution and the best bound. They determine when it ends.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::limits::{AnytimeLimits, DefaultLimit};
use super::milestone::{FoundBy, Milestone, MilestoneKind};
use super::prior_results::PriorResults;
use super::refutation_rate::{Expectation, RefutationRate};
use super::relaxed::Relaxed;
use super::stop_condition::StopCondition;
use crate::control::Stopwatch;
use crate::problem::{Problem, Solution};
use crate::puzzle::TurnId;
use crate::search::{Event, Refutation, Search};

pub(super) struct Results<'a> {
    pub(super) problem: &'a Problem,
    pub(super) search: &'a Search<'a>,
    pub(super) limits: AnytimeLimits,
    watch: Stopwatch,
    known: Mutex<Known>,
    /// The length of the shortest solution; `usize::MAX` before the first one.
    pub(super) length: AtomicUsize,
    pub(super) relaxed: Relaxed,
    pub(super) stop_condition: &'a StopCondition,
}

#[derive(Default)]
struct Known {
    best: Option<Solution>,
    /// Whether the time for shorter solutions has begun, because a solution is known.
    has_patience_begun: bool,
    lower_bound: usize,
    history: Vec<Milestone>,
    rate: RefutationRate,
    /// Whether [`Event::Expected`] was reported.
    has_announced: bool,
}

/// A search is not extended for a shortest solution that is expected to take longer than this.
const MAX_EXPECTED: Duration = Duration::from_secs(60);

/// How much later than expected a result may come, in addition to a quarter of the longest expected time.
const FIXED_TOLERANCE: Duration = Duration::from_secs(2);

/// The name under which lengths refuted by [`PriorResults::refuter`] are reported.
const GRAPH_ENGINE: &str = "graph";

/// The longest time needed to build tables that fit into memory.
const TABLE_BUILDING_TIME: Duration = Duration::from_secs(60);

impl<'a> Results<'a> {
    /// Begins with prior results, which have been reported.
    pub(super) fn new(
        problem: &'a Problem,
        search: &'a Search<'a>,
        limits: AnytimeLimits,
        prior: &PriorResults<'_>,
        stop_condition: &'a StopCondition,
    ) -> Self {
        let watch = prior.watch.clone();
        let length = prior.solution.as_ref().map(Solution::len);
        let known = Known {
            best: prior.solution.clone(),
            history: prior.history.clone(),
            ..Known::default()
        };
        Self {
            problem,
            search,
            limits,
            watch: watch.unwrap_or_else(|| Stopwatch::start(&search.control)),
            known: Mutex::new(known),
            length: AtomicUsize::new(length.unwrap_or(usize::MAX)),
            relaxed: Relaxed::of(problem),
            stop_condition,
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a solution of the relaxed question if it is better than the current one. Returns whether it also solves
    /// the original question.
    pub(super) fn record_relaxed_solution(&self, turns: &[TurnId], by: &FoundBy) -> bool {
        let solution = self.relaxed.to_original_solution(self.problem, turns);
        if let Some(solution) = &solution {
            self.record_solution(solution, by.clone());
        }
        solution.is_some()
    }

    pub(super) fn record_solution(&self, solution: &Solution, by: FoundBy) {
        let mut known = self.known();
        self.note_solution(&mut known);
        if solution.len() >= self.length.load(Ordering::SeqCst) {
            return;
        }
        self.length.store(solution.len(), Ordering::SeqCst);
        self.extend();
        let is_enough = self.limits.suffices(solution.len(), &by);
        known.best = Some(solution.clone());
        let turns = solution.len();
        self.search.report(&Event::Improved(solution));
        self.report(&mut known, MilestoneKind::Solution { turns, by });
        if is_enough || turns <= known.lower_bound {
            self.stop_condition.flag.raise();
        }
    }

    /// Notes that a solution is known from the search or the scramble. The first call begins the time for shorter
    /// solutions.
    fn note_solution(&self, known: &mut Known) {
        if mem::replace(&mut known.has_patience_begun, true) {
            return;
        }
        match self.limits.patience {
            Some(Duration::ZERO) => self.stop_condition.flag.raise(),
            Some(patience) => self.stop_condition.end_within(patience),
            None => (),
        }
        self.extend();
    }

    /// After an improvement, extends the search if it chooses its own time limit.
    fn extend(&self) {
        if let Some(limit) = self.limits.default_limit {
            self.stop_condition.extend(limit.time());
        }
    }

    /// Begins with a solution that was reported before. The scramble's inverse begins the time for shorter solutions, but
    /// a constructed solution does not.
    pub(super) fn begin_with(&self, turns: usize, by: &FoundBy) {
        if *by == FoundBy::Scramble {
            self.note_solution(&mut self.known());
            // The scramble says nothing about how long other solutions take.
            if let Some(limit) = self.limits.default_limit {
                self.stop_condition.end_within(limit.time());
            }
        }
        if self.limits.suffices(turns, by) {
            self.stop_condition.flag.raise();
        }
    }

    /// Notes that tables are being built; the time per length is not known yet.
    pub(super) fn expect_tables(&self) {
        self.stop_condition.keep_running_for(TABLE_BUILDING_TIME);
    }

    /// Notes that another engine has refuted all shorter lengths and begins this length. `has_tables` says whether the
    /// engine uses tables, which make its speed predictable.
    pub(super) fn begin_length(&self, turns: usize, has_tables: bool) {
        self.record_lower_bound(turns, Some(GRAPH_ENGINE));
        if self.limits.default_limit != Some(DefaultLimit::Question) {
            return;
        }
        if !has_tables {
            // The announced tables could not be built.
            if self.known().rate.current.is_some() {
                self.stop_condition.expect_nothing();
            }
            return;
        }
        let now = self.search.control.now();
        let length = self.length.load(Ordering::SeqCst);
        let mut known = self.known();
        let expectation = known.rate.begin_length(turns, now, length, self.problem);
        let (likely, at_most) = match expectation {
            Expectation::Unknown => return,
            Expectation::Tables => return self.expect_tables(),
            Expectation::Proved { likely, at_most } => (likely, at_most),
        };
        if likely > MAX_EXPECTED {
            // Keep an announcement that has been made.
            if !known.has_announced {
                self.stop_condition.expect_nothing();
            }
        } else if self.stop_condition.expect_within(
            at_most.saturating_mul(5) / 4 + FIXED_TOLERANCE,
            known.has_announced,
        ) {
            known.has_announced = true;
            self.search.report(&Event::Expected(likely));
        }
    }

    /// Records that no solution has fewer turns. `by` is the solver that refuted the next smaller length, if one was
    /// needed.
    pub(super) fn record_lower_bound(&self, turns: usize, by: Option<&str>) {
        let mut known = self.known();
        if turns <= known.lower_bound {
            return;
        }
        known.lower_bound = turns;
        if known.has_patience_begun {
            self.extend();
        }
        // After the last length no bound is reported: the search is complete.
        let is_last = turns > self.problem.budget.slots();
        if !is_last && turns > 0 {
            let by = by.map(str::to_owned);
            self.report(&mut known, MilestoneKind::AtLeast { turns, by });
        }
        if is_last || turns >= self.length.load(Ordering::SeqCst) {
            self.stop_condition.flag.raise();
        }
    }

    /// Records the lower bound that earlier refutations give.
    pub(super) fn record_refutations(&self, known: &[Refutation]) {
        let least = Refutation::lengths_of(known).first_missing();
        self.record_lower_bound(least, known.last().and_then(|it| it.solver.as_deref()));
    }

    /// Seconds since the question was asked.
    pub(super) fn seconds(&self) -> f64 {
        self.watch.seconds()
    }

    fn report(&self, known: &mut Known, kind: MilestoneKind) {
        let milestone = Milestone {
            seconds: self.seconds(),
            metric: self.problem.metric,
            kind,
        };
        self.search.report(&Event::Milestone(&milestone));
        known.history.push(milestone);
    }

    pub(super) fn into_parts(self) -> (Option<Solution>, Vec<Milestone>) {
        let known = self
            .known
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        (known.best, known.history)
    }
}
