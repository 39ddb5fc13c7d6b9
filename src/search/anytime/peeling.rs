//! Finds a solution by peeling (see [`peel`](crate::search::peel)), and shortens it while time is left.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::results::Results;
use super::stop_condition::StopCondition;
use super::{AnytimeLimits, FoundBy, PriorResults, combine};
use crate::control::Control;
use crate::error::Error;
use crate::plan::{PEEL, Peel};
use crate::platform;
use crate::problem::{Budget, Problem, Solution};
use crate::puzzle::MAX_TURNS;
use crate::search::improve::WindowShortener;
use crate::search::peel::Peeler;
use crate::search::{ImprovementMethod, Minimum, Search, UnknownReason};

/// The maximum number of rounds: without a time limit, each round takes about twice as long as the previous one.
const MAX_ROUNDS: u32 = 64;

/// After each shorter solution, the time for shortening its windows is the time so far divided by this number.
const WINDOWS_TIME_DIVISOR: f64 = 32.0;

impl Search<'_> {
    /// Searches by peeling, which creates a plan while carrying it out: finds a first solution, then shorter solutions
    /// until the control or the limits end the search. Nothing is proved: without a solution the result is unknown, and a
    /// solution is minimal only if the `prior` refutations say so. [`Event::Milestone`](crate::search::Event::Milestone)
    /// reports each solution that is shorter than all previous ones.
    ///
    /// # Errors
    /// [`Error`] if the solution contradicts a `prior` refutation. A stop is not an error: see [`Minimum::stop`].
    pub fn search_by_peeling(
        &self,
        problem: &Problem,
        peel: &Peel,
        limits: AnytimeLimits,
        prior: &PriorResults<'_>,
    ) -> Result<Minimum, Error> {
        let stop_condition = Arc::new(StopCondition::new(&self.control));
        let results = Results::new(problem, self, limits, prior, &stop_condition);
        let is_enough = |(turns, by): (usize, &FoundBy)| {
            limits.patience == Some(Duration::ZERO) || limits.suffices(turns, by)
        };
        if prior.last_reported().is_some_and(is_enough) {
            stop_condition.flag.raise();
        }
        results.record_refutations(&prior.refutations);
        let control = StopCondition::stopping(&stop_condition, &self.control);
        let stop = match platform::catch_panic(|| peel_and_shorten(&results, peel, &control)) {
            Err(message) => UnknownReason::Panicked(message),
            Ok(()) => (control.stop()).map_or(UnknownReason::Exhausted, UnknownReason::Stopped),
        };
        let refuted = Minimum {
            refutations: prior.refutations.clone(),
            stop: Some(stop),
            ..Minimum::of(problem)
        };
        combine(results, refuted, &stop_condition)
    }
}

/// Finds solutions by peeling, with more and more effort, and shortens them.
fn peel_and_shorten(results: &Results<'_>, peel: &Peel, control: &Control) {
    let problem = results.problem;
    let open = problem.within(Budget::AtMost(MAX_TURNS));
    let (Some(mut peeler), Some(start)) = (Peeler::new(&open, peel), problem.start.state()) else {
        return;
    };
    let mut shortener = WindowShortener::new(&problem.puzzle, &problem.allowed, problem.metric);
    for _ in 0..MAX_ROUNDS {
        if control.stop().is_some() {
            return;
        }
        // The first solution may be longer than the budget allows.
        let is_allowed = |it: &Solution| problem.budget.allows(it.len());
        // The round needs the time left, because it chooses its effort accordingly.
        let control = control.within(results.stop_condition.remaining());
        let Some(solution) = peeler.round(&control).filter(is_allowed) else {
            continue;
        };
        let known = results.length.load(Ordering::SeqCst);
        results.record_solution(&solution, FoundBy::Plan(PEEL.to_owned()));
        if solution.len() >= known {
            continue;
        }
        let time = Duration::from_secs_f64(results.seconds() / WINDOWS_TIME_DIVISOR);
        let search = results.search.without_events();
        let search = search.control(control.with_time_limit(time));
        let found = |turns: &[_], size: usize| {
            if let Ok(solution) = Solution::replay(problem, turns.to_vec()) {
                let by = FoundBy::Improvement(ImprovementMethod::Window(size));
                results.record_solution(&solution, by);
            }
        };
        // An error here only means that nothing is shortened.
        let _ = shortener.shorten(&start, solution.turns().to_vec(), &search, found);
    }
}
