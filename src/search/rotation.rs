//! Solves a problem with a fixed orientation up to rotation first. [`Rotations`] explains why no solution is lost.

use super::Minimum;
use crate::problem::{Problem, Rotations, Solution};

/// The rotations of a problem, and its version up to rotation, in which one piece is held; `None` if there is no such
/// version, or its answer could not be converted to an answer of the problem.
pub(super) fn up_to_rotation(problem: &Problem) -> Option<(Rotations, Problem)> {
    // A solution that is converted may no longer be canonical, and may violate constraints. With several goal states, the
    // held piece may have several places.
    let free = !problem.canonical && problem.constraints.is_empty() && problem.goals.is_empty();
    let known = problem.start.is_state() && problem.goal.is_state();
    if problem.up_to_rotation || !free || !known || *problem.start == problem.goal {
        return None;
    }
    let rotations = Rotations::of(problem)?;
    let held = rotations.quotient(problem)?;
    Some((rotations, held))
}

/// Converts a result up to rotation to a result of the problem. The refuted lengths stay refuted; the solution is dropped
/// if it cannot be converted.
pub(super) fn lift(problem: &Problem, rotations: &Rotations, mut known: Minimum) -> Minimum {
    for refutation in &mut known.refutations {
        refutation.up_to_rotation = true;
    }
    for attempt in &mut known.attempts {
        attempt.up_to_rotation = true;
    }
    if let Some(solution) = known.solution.take() {
        let lifted = rotations.lift(problem, solution.turns());
        known.solution = lifted.and_then(|turns| Solution::replay(problem, turns).ok());
        known.complete &= known.solution.is_some();
    }
    known
}
