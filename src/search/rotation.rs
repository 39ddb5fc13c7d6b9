//! A fixed orientation, asked up to rotation first: see
//! [`Rotations`](crate::puzzle::Rotations) for why no solution is lost.

use super::minimum::step;
use super::{Event, Minimum, SearchError, Strategy};
use crate::control::Control;
use crate::encode::Recipe;
use crate::puzzle::{Problem, Rotations, Solution};
use crate::solver::Backend;

/// What is known of a problem from the same up to rotation: refuted lengths, mostly the
/// solution too. Nothing if there is no such problem.
///
/// # Errors
/// As [`minimum`](super::minimum()).
pub(super) fn ask_first(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
    strategy: Strategy,
    control: &Control,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, SearchError> {
    // Which of the solutions are canonical, or keep to constraints, is lost when they are
    // lifted. A goal of several states may have the held piece in several places.
    let free = !problem.canonical && problem.constraints.is_empty();
    let known = problem.start.is_state() && problem.goal.is_state();
    if problem.up_to_rotation || !free || !known || problem.start == problem.goal {
        return Ok(Minimum::default());
    }
    let Some(rotations) = Rotations::of(problem) else {
        return Ok(Minimum::default());
    };
    let Some(held) = rotations.quotient(problem) else {
        return Ok(Minimum::default());
    };
    // A better solution up to rotation is not yet one of the problem.
    let mut pass_on = |event: &Event<'_>| {
        if !matches!(event, Event::Improved(_)) {
            notify(event);
        }
    };
    let unknown = Minimum::default();
    let mut result = step(
        &held,
        recipe,
        backend,
        strategy,
        control,
        &mut pass_on,
        unknown,
    )?;
    for refutation in &mut result.refutations {
        refutation.up_to_rotation = true;
    }
    for attempt in &mut result.attempts {
        attempt.up_to_rotation = true;
    }
    if let Some(solution) = result.solution.take() {
        let lifted = rotations.lift(problem, solution.turns());
        result.solution = lifted.and_then(|turns| Solution::replay(problem, turns).ok());
        match &result.solution {
            Some(lifted) => notify(&Event::Improved(lifted)),
            // Shorter lengths are refuted all the same.
            None => result.complete = false,
        }
    }
    Ok(result)
}
