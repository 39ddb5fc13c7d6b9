//! The cheapest solution within a budget, by asking for a cheaper one until there is none.
//!
//! *Idea.* Each answer says what it costs, and the next question allows one less. When that has no answer, the last
//! one is the cheapest of so many turns, or of at most so many; more turns might be cheaper. Lengths that were
//! refuted when more could be paid need not be asked about again.

use super::Minimum;
use crate::problem::{Budget, Problem};

/// What came of looking for the cheapest solution.
#[derive(Clone, Debug)]
pub struct Cheapest {
    /// The cheapest solution found, and what refutes shorter ones of any cost: it need not be the shortest.
    pub found: Minimum,
    /// What it costs.
    pub cost: Option<usize>,
    /// What refutes every cheaper one: the last answer. `None` if it was not found out.
    pub refuted: Option<Minimum>,
}

impl Cheapest {
    /// Whether no solution within the budget is cheaper.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.refuted.is_some()
    }
}

/// Asks for cheaper and cheaper solutions of a problem whose turns cost something. `ask` gives any solution within
/// the budget and the constraints, or none; `told` hears of each with what it costs.
///
/// # Errors
/// What `ask` refuses.
pub fn cheapest<E>(
    problem: &Problem,
    mut ask: impl FnMut(&Problem) -> Result<Minimum, E>,
    mut told: impl FnMut(&Minimum, usize),
) -> Result<Cheapest, E> {
    let mut asked = problem.clone();
    let mut best = Cheapest {
        found: Minimum::of(problem),
        cost: None,
        refuted: None,
    };
    // Only the first answer is about every solution: later questions allow less cost.
    let mut lengths = None;
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
        let (shortest, refuted) = lengths.get_or_insert_with(|| {
            let shortest = found.complete.then_some(length);
            (shortest, found.refutations.clone())
        });
        let costs = asked.constraints.cost.as_mut();
        let sum = costs.and_then(|cost| Some((cost.of(solution.turns())?, cost)));
        let Some((sum, cost)) = sum else {
            best.found = found;
            return Ok(best);
        };
        told(&found, sum);
        // Shorter ones were refuted with more to pay.
        if found.complete && matches!(problem.budget, Budget::AtMost(_)) {
            let least = &mut asked.constraints.min_turns;
            *least = length.max(*least);
        }
        let cheaper = sum.checked_sub(1);
        best.found = Minimum {
            complete: *shortest == Some(length),
            refutations: refuted.clone(),
            ..found
        };
        best.cost = Some(sum);
        match cheaper {
            Some(less) => cost.most = Some(less),
            None => {
                best.refuted = Some(Minimum::of(problem));
                return Ok(best);
            }
        }
    }
}
