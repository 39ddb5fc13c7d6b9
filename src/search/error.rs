//! Errors of a search, and the reasons why it ends early.

use rustsat::types::Assignment;

use crate::control::Stop;
use crate::error::{Error, ErrorKind, Undecided};
use crate::solver::Backend;

/// Why a search ended early. No such reason says whether a formula is satisfiable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownReason {
    /// The search was stopped.
    #[error("{0}")]
    Stopped(Stop),
    /// The solver crashed or gave up.
    #[error("{0}")]
    Failed(Error),
    /// It could not be decided whether the puzzle can have the state in question.
    #[error("it is not known whether the puzzle can have this state: {0}")]
    Undecided(Undecided),
    /// A panic in this program, with its message.
    #[error("internal error: {0}")]
    Panicked(String),
    /// The states need more memory than allowed.
    #[error("not enough memory for more states, see `max_memory`")]
    Memory,
    /// The side constraints distinguish too many cases.
    #[error("the side constraints distinguish too many cases; use method `sat`")]
    Constraints,
    /// The method refutes nothing and has tried everything it can.
    #[error("this method refutes nothing, and has nothing more to try")]
    Exhausted,
}

impl UnknownReason {
    /// The reason, if the error means that the answer remains unknown; `None` for every other error.
    #[doc(hidden)] // For the command.
    pub fn of(error: &Error) -> Option<Self> {
        match error.kind() {
            ErrorKind::Stopped(stop) => Some(Self::Stopped(stop)),
            ErrorKind::Undecided(why) => Some(Self::Undecided(why)),
            _ => None,
        }
    }
}

pub(super) enum Outcome {
    Sat(Assignment),
    Unsat,
    Unknown(UnknownReason),
}

/// The error for a model that encodes no solution, which is an error of this program.
pub(crate) fn decode_error(backend: &dyn Backend, error: &Error) -> Error {
    Error::internal(format!(
        "{} gave a model of the formula that is not a solution: {error}",
        backend.name()
    ))
}

/// The error for a stage, counted from 1, whose solution on the reduced puzzle does not lead the puzzle itself to the
/// goal, which is an error of this program.
pub(super) fn missed_goal_error(stage: usize) -> Error {
    Error::internal(format!(
        "the turns of stage {stage} do not lead to its goal"
    ))
}
