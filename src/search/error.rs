//! Errors of a search, and the reasons why it ends early.

use std::fmt;

use rustsat::types::Assignment;

use crate::control::Stop;
use crate::encode::{DecodeError, EncodeError};
use crate::error::{Error, ErrorKind};
use crate::names::UnknownName;
use crate::plan::StageError;
use crate::problem::Problem;
use crate::puzzle::{MAX_TURNS, Undecided};
use crate::solver::SolverError;

/// An error of a search, as opposed to an answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// No recipe has this name.
    #[error(transparent)]
    Recipe(Error),
    /// No solver has this name.
    #[error(transparent)]
    NoSolver(#[from] UnknownName),
    /// The recipe cannot express the problem.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The puzzle cannot have the start or the goal.
    #[error(transparent)]
    Problem(#[from] Error),
    /// The budget is absurdly large.
    #[error("the budget must be at most {MAX_TURNS} turns")]
    TooManyTurns,
    /// The solver returned a wrong model or a malformed answer, or cannot be used.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model that encodes no solution: an error of this program.
    #[error("internal error: {solver} gave a model of the formula that is not a solution: {error}")]
    Decode {
        /// The solver's name.
        solver: String,
        /// What is wrong with the model.
        error: DecodeError,
    },
}

/// An error in carrying out a plan, as opposed to an answer.
#[derive(Debug, thiserror::Error)]
pub enum StagesError {
    /// A stage cannot be turned into a problem.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The state is not one of the puzzle.
    #[error(transparent)]
    State(#[from] Error),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The selected method cannot carry out the plan.
    #[error("{0}")]
    Refused(String),
    /// A solution of the reduced puzzle does not lead the puzzle to the goal: an error of this program.
    #[error("internal error: the turns of stage {0} do not lead to its goal")]
    Astray(usize),
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Recipe(error) => error,
            SearchError::NoSolver(error) => Self::malformed("").text(error),
            error => Self::failed(error),
        }
    }
}

impl From<StagesError> for Error {
    fn from(error: StagesError) -> Self {
        match error {
            StagesError::Search(error) => error.into(),
            StagesError::Refused(why) => Self::with_position(why),
            error => Self::failed(error),
        }
    }
}

/// Why a search ended early. None of the reasons says anything about the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// It was stopped.
    Stopped(Stop),
    /// The solver crashed or gave up.
    Failed(SolverError),
    /// Whether the puzzle can have the state in question remained undecided.
    Undecided(Undecided),
    /// A panic in this program, with its message.
    Panicked(String),
    /// The memory is full.
    Memory,
    /// The side constraints distinguish too many cases.
    Constraints,
    /// The method refutes nothing and has tried everything it can.
    Exhausted,
}

impl UnknownReason {
    /// Why it remains unknown whether there is a solution; `None` if this is a failure.
    pub(crate) fn of(error: &Error) -> Option<Self> {
        match error.kind() {
            ErrorKind::Stopped(stop) => Some(Self::Stopped(stop)),
            ErrorKind::Undecided(why) => Some(Self::Undecided(why)),
            _ => None,
        }
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Stopped(stop) => stop.fmt(f),
            UnknownReason::Failed(error) => error.fmt(f),
            UnknownReason::Panicked(message) => write!(f, "internal error: {message}"),
            UnknownReason::Memory => {
                f.write_str("not enough memory for more states, see `max_memory`")
            }
            UnknownReason::Exhausted => {
                f.write_str("this method refutes nothing, and has nothing more to try")
            }
            UnknownReason::Constraints => {
                f.write_str("the side constraints distinguish too many cases; use method `sat`")
            }
            UnknownReason::Undecided(why) => {
                write!(
                    f,
                    "it is not known whether the puzzle can have this state: {why}"
                )
            }
        }
    }
}

/// The answer of a solver, in which a crash counts as a stop: earlier results remain valid.
pub(super) enum Outcome {
    Sat(Assignment),
    Unsat,
    Unknown(UnknownReason),
}

/// Rejects absurdly large budgets, because lengths are stored in lists that would fill the memory.
pub(super) fn check_budget(problem: &Problem) -> Result<(), SearchError> {
    if problem.budget.slots() > MAX_TURNS {
        return Err(SearchError::TooManyTurns);
    }
    Ok(())
}
