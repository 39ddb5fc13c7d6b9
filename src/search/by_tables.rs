//! Solves a plan of two stages without SAT, for example with tables.
//!
//! *Idea.* First stages are tried in order of length. For each, the shortest second stage is computed, as long as the total
//! can be shorter than the best solution so far.
//!
//! *Source.* H. Kociemba's two-phase algorithm (1992); the three axes and the inverse state are from M. Reid (1997).
//!
//! *Why it is sound.* Every result is replayed on the whole puzzle.

use std::ops::ControlFlow;

use super::Variant;
use super::stage_solver::{NoStageSolver, StageSolvers};
use crate::control::Control;
use crate::error::Error;
use crate::problem::Reduction;
use crate::puzzle::{MAX_TURNS, TurnId};

/// Tries the variants of a plan of two stages, with first stages of increasing length, and passes on each solution
/// shorter than the best so far (at first `known` turns), until none is left or `max_second_stages` second stages have
/// been solved.
///
/// # Errors
/// [`Error`] unless the plan has two stages and each has a solver. A stop by the control is not an error.
pub(super) fn by_tables(
    variants: &[Variant],
    solvers: &dyn StageSolvers,
    control: &Control,
    known: usize,
    max_second_stages: Option<usize>,
    found: &mut dyn FnMut(&[TurnId]),
) -> Result<(), Error> {
    let mut best = known;
    let mut left = max_second_stages.unwrap_or(usize::MAX);
    for length in 0..=MAX_TURNS {
        if length >= best || left == 0 {
            break;
        }
        for variant in variants {
            let prepared = PreparedVariant {
                variant,
                solvers,
                control,
            };
            match prepared.try_first_stages(length, &mut best, &mut left, found) {
                Ok(()) => (),
                Err(NoStageSolver::Stopped(_)) => return Ok(()),
                Err(NoStageSolver::Refused(error)) => return Err(error),
            }
        }
    }
    Ok(())
}

/// A variant of the plan, with its solvers.
struct PreparedVariant<'a> {
    variant: &'a Variant,
    solvers: &'a dyn StageSolvers,
    control: &'a Control,
}

impl PreparedVariant<'_> {
    fn try_first_stages(
        &self,
        length: usize,
        best: &mut usize,
        left: &mut usize,
        found: &mut dyn FnMut(&[TurnId]),
    ) -> Result<(), NoStageSolver> {
        let (stages, start) = (&self.variant.stages, &self.variant.start);
        let plan = stages.plan();
        let pair = stages.reduction(1).zip(stages.reduction(2));
        let Some((one, two)) = pair.filter(|_| plan.stages.len() == 2) else {
            let (name, count) = (&plan.name, plan.stages.len());
            let reason = format!("these solvers take a plan of two stages, and {name} has {count}");
            let refused = Error::impossible("{method} table: ").text(reason);
            return Err(NoStageSolver::Refused(refused));
        };
        let first = self.solvers.solver(one, start, self.control)?;
        let mut end = Ok(());
        first.for_each_solution(start, length, self.control, &mut |turns| {
            // Equivalent to a shorter first stage followed by the beginning of a second.
            if turns
                .last()
                .is_some_and(|last| plan.stages[1].allowed.contains(last))
            {
                return ControlFlow::Continue(());
            }
            if *left == 0 {
                return ControlFlow::Break(());
            }
            *left -= 1;
            match self.shortest_second_stage(two, turns, *best) {
                Ok(None) => ControlFlow::Continue(()),
                Ok(Some(all)) => {
                    *best = all.len();
                    found(&all);
                    ControlFlow::Continue(())
                }
                Err(why) => {
                    end = Err(why);
                    ControlFlow::Break(())
                }
            }
        })?;
        end
    }

    /// The turns of a first stage and the shortest second stage after it, if the total is shorter than the best
    /// solution.
    fn shortest_second_stage(
        &self,
        stage: &Reduction,
        first: &[TurnId],
        best: usize,
    ) -> Result<Option<Vec<TurnId>>, NoStageSolver> {
        let puzzle = &self.variant.stages.plan().puzzle;
        let Some(max_turns) = best.checked_sub(first.len() + 1) else {
            return Ok(None);
        };
        let state = puzzle.apply(&self.variant.start, first);
        let solver = self.solvers.solver(stage, &state, self.control)?;
        let second = solver.shortest(&state, max_turns, self.control)?;
        let all = second.map(|second| self.variant.to_original_turns(&[first, &second].concat()));
        Ok(all.filter(|all| all.len() < best))
    }
}
