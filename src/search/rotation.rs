//! A fixed orientation, asked up to rotation first: see
//! [`Rotations`] for why no solution is lost.

use super::Minimum;
use crate::problem::{Problem, Rotations, Solution};

/// A problem, and the same up to rotation.
pub(super) struct UpToRotation<'a> {
    problem: &'a Problem,
    rotations: Rotations,
    /// The problem up to rotation.
    pub(super) held: Problem,
}

impl<'a> UpToRotation<'a> {
    /// `None` if up to rotation a problem is no other, or not simply the same.
    pub(super) fn of(problem: &'a Problem) -> Option<Self> {
        // Which of the solutions are canonical, or keep to constraints, is lost when they are
        // lifted. A goal of several states may have the held piece in several places.
        let free = !problem.canonical && problem.constraints.is_empty() && problem.goals.is_empty();
        let known = problem.start.is_state() && problem.goal.is_state();
        if problem.up_to_rotation || !free || !known || *problem.start == problem.goal {
            return None;
        }
        let rotations = Rotations::of(problem)?;
        let held = rotations.quotient(problem)?;
        Some(Self {
            problem,
            rotations,
            held,
        })
    }

    /// What is known of the problem when this is known up to rotation: the refuted
    /// lengths, and mostly the solution too.
    pub(super) fn lift(&self, mut known: Minimum) -> Minimum {
        for refutation in &mut known.refutations {
            refutation.up_to_rotation = true;
        }
        for attempt in &mut known.attempts {
            attempt.up_to_rotation = true;
        }
        if let Some(solution) = known.solution.take() {
            let lifted = self.rotations.lift(self.problem, solution.turns());
            known.solution = lifted.and_then(|turns| Solution::replay(self.problem, turns).ok());
            // Shorter lengths are refuted all the same.
            known.complete &= known.solution.is_some();
        }
        known
    }
}
