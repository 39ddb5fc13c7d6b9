//! Runs solvers on formulas, and converts their answers.

use rustsat::types::{Assignment, Clause};

use super::UnknownReason;
use super::error::{Outcome, decode_error};
use crate::control::Control;
use crate::encode::{Formula, decode};
use crate::error::{Error, ErrorKind};
use crate::problem::{Problem, Solution};
use crate::puzzle::TurnId;
use crate::solver::{Backend, Session, Verdict};

/// Solves the formula of a session. That a solver crashes or gives up is an outcome, so that earlier results remain valid.
pub(super) fn solve_session(
    session: &mut Session<'_>,
    control: &Control,
) -> Result<Outcome, Error> {
    match session.solve(control) {
        Ok(Verdict::Sat(model)) => Ok(Outcome::Sat(model)),
        Ok(Verdict::Unsat) => Ok(Outcome::Unsat),
        Ok(Verdict::Unknown(stop)) => Ok(Outcome::Unknown(UnknownReason::Stopped(stop))),
        Err(error) if error.kind() == ErrorKind::NoAnswer => {
            Ok(Outcome::Unknown(UnknownReason::Failed(error)))
        }
        Err(error) => Err(error),
    }
}

/// The solution that a model encodes, or why it remains unknown whether the turns are a solution.
///
/// # Errors
/// [`Error`] if the model encodes no solution, which is an error of this program.
pub(super) fn solution_of(
    problem: &Problem,
    formula: &Formula,
    backend: &dyn Backend,
    model: &Assignment,
) -> Result<Result<Solution, UnknownReason>, Error> {
    decode(problem, &formula.meaning, model)
        .map(Ok)
        .or_else(|error| match UnknownReason::of(&error) {
            Some(why) => Ok(Err(why)),
            None => Err(decode_error(backend, &error)),
        })
}

/// The clause that forbids a turn in a slot; `None` if the formula never allows the turn there.
pub(super) fn forbid_turn(formula: &Formula, slot: usize, turn: TurnId) -> Option<Clause> {
    let literals = formula.turn_literals(slot, turn)?.into_iter();
    Some(literals.map(|literal| !literal).collect())
}
