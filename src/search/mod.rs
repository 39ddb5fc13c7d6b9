//! The budget loop and enumeration: questions that take more than one call of
//! a solver.

mod all;
mod batch;
mod improve;
mod maximum;
mod minimum;
mod result;
mod rotation;
mod split;
mod stages;
mod ways;

use std::fmt;

use rustsat::types::Assignment;

use crate::control::{Control, Stop};
use crate::encode::{DecodeError, EncodeError, Formula};
use crate::puzzle::{MOST_TURNS, Problem};
use crate::solver::{Session, SolverError, Verdict};

pub use all::{Enumeration, enumerate};
pub use batch::in_order;
pub use improve::{Improvement, Improver, improve};
pub use maximum::up_to_maximum;
pub use minimum::{Strategy, exactly, minimum};
pub use result::{Attempt, AttemptVerdict, Bound, Certified, Event, Minimum, Refutation};
use split::{ask_in_parts, parts};
pub use stages::{Carrier, StageResult, Staged, Stages, StagesError};
pub use ways::{Way, shortest_way};

/// What goes wrong in a search. None of it is an answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The recipe cannot express the problem.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A budget past all sense.
    #[error("a budget is at most {MOST_TURNS} turns")]
    TooManyTurns,
    /// The solver gave a wrong model or a bad answer, or cannot be used.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model that is no solution: an error of this program.
    #[error("internal error: {solver} gave a model of the formula that is no solution: {error}")]
    Decode {
        /// The solver's name.
        solver: String,
        /// What is wrong with the model.
        error: DecodeError,
    },
}

/// Why a search ended early. None of it says anything about the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was stopped.
    Stopped(Stop),
    /// The solver crashed or gave up.
    Failed(SolverError),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Stopped(stop) => stop.fmt(f),
            Halt::Failed(error) => error.fmt(f),
        }
    }
}

/// What a solver said, where a crash is as good as a stop: what was found
/// before still stands.
enum Outcome {
    Sat(Assignment),
    Unsat,
    Unknown(Halt),
}

/// Lengths are kept in lists: a budget past all sense would fill the memory.
fn check_budget(problem: &Problem) -> Result<(), SearchError> {
    if problem.budget.slots() > MOST_TURNS {
        return Err(SearchError::TooManyTurns);
    }
    Ok(())
}

/// Asks until there is no model, or one whose start the puzzle can have. A formula
/// may not know all that turns conserve; then the start is excluded, and asked again.
fn ask_possible(
    problem: &Problem,
    formula: &Formula,
    session: &mut Session<'_>,
    control: &Control,
) -> Result<Outcome, SearchError> {
    loop {
        let outcome = ask(session, control)?;
        let Outcome::Sat(model) = &outcome else {
            return Ok(outcome);
        };
        match formula.meaning.impossible_start(problem, model) {
            None => return Ok(outcome),
            Some(clause) => session.add_clause(clause)?,
        }
    }
}

fn ask(session: &mut Session<'_>, control: &Control) -> Result<Outcome, SearchError> {
    match session.solve(control) {
        Ok(Verdict::Sat(model)) => Ok(Outcome::Sat(model)),
        Ok(Verdict::Unsat) => Ok(Outcome::Unsat),
        Ok(Verdict::Unknown(stop)) => Ok(Outcome::Unknown(Halt::Stopped(stop))),
        Err(
            error @ (SolverError::Crashed { .. }
            | SolverError::GaveUp { .. }
            | SolverError::Failed { .. }),
        ) => Ok(Outcome::Unknown(Halt::Failed(error))),
        Err(error) => Err(error.into()),
    }
}
