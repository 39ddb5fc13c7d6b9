//! Finds the cheapest solution within a budget by lowering the allowed cost until no solution is left.
//!
//! *Idea.* After each solution, the next question allows only a lower cost. When no solution is left, the last one is
//! the cheapest within the budget; a longer solution might be cheaper. Lengths refuted with a higher allowed cost need
//! not be asked about again.

use super::Minimum;
use crate::problem::{Budget, Problem};

/// The result of searching for the cheapest solution.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// The cheapest solution found, which need not be the shortest, and the refutations of shorter solutions of any cost.
    pub found: Minimum,
    /// The cost of the cheapest solution found; `None` without a solution.
    pub cost: Option<usize>,
    /// The answer that refutes every cheaper solution; an empty result if the cost is 0. `None` if the search ended early.
    pub refuted: Option<Minimum>,
}

impl Cheapest {
    /// Whether it is proved that no solution within the budget is cheaper.
    pub fn is_proved(&self) -> bool {
        self.refuted.is_some()
    }
}

/// Finds cheaper and cheaper solutions of a problem whose turns have costs. `ask` returns any solution within the budget
/// and the constraints, or none; `on_solution` is called with each solution and its cost.
///
/// # Errors
/// The errors of `ask`.
pub fn cheapest<E>(
    problem: &Problem,
    mut ask: impl FnMut(&Problem) -> Result<Minimum, E>,
    mut on_solution: impl FnMut(&Minimum, usize),
) -> Result<Cheapest, E> {
    let mut asked = problem.clone();
    let mut best = Cheapest {
        found: Minimum::of(problem),
        cost: None,
        refuted: None,
    };
    // Only the first answer is about solutions of any cost.
    let mut first_answer = None;
    loop {
        let found = ask(&asked)?;
        let Some(solution) = &found.solution else {
            if found.complete {
                best.refuted = Some(found.clone());
            }
            match best.found.solution {
                None => best.found = found,
                Some(_) => best.found.stop = found.stop,
            }
            return Ok(best);
        };
        let length = solution.len();
        let (shortest, refuted) = first_answer.get_or_insert_with(|| {
            let shortest = found.complete.then_some(length);
            (shortest, found.refutations.clone())
        });
        let mut constraints = asked.constraints.clone();
        let costs = constraints.cost.as_mut();
        let sum = costs.and_then(|cost| Some((cost.of(solution.turns())?, cost)));
        let Some((sum, cost)) = sum else {
            best.found = found;
            return Ok(best);
        };
        on_solution(&found, sum);
        // Shorter solutions were refuted with a higher allowed cost.
        if found.complete && matches!(problem.budget, Budget::AtMost(_)) {
            constraints.min_turns = length.max(constraints.min_turns);
        }
        let cheaper = sum.checked_sub(1);
        best.found = Minimum {
            complete: *shortest == Some(length),
            refutations: refuted.clone(),
            ..found
        };
        best.cost = Some(sum);
        match cheaper {
            Some(less) => cost.max_total = Some(less),
            None => {
                best.refuted = Some(Minimum::of(problem));
                return Ok(best);
            }
        }
        asked = asked.with_constraints(constraints);
    }
}
