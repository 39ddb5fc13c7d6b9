//! A solution by peeling, and shorter ones as long as there is time.

use std::time::Duration;

use super::peel::{PEEL, Peeler};
use super::{Anytime, Event, FoundBy, Milestone, Minimum, News, Search, UnknownReason};
use crate::control::{Stop, Stopwatch};
use crate::problem::{Problem, Solution};

/// No more rounds than this are made: each takes about twice the time of the one before.
const MOST_ROUNDS: u32 = 16;

impl Search<'_> {
    /// Searches by peeling, see [`Peeler`]: a first solution, and shorter ones until the control
    /// says stop or the limits do. Nothing is proved: what was not found is unknown. [`Event::News`]
    /// tells of each solution.
    #[must_use]
    pub fn peeled(&self, problem: &Problem, limits: Anytime) -> Minimum {
        let watch = Stopwatch::start(self.controlled_by());
        let mut result = Minimum::of(problem);
        let mut control = self.controlled_by().clone();
        let mut peeler = Peeler::new(problem);
        for _ in 0..MOST_ROUNDS {
            if control.stop().is_some() || limits.is_enough(&result) {
                break;
            }
            let Some(solution) = peeler.as_mut().and_then(|it| it.round(&control)) else {
                continue;
            };
            let known = result.solution.as_ref().map(Solution::len);
            if known.is_none_or(|known| solution.len() < known) {
                let seconds = watch.seconds();
                self.tell_of(&mut result, problem, solution, seconds);
            }
            if let (None, Some(patience)) = (known, limits.patience) {
                control = control.within(patience);
            }
        }
        result.complete = result.solution.as_ref().is_some_and(Solution::is_empty);
        let was_enough = result.solution.is_some()
            && (limits.patience == Some(Duration::ZERO) || limits.is_enough(&result));
        if !result.complete && !was_enough {
            let stop = control.stop().unwrap_or(Stop::TimeLimit);
            result.stop = Some(UnknownReason::Stopped(stop));
        }
        result
    }

    /// Takes down a solution that is shorter than those before.
    fn tell_of(&self, result: &mut Minimum, problem: &Problem, solution: Solution, seconds: f64) {
        let milestone = Milestone {
            seconds,
            metric: problem.metric,
            news: News::Solution {
                turns: solution.len(),
                by: FoundBy::Plan(PEEL.to_owned()),
            },
        };
        self.tell(&Event::News(&milestone));
        self.tell(&Event::Improved(&solution));
        result.history.push(milestone);
        result.solution = Some(solution);
    }
}

impl Anytime {
    /// Whether a result is as short as it need be.
    fn is_enough(&self, result: &Minimum) -> bool {
        let enough = self.good_enough.unwrap_or(0);
        { result.solution.as_ref() }.is_some_and(|solution| solution.len() <= enough)
    }
}
