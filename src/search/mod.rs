//! The budget loop and enumeration: questions that take more than one call of
//! a solver.

mod all;
mod minimum;

use crate::encode::{DecodeError, EncodeError};
use crate::solver::SolverError;

pub use all::{Enumeration, enumerate};
pub use minimum::{
    Attempt, AttemptVerdict, Event, Minimum, Refutation, Strategy, exactly, minimum,
};

/// What goes wrong in a search. None of it is an answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The recipe cannot express the problem.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The solver failed.
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
