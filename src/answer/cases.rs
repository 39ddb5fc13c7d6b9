//! Solves a case: finds a shortest algorithm, and lists the best ones.

use std::ops::ControlFlow;

use super::task::Task;
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Budget, Cost, FreeTurns, Problem, Solution};
use crate::search::{Minimum, UnknownReason};

/// A ranked list is cut to its `top` algorithms whenever it exceeds twice that number by this many.
const RANKING_SLACK: usize = 1000;

/// Algorithms with their costs.
pub(crate) type CostedAlgorithms = Vec<(Solution, Option<usize>)>;

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
    /// Finds a shortest algorithm with these free turns around it, and lists the best ones if the ranking says so.
    pub fn solve_case(
        &self,
        problem: &Problem,
        free: &FreeTurns,
        ranking: &Ranking,
        control: &Control,
    ) -> Result<CaseResult, Error> {
        let found = match control.stop() {
            Some(stop) => {
                let mut found = Minimum::default();
                found.stop = Some(UnknownReason::Stopped(stop));
                found
            }
            None => self.solve_with_free_turns(problem, free, control)?,
        };
        let (best, is_complete) = match (ranking.top, &found.solution) {
            (Some(top), Some(shortest)) => {
                let from = problem.within(Budget::Exactly(shortest.len()));
                self.best_algorithms(&from, problem.budget.slots(), free, ranking, top, control)?
            }
            _ => (Vec::new(), true),
        };
        Ok(CaseResult {
            found,
            best,
            is_complete,
        })
    }

    /// The best algorithms: lists one length after another until there are enough. Also returns whether neither time
    /// nor memory ended the list early.
    fn best_algorithms(
        &self,
        shortest: &Problem,
        most: usize,
        free: &FreeTurns,
        ranking: &Ranking,
        top: usize,
        control: &Control,
    ) -> Result<(CostedAlgorithms, bool), Error> {
        let mut best: CostedAlgorithms = Vec::new();
        let (mut listed, mut is_complete) = (0, true);
        // Algorithms without a cost come last.
        let keep_cheapest = |best: &mut Vec<_>| {
            best.sort_by_key(|(_, cost): &(_, Option<usize>)| (cost.is_none(), *cost));
            best.truncate(top);
        };
        for turns in shortest.budget.slots()..=most {
            let exactly = shortest.within(Budget::Exactly(turns));
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
            let found = self.enumerate_with_free_turns(&exactly, free, control, &mut take)?;
            is_complete = found.stop.is_none();
            if listed >= top || !is_complete {
                break;
            }
        }
        if ranking.is_by_cost {
            keep_cheapest(&mut best);
        }
        Ok((best, is_complete))
    }
}
