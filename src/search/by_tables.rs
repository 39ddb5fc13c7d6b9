//! Solves a plan of two stages without SAT, for example with tables.
//!
//! *Idea.* First stages are tried in order of length. For each, the shortest second stage is computed, as long as the total
//! can be shorter than the best solution so far.
//!
//! *Source.* H. Kociemba's two-phase algorithm (1992); the three axes and the inverse state are from M. Reid (1997).
//!
//! *Why it is sound.* Every result is replayed on the whole puzzle.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::Variant;
use super::stage_solver::StageSolver;
use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::puzzle::{MAX_TURNS, TurnId};

/// Tries the variants of a plan of two stages, with first stages of increasing length, and passes on each solution
/// shorter than the best so far (at first `known` turns), until none is left or `max_second_stages` second stages have
/// been solved.
///
/// # Errors
/// [`Error`] unless the plan has two stages and the solver supports both. A stop by the control is not an error.
pub(super) fn by_tables(
    variants: &[Variant],
    solver: &dyn StageSolver,
    control: &Control,
    known: usize,
    max_second_stages: Option<usize>,
    found: &mut dyn FnMut(&[TurnId]),
) -> Result<(), Error> {
    let (mut best, mut left) = (known, max_second_stages.unwrap_or(usize::MAX));
    for (length, variant) in (0..=MAX_TURNS).cartesian_product(variants) {
        if length >= best || left == 0 {
            break;
        }
        let plan = variant.stages.plan();
        let pair = variant.stages.reduction(1).zip(variant.stages.reduction(2));
        let Some((one, two)) = pair.filter(|_| plan.stages.len() == 2) else {
            let (name, count) = (&plan.name, plan.stages.len());
            let reason = format!("these solvers take a plan of two stages, and {name} has {count}");
            return Err(Error::impossible("{method} table: ").text(reason));
        };
        let mut failed = None;
        let mut try_first_stage = |first: &[TurnId]| {
            // If its last turn is allowed in the second stage, it is a shorter one followed by the beginning of a second.
            let is_repeated = |last| plan.stages[1].allowed.contains(last);
            let max_turns = best.checked_sub(first.len() + 1);
            let Some(max_turns) = max_turns.filter(|_| !first.last().is_some_and(is_repeated))
            else {
                return ControlFlow::Continue(());
            };
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            let state = plan.puzzle.apply(&variant.start, first);
            match solver.shortest(two, &state, max_turns, control) {
                Ok(Some(second)) => {
                    let all = variant.to_original_turns(&[first, &second].concat());
                    if all.len() < best {
                        best = all.len();
                        found(&all);
                    }
                }
                Ok(None) => (),
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
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
