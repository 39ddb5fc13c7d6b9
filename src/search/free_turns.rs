//! Answers a question with free turns, which do not count as turns of a solution, by asking it from each start to which
//! free turns lead.

use super::case_by_case::common_refutations;
use super::{Minimum, Refutation, UnknownReason};
use crate::error::Error;
use crate::problem::{Budget, Lengths, Problem, SingleStart, Solution};

/// The shortest solution from any of the starts, by any method that answers a single question. A length is refuted if
/// it is refuted from every start. `known` are refutations that hold for all starts; `ask` receives them.
///
/// # Errors
/// [`Error`] if `ask` fails, or if a solution cannot be completed by free turns.
pub fn shortest_with_free_turns(
    asked: &Problem,
    starts: &[SingleStart],
    known: &[Refutation],
    mut ask: impl FnMut(&SingleStart, &Problem, &[Refutation]) -> Result<Minimum, Error>,
) -> Result<Minimum, Error> {
    let mut all = Minimum::of(asked);
    let (mut cases, mut is_complete) = (Vec::new(), true);
    for start in starts {
        let Some(budget) = better_budget(asked.budget, &all) else {
            break;
        };
        let found = ask(start, &start.problem.within(budget), known)?;
        all.stop = all.stop.or(found.stop);
        all.budget_source = found.budget_source;
        is_complete &= found.complete;
        let is_stopped = matches!(all.stop, Some(UnknownReason::Stopped(_)));
        cases.push(found.refutations);
        all.attempts.extend(found.attempts);
        if let Some(solution) = found.solution {
            all.solution = Some(start.complete(solution)?);
        }
        if is_stopped {
            break;
        }
    }
    // Starts that were not searched refute nothing.
    if cases.len() < starts.len() && better_budget(asked.budget, &all).is_some() {
        cases.push(Vec::new());
        is_complete = false;
    }
    all.refutations = known.to_vec();
    let known = Refutation::lengths_of(known);
    for refutation in common_refutations(&cases) {
        refutation.add_new_lengths_to(&mut all.refutations, &known);
    }
    // A shorter solution from a later start can compensate for an earlier start that was not fully answered.
    let refuted = Refutation::lengths_of(&all.refutations);
    let is_shortest = |it: &Solution| Lengths::below(it.len()).without(&refuted).is_empty();
    all.complete = is_complete || all.solution.as_ref().is_some_and(is_shortest);
    Ok(all)
}

/// The first length that is searched by itself; shorter lengths are searched together.
const FIRST_SINGLE_LENGTH: usize = 6;

/// From this length on, each start is searched up to the full budget. A search whose time grows fast with the length does
/// not get this far.
const FIRST_UNBOUNDED_LENGTH: usize = 100;

/// The shortest solution from any start, length by length, because `ask` takes much longer for each further turn.
///
/// # Errors
/// As for [`shortest_with_free_turns`].
pub fn shortest_with_free_turns_by_length(
    asked: &Problem,
    starts: &[SingleStart],
    known: &[Refutation],
    mut ask: impl FnMut(&SingleStart, &Problem, &[Refutation]) -> Result<Minimum, Error>,
) -> Result<Minimum, Error> {
    let max_turns = asked.budget.slots();
    let lengths = match asked.budget {
        Budget::Exactly(_) => 0..0,
        Budget::AtMost(_) => {
            let least = Refutation::lengths_of(known).first_missing();
            least.max(FIRST_SINGLE_LENGTH)..max_turns.min(FIRST_UNBOUNDED_LENGTH)
        }
    };
    let mut known = known.to_vec();
    for turns in lengths {
        let short = asked.within(Budget::AtMost(turns));
        let found = shortest_with_free_turns(&short, starts, &known, &mut ask)?;
        let refutes_all_lengths = found.refutations.iter().any(Refutation::covers_all_lengths);
        if found.solution.is_some()
            || found.stop.is_some()
            || !found.complete
            || refutes_all_lengths
        {
            // Without a solution, the longer lengths remain undecided unless all lengths are refuted.
            return Ok(Minimum {
                complete: found.complete && (found.solution.is_some() || refutes_all_lengths),
                ..found.converted_to(asked)
            });
        }
        known = found.refutations;
    }
    shortest_with_free_turns(asked, starts, &known, ask)
}

/// The budget for a solution better than the best so far; `None` if none is possible.
fn better_budget(asked: Budget, best: &Minimum) -> Option<Budget> {
    match (&best.solution, asked) {
        (None, budget) => Some(budget),
        (Some(_), Budget::Exactly(_)) => None,
        (Some(best), Budget::AtMost(_)) => best.len().checked_sub(1).map(Budget::AtMost),
    }
}
