//! Finds a solution by peeling (see [`peel`](super::peel)), and shortens it while time is left.

use std::mem;
use std::time::Duration;

use super::improve::Windows;
use super::peel::Peeler;
use super::{
    Anytime, Event, FoundBy, ImprovementMethod, Milestone, Minimum, News, PriorResults, Search,
    UnknownReason,
};
use crate::control::Stopwatch;
use crate::plan::{PEEL, Peel};
use crate::platform;
use crate::problem::{Budget, Problem, Solution};
use crate::puzzle::{MAX_TURNS, TurnId};

/// The maximum number of rounds: without a time limit each takes about twice as long as the one before.
const MAX_ROUNDS: u32 = 64;

/// After each shorter solution, shortening its windows gets the time so far divided by this number.
const WINDOWS_TIME_DIVISOR: f64 = 32.0;

impl Search<'_> {
    /// Searches by peeling, which creates a plan while carrying it out: finds a first solution, then shorter ones until
    /// the control or the limits end the search. Nothing is proved: without a solution the result is unknown, and a
    /// solution is minimal only if the `prior` refutations say so. Each solution shorter than the `prior` one is
    /// reported by [`Event::Milestone`].
    pub fn search_by_peeling(
        &self,
        problem: &Problem,
        peel: &Peel,
        limits: Anytime,
        prior: &PriorResults<'_>,
    ) -> Minimum {
        let watch = prior.watch.clone();
        let watch = watch.unwrap_or_else(|| Stopwatch::start(&self.control));
        let mut result = Minimum {
            solution: prior.solution.clone(),
            refutations: prior.refutations.clone(),
            history: prior.history.clone(),
            ..Minimum::of(problem)
        };
        let mut control = self.control.clone();
        // The first solution may be longer than the limit.
        let open = problem.within(Budget::AtMost(MAX_TURNS));
        let too_long = problem.budget.slots().saturating_add(1);
        let mut best = prior.solution.as_ref().map_or(too_long, Solution::len);
        let start = problem.start.state();
        let (mut panicked, mut is_first) = (None, true);
        let mut windows = Windows::new(&problem.puzzle, &problem.allowed, problem.metric);
        if let (Some(mut peeler), Some(start)) = (Peeler::new(&open, peel), start) {
            for _ in 0..MAX_ROUNDS {
                let is_done = limits.is_enough(&result) || result.refutes_all_shorter();
                if is_done || control.stop().is_some() {
                    break;
                }
                let solution = match platform::catch_panic(|| peeler.round(&control)) {
                    Ok(solution) => solution,
                    Err(message) => {
                        panicked = Some(UnknownReason::Panicked(message));
                        break;
                    }
                };
                let Some(solution) = solution.filter(|solution| solution.len() < too_long) else {
                    continue;
                };
                if mem::take(&mut is_first) {
                    control = control.within(limits.patience);
                }
                if solution.len() >= best {
                    continue;
                }
                best = solution.len();
                let turns = solution.turns().to_vec();
                self.record_solution(
                    &mut result,
                    problem,
                    solution,
                    FoundBy::Plan(PEEL.to_owned()),
                    watch.seconds(),
                );
                if !limits.is_enough(&result) {
                    let time = Duration::from_secs_f64(watch.seconds() / WINDOWS_TIME_DIVISOR);
                    let search = self.clone().control(control.with_time_limit(time));
                    let found = |turns: &[TurnId], size: usize| {
                        let Ok(solution) = Solution::replay(problem, turns.to_vec()) else {
                            return;
                        };
                        best = solution.len();
                        let by = FoundBy::Improvement(ImprovementMethod::Window(size));
                        self.record_solution(&mut result, problem, solution, by, watch.seconds());
                    };
                    // An error here only means that nothing is shortened.
                    let shortened = platform::catch_panic(|| {
                        windows.shorten(&start, turns, &search, found).map(drop)
                    });
                    if let Err(message) = shortened {
                        panicked = Some(UnknownReason::Panicked(message));
                        break;
                    }
                }
            }
        }
        result.complete = result.refutes_all_shorter();
        if !result.complete && !limits.is_enough(&result) {
            let stop = panicked.or(control.stop().map(UnknownReason::Stopped));
            result.stop = Some(stop.unwrap_or(UnknownReason::Exhausted));
        }
        result
    }

    fn record_solution(
        &self,
        result: &mut Minimum,
        problem: &Problem,
        solution: Solution,
        by: FoundBy,
        seconds: f64,
    ) {
        let milestone = Milestone {
            seconds,
            metric: problem.metric,
            news: News::Solution {
                turns: solution.len(),
                by,
            },
        };
        self.report(&Event::Improved(&solution));
        self.report(&Event::Milestone(&milestone));
        result.history.push(milestone);
        result.solution = Some(solution);
    }
}

impl Anytime {
    /// Whether a result is as short as the limits require.
    fn is_enough(&self, result: &Minimum) -> bool {
        let enough = match self.patience {
            Some(Duration::ZERO) => usize::MAX,
            _ => self.good_enough.unwrap_or(0),
        };
        result
            .solution
            .as_ref()
            .is_some_and(|solution| solution.len() <= enough)
    }
}
