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
    let mut search = TableSearch {
        solvers,
        control,
        best: known,
        left: max_second_stages.unwrap_or(usize::MAX),
        found,
    };
    for length in 0..=MAX_TURNS {
        if length >= search.best || search.left == 0 {
            break;
        }
        for variant in variants {
            match search.try_first_stages(variant, length) {
                Ok(()) => (),
                Err(NoStageSolver::Stopped(_)) => return Ok(()),
                Err(NoStageSolver::Refused(error)) => return Err(error),
            }
        }
    }
    Ok(())
}

struct TableSearch<'a> {
    solvers: &'a dyn StageSolvers,
    control: &'a Control,
    /// The length of the best solution so far.
    best: usize,
    /// The number of second stages that may still be solved.
    left: usize,
    found: &'a mut dyn FnMut(&[TurnId]),
}

impl TableSearch<'_> {
    fn try_first_stages(&mut self, variant: &Variant, length: usize) -> Result<(), NoStageSolver> {
        let (stages, start) = (&variant.stages, &variant.start);
        let plan = stages.plan();
        let pair = stages.reduction(1).zip(stages.reduction(2));
        let Some((one, two)) = pair.filter(|_| plan.stages.len() == 2) else {
            let (name, count) = (&plan.name, plan.stages.len());
            let reason = format!("these solvers take a plan of two stages, and {name} has {count}");
            let refused = Error::impossible("{method} table: ").text(reason);
            return Err(NoStageSolver::Refused(refused));
        };
        let control = self.control;
        let first = self.solvers.solver(one, start, control)?;
        let mut end = Ok(());
        first.for_each_solution(start, length, control, &mut |turns| {
            // Equivalent to a shorter first stage followed by the beginning of a second.
            let is_repeated = |last| plan.stages[1].allowed.contains(last);
            if turns.last().is_some_and(is_repeated) {
                return ControlFlow::Continue(());
            }
            if self.left == 0 {
                return ControlFlow::Break(());
            }
            self.left -= 1;
            end = self.try_second_stage(variant, two, turns);
            match end {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        end
    }

    /// Passes on the turns of a first stage and the shortest second stage after it, if the total is shorter than the best
    /// solution.
    fn try_second_stage(
        &mut self,
        variant: &Variant,
        stage: &Reduction,
        first: &[TurnId],
    ) -> Result<(), NoStageSolver> {
        let Some(max_turns) = self.best.checked_sub(first.len() + 1) else {
            return Ok(());
        };
        let state = variant.stages.plan().puzzle.apply(&variant.start, first);
        let solver = self.solvers.solver(stage, &state, self.control)?;
        if let Some(second) = solver.shortest(&state, max_turns, self.control)? {
            let all = variant.to_original_turns(&[first, &second].concat());
            if all.len() < self.best {
                self.best = all.len();
                (self.found)(&all);
            }
        }
        Ok(())
    }
}
