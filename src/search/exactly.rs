//! Searches for a solution of one exact length.

use super::attempt::{Answer, SearchSettings};
use super::known::KnownSolutions;
use super::without_solver::refuted_without_formula;
use super::{Event, Minimum, Refutation};
use crate::encode::{Encoder, RefutedLengths, check_budget};
use crate::error::Error;
use crate::problem::{Budget, Problem};

/// See [`Search::exactly`](super::Search::exactly).
pub(super) fn exactly(
    problem: &Problem,
    settings: &SearchSettings<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, Error> {
    check_budget(problem.budget)?;
    let premise = problem.premise()?;
    let turns = problem.budget.slots();
    let asked = problem.within(Budget::Exactly(turns));
    let found = search_length(&asked, settings, notify)?;
    Ok(found.with_premise(premise))
}

/// The result for the exact budget of `asked`, without checking that the start is reachable.
fn search_length(
    asked: &Problem,
    settings: &SearchSettings<'_>,
    notify: &mut dyn FnMut(&Event<'_>),
) -> Result<Minimum, Error> {
    let turns = asked.budget.slots();
    let mut result = Minimum::of(asked);
    let known = RefutedLengths::refuted_beforehand(asked);
    if let Some(covers) = known
        .into_iter()
        .find(|covers| covers.lengths.contains(turns))
    {
        result.complete = true;
        result.refutations.push(Refutation::new(covers, None));
        return Ok(result);
    }
    let mut encoder = Encoder::new(asked, settings.recipe).allow_smaller_recipe();
    if let Some(covers) = refuted_without_formula(&mut encoder, asked, settings.control)? {
        result.complete = true;
        result.refutations.push(Refutation::new(covers, None));
        return Ok(result);
    }
    let (attempt, answer) = settings.attempt(asked, &mut encoder, notify)?;
    let solver = attempt.solver_in_words();
    result.attempts.push(attempt);
    match answer {
        Answer::Found(solution) => {
            result.complete = solution.is_empty();
            result.solution = Some(solution);
        }
        Answer::Refuted(covers) => {
            result.complete = true;
            result
                .refutations
                .push(Refutation::new(covers, Some(solver)));
            KnownSolutions::of(asked).check(&result.refutations)?;
        }
        Answer::Stopped(stop) => result.stop = Some(stop),
    }
    Ok(result)
}
