//! Solves a case: finds a shortest algorithm, and lists the best ones.

use std::ops::ControlFlow;

use super::task::{RunningTask, Task};
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Budget, Cost, FreeTurns, Problem, Solution};
use crate::search::{Minimum, UnknownReason};

/// A ranked list is cut to its `top` algorithms whenever it exceeds twice that number by this many.
const RANKING_SLACK: usize = 1000;

type CostedAlgorithms = Vec<(Solution, Option<usize>)>;

/// Which algorithms of a case are listed.
pub struct Ranking {
    /// The number of algorithms to list; `None` to find only a shortest one.
    pub top: Option<usize>,
    /// The costs of turns, if given.
    pub cost: Option<Cost>,
    /// Whether the cheapest algorithms are listed rather than the shortest.
    pub is_by_cost: bool,
}

/// The algorithms found for a case.
pub struct CaseResult {
    /// A shortest algorithm.
    pub(crate) found: Minimum,
    /// The best algorithms, with their costs.
    pub(crate) best: CostedAlgorithms,
    /// Whether `best` is complete, that is, neither time nor memory ended the list early.
    pub(crate) is_complete: bool,
}

impl Task {
    /// Finds a shortest algorithm with these free turns around it, and lists the best ones if the ranking says so: one
    /// length after another, until there are enough.
    pub fn solve_case(
        &self,
        problem: &Problem,
        free: &FreeTurns,
        ranking: &Ranking,
        control: &Control,
    ) -> Result<CaseResult, Error> {
        let problem = &self.with_shared_cache(problem);
        let task = RunningTask::new(self, control, &|_| ());
        let found = match control.stop() {
            Some(stop) => Minimum::default().with_stop(UnknownReason::Stopped(stop)),
            None => task.solve_with_free_turns(problem, free)?,
        };
        let mut best = CostedAlgorithms::new();
        let (mut listed, mut is_complete) = (0, true);
        if let (Some(top), Some(shortest)) = (ranking.top, &found.solution) {
            // Algorithms without a cost come last.
            let keep_cheapest = |best: &mut CostedAlgorithms| {
                best.sort_by_key(|(_, cost)| (cost.is_none(), *cost));
                best.truncate(top);
            };
            for turns in shortest.len()..=problem.budget.slots() {
                let exactly = problem.within(Budget::Exactly(turns));
                let mut take = |solution: &Solution| {
                    let cost = ranking.cost.as_ref();
                    let cost = cost.and_then(|cost| cost.of(solution.turns()));
                    best.push((solution.clone(), cost));
                    listed += 1;
                    if ranking.is_by_cost && best.len() > 2 * top + RANKING_SLACK {
                        keep_cheapest(&mut best);
                    }
                    if ranking.is_by_cost || listed < top {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                let list = task.all_with_free_turns(&exactly, free, false, &mut take)?;
                is_complete = list.result.stop.is_none();
                if listed >= top || !is_complete {
                    break;
                }
            }
            if ranking.is_by_cost {
                keep_cheapest(&mut best);
            }
        }
        Ok(CaseResult {
            found,
            best,
            is_complete,
        })
    }
}
