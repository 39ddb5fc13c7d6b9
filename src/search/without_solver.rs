//! Lengths that are refuted without a solver.

use super::UnknownReason;
use crate::control::Control;
use crate::encode::{Encoder, Justification, RefutedLengths};
use crate::error::Error;
use crate::platform;
use crate::problem::{Lengths, Problem};

/// The lengths refuted before any formula is built, for a problem that is not solved already.
pub(super) fn refuted_without_solver(problem: &Problem) -> Vec<RefutedLengths> {
    let known = RefutedLengths::refuted_beforehand(problem);
    if known.iter().any(|covers| covers.lengths.contains(0)) {
        return known;
    }
    let zero = RefutedLengths {
        lengths: Lengths::only(0),
        justification: Justification::OneLength,
    };
    // An unknown start may equal the goal.
    let differs = problem.start.is_state() || problem.start.contradicts(&problem.goal);
    known.into_iter().chain(differs.then_some(zero)).collect()
}

/// The refutation of the exact budget of a problem before any formula is built, if there is one.
pub(super) fn refuted_beforehand(problem: &Problem) -> Option<RefutedLengths> {
    let known = RefutedLengths::refuted_beforehand(problem);
    let mut known = known.into_iter();
    known.find(|covers| covers.lengths.contains(problem.budget.slots()))
}

/// The lengths refuted by a few pieces or by lists, before any formula is built. A stop or panic is ignored here, because
/// the next attempt reports it.
pub(super) fn refuted_without_formula(
    encoder: &mut Encoder,
    problem: &Problem,
    control: &Control,
) -> Result<Option<RefutedLengths>, Error> {
    match platform::catch_panic(|| encoder.refuted_without_formula(problem.budget, control)) {
        Ok(Err(error)) if UnknownReason::of(&error).is_none() => Err(error),
        Ok(Err(_)) | Err(_) => Ok(None),
        Ok(covers) => covers,
    }
}
