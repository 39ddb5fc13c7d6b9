//! Carries out a plan again with other shortest solutions of its stages.

use std::ops::ControlFlow;

use super::improvement_method::ImprovementMethod;
use super::work::ImprovementRun;
use crate::error::Error;
use crate::problem::Budget;
use crate::puzzle::{MAX_TURNS, State, TurnId};
use crate::search::variants::none_if_no_start;
use crate::search::{Search, Strategy, Variant};

/// The fraction of the time for other solutions of the stages; the rest is for windows.
const PART_FOR_ALTERNATIVES: f64 = 0.6;

/// The maximum number of other solutions of the first stage, for each variant.
const MAX_FIRST: usize = 50;

/// The maximum number of other solutions of a later stage, for each solution of the stage before.
const MAX_LATER: usize = 12;

impl ImprovementRun<'_> {
    /// The results of the plan with other shortest solutions of its stages.
    pub(super) fn other_stage_solutions(&mut self) -> Result<Vec<Vec<TurnId>>, Error> {
        self.report_method(ImprovementMethod::AlternativeStages);
        let left = self.search.control.remaining();
        let time = left.map(|left| left.mul_f64(PART_FOR_ALTERNATIVES));
        let search = self.search.within(time);
        let mut firsts = Vec::new();
        for variant in self.variants {
            let first = self.shortest_solutions(variant, 1, &variant.start, MAX_FIRST, &search);
            firsts.push(none_if_no_start(first)?.unwrap_or_default());
        }
        let mut candidates = Vec::new();
        let most = firsts.iter().map(Vec::len).max().unwrap_or(0);
        for other in 0..most {
            for (variant, firsts) in self.variants.iter().zip(&firsts) {
                if let Some(first) = firsts.get(other) {
                    let tried = self.continue_from(variant, first, 2, &search, &mut candidates);
                    none_if_no_start(tried)?;
                }
                if search.control.stop().is_some() {
                    return Ok(candidates);
                }
            }
        }
        Ok(candidates)
    }

    /// Continues after turns that solve the earlier stages. For the last two stages, only one solution is tried.
    fn continue_from(
        &mut self,
        variant: &Variant,
        turns: &[TurnId],
        stage: usize,
        search: &Search<'_>,
        candidates: &mut Vec<Vec<TurnId>>,
    ) -> Result<(), Error> {
        if search.control.stop().is_some() {
            return Ok(());
        }
        let puzzle = &variant.stages.plan().puzzle;
        let state = puzzle.apply(&variant.start, turns);
        if stage + 1 < variant.stages.plan().stages.len() {
            for next in self.shortest_solutions(variant, stage, &state, MAX_LATER, search)? {
                let turns = [turns, &next].concat();
                self.continue_from(variant, &turns, stage + 1, search, candidates)?;
            }
            return Ok(());
        }
        let stages = &variant.stages;
        let rest = stages.solve_from(stage, &state, search)?;
        if rest.turns.is_some() {
            let turns = [turns, &rest.unmerged()].concat();
            let turns = self.merge_turns(&variant.to_original_turns(&turns));
            self.take_if_shorter(&turns, ImprovementMethod::AlternativeStages);
            if self.variants[0].ends_at_goal(&turns) {
                candidates.push(turns);
            }
        }
        Ok(())
    }

    /// Up to `most` shortest solutions of a stage, counted from 1.
    fn shortest_solutions(
        &self,
        variant: &Variant,
        stage: usize,
        state: &State,
        most: usize,
        search: &Search<'_>,
    ) -> Result<Vec<Vec<TurnId>>, Error> {
        let Some(reduction) = variant.stages.reduction(stage) else {
            return Ok(Vec::new());
        };
        let maximum = variant.stages.plan().stages[stage - 1].maximum;
        let budget = Budget::AtMost(maximum.unwrap_or(MAX_TURNS));
        let problem = reduction.problem(state, budget)?;
        let ascending = search.clone().strategy(Strategy::Ascend);
        let shortest = ascending.minimum(&problem)?;
        let Some(solution) = shortest.solution else {
            return Ok(Vec::new());
        };
        let problem = problem.with_known_solution(&solution);
        let problem = problem.within(Budget::Exactly(solution.len()));
        let mut all = Vec::new();
        search.enumerate(&problem, |solution| {
            all.push(reduction.lift(solution));
            if all.len() < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        Ok(all)
    }
}
