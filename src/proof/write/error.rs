//! Why proving failed.

use crate::control::Stop;
use crate::encode::{DecodeError, EncodeError};
use crate::error::Error;
use crate::proof::check::{ReadError, Rejected, TrimError};
use crate::puzzle::Undecided;
use crate::solver::SolverError;

/// Why there is neither a proof nor a solution.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// The puzzle cannot have start or goal, or the recipe is invalid, which tests rule out.
    #[error(transparent)]
    Problem(#[from] Error),
    /// The formula cannot be built.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The solver failed, or writes no proofs.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The solver's model is not a solution.
    #[error("internal error: {solver} gave a model of the formula that is not a solution: {error}")]
    Decode {
        /// The solver's name.
        solver: String,
        /// What is wrong with the model.
        error: DecodeError,
    },
    /// The formula admits a start that the puzzle cannot have.
    #[error(
        "nothing is proved: the formula cannot tell all states that the puzzle cannot have from those that it can, and \
         the start leaves one of them open ({0}); give more of its stickers, or a goal without unknown stickers"
    )]
    Open(Error),
    /// The solver reported "unsatisfiable", but its proof does not show it.
    #[error("the proof of {solver} is wrong, so nothing is proved: {reason}")]
    WrongProof {
        /// The solver's name.
        solver: String,
        /// The error.
        reason: String,
    },
    /// The whole proof is wrong: an error of this program.
    #[error("internal error: the proof is wrong, so nothing is proved: {0}")]
    Rejected(Rejected),
    /// The proof is too large to be checked.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The proof cannot be trimmed.
    #[error(transparent)]
    Trim(#[from] TrimError),
}

/// Why the work ended early.
#[derive(Debug)]
pub enum Interruption {
    /// It was stopped by the control.
    Stopped(Stop),
    /// Whether the puzzle can have the start remained undecided.
    Undecided(Undecided),
    /// It failed.
    Failed(ProveError),
}

impl<E: Into<ProveError>> From<E> for Interruption {
    fn from(error: E) -> Self {
        Interruption::Failed(error.into())
    }
}
