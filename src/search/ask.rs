//! Asks a solver about a formula and reads its model.

use rustsat::types::Assignment;

use super::error::Outcome;
use super::{SearchError, UnknownReason};
use crate::control::Control;
use crate::encode::{DecodeError, EncodeError, Formula, decode};
use crate::problem::{Problem, Solution};
use crate::puzzle::Undecided;
use crate::solver::{Backend, Session, SolverError, Verdict};

/// Asks a solver. A crash or a solver that gives up is an outcome, not an error: earlier results remain valid.
pub(super) fn solve_session(
    session: &mut Session<'_>,
    control: &Control,
) -> Result<Outcome, SearchError> {
    match session.solve(control) {
        Ok(Verdict::Sat(model)) => Ok(Outcome::Sat(model)),
        Ok(Verdict::Unsat) => Ok(Outcome::Unsat),
        Ok(Verdict::Unknown(stop)) => Ok(Outcome::Unknown(UnknownReason::Stopped(stop))),
        Err(
            error @ (SolverError::Crashed { .. }
            | SolverError::GaveUp { .. }
            | SolverError::Failed { .. }),
        ) => Ok(Outcome::Unknown(UnknownReason::Failed(error))),
        Err(error) => Err(error.into()),
    }
}

/// The solution that a model encodes, or why it cannot be verified.
///
/// # Errors
/// [`SearchError::Decode`] if the model encodes no solution: then the solver is wrong.
pub(super) fn solution_of(
    problem: &Problem,
    formula: &Formula,
    backend: &dyn Backend,
    model: &Assignment,
) -> Result<Result<Solution, UnknownReason>, SearchError> {
    let undecided = |error: &DecodeError| match error {
        DecodeError::Replay(error) => UnknownReason::of(error),
        _ => None,
    };
    match decode(problem, &formula.meaning, model) {
        Ok(solution) => Ok(Ok(solution)),
        Err(error) => undecided(&error)
            .map(Err)
            .ok_or_else(|| SearchError::Decode {
                solver: backend.name().to_owned(),
                error,
            }),
    }
}

/// Why there is no formula, if that is not an error: encoding was stopped, or the possible starts are unknown.
///
/// # Errors
/// [`SearchError::Encode`] if it is an error.
pub(super) fn why_no_formula(error: EncodeError) -> Result<UnknownReason, SearchError> {
    match error {
        EncodeError::Stopped(stop) => Ok(UnknownReason::Stopped(stop)),
        EncodeError::OpenEnds => Ok(UnknownReason::Undecided(Undecided::Group)),
        error => Err(error.into()),
    }
}
