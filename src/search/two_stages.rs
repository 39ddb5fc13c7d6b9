//! Solves a plan of two stages by any solver of stages, for example by tables.
//!
//! *Idea.* The shortest first stage may lead to a state from which the second stage is long. So first stages are tried
//! in order of length, and for each, the solver looks for a second stage with which the total is shorter than the best
//! solution so far.
//!
//! *Source.* H. Kociemba's two-phase algorithm (1992). M. Reid (1997) also tried all three axes and the inverse state.
//!
//! *Why it is sound.* Every result is replayed on the whole puzzle. Failure to find a shorter solution proves nothing.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Variant;
use super::stage_solver::StageSolver;
use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::puzzle::{MAX_TURNS, TurnId};

/// Tries the variants of a plan of two stages with first stages of increasing length, and passes on each solution of
/// fewer than `best` turns. `found` returns the length of the best solution from then on. Ends when all first stages
/// that are at most `max_excess` turns longer than the shortest have been tried, or after `max_second_stages` of them.
///
/// # Errors
/// [`Error`] unless the plan has two stages and the solver supports both. A stop by the control is not an error.
pub(super) fn solve_in_two_stages(
    variants: &[Variant],
    solver: &dyn StageSolver,
    control: &Control,
    mut best: usize,
    max_excess: usize,
    max_second_stages: Option<usize>,
    found: &mut dyn FnMut(&[TurnId]) -> usize,
) -> Result<(), Error> {
    let (mut left, mut longest) = (max_second_stages.unwrap_or(usize::MAX), MAX_TURNS);
    for (length, variant) in (0..=MAX_TURNS).cartesian_product(variants) {
        if length >= best || length > longest || left == 0 || control.stop().is_some() {
            break;
        }
        let plan = variant.stages.plan();
        let pair = variant.stages.reduction(1).zip(variant.stages.reduction(2));
        let Some((one, two)) = pair.filter(|_| plan.stages.len() == 2) else {
            let (name, count) = (&plan.name, plan.stages.len());
            let reason = format!("tables solve a plan of two stages, and {name} has {count}");
            return Err(Error::impossible("{method} table: ").text(reason));
        };
        let mut failed = None;
        let mut try_first_stage = |first: &[TurnId]| {
            longest = longest.min(length + max_excess);
            // If the second stage allows the last turn, a shorter first stage leads to the same solutions.
            let is_repeated = |last| plan.stages[1].allowed.contains(last);
            if left == 0 || first.len() >= best {
                return ControlFlow::Break(());
            }
            if first.last().is_some_and(is_repeated) {
                return ControlFlow::Continue(());
            }
            left -= 1;
            let state = plan.puzzle.apply(&variant.start, first);
            while let Some(max_turns) = best.checked_sub(first.len() + 1) {
                match solver.solve_within(two, &state, max_turns, control) {
                    Ok(Some(second)) => {
                        let all = variant.to_original_turns(&[first, &second].concat());
                        best = found(&all).min(all.len());
                    }
                    Ok(None) => break,
                    Err(error) => {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        };
        let start = &variant.start;
        let tried = solver.for_each_solution(one, start, length, control, &mut try_first_stage);
        match failed.map_or(tried, Err) {
            Err(error) if matches!(error.kind(), ErrorKind::Stopped(_)) => return Ok(()),
            tried => tried?,
        }
    }
    Ok(())
}
