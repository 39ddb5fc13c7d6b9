//! What can go wrong with a benchmark.

use std::io;

use crate::built_in::BuiltInError;
use crate::control::Stop;
use crate::encode::{DecodeError, EncodeError};
use crate::graph::DrawError;
use crate::graph::meet::MeetError;
use crate::problem::ProblemError;
use crate::solver::SolverError;

/// Why there is no benchmark.
#[derive(Debug, thiserror::Error)]
pub enum BenchmarkError {
    /// What is true and what a formula says are two things.
    #[error("the formula is wrong: {0}")]
    Wrong(&'static str),
    /// The reference solver is wrong, or the search from both ends.
    #[error("{0} contradicts the search from both ends")]
    Contradiction(String),
    /// The truth is not known.
    #[error("there is no room for a search from both ends")]
    Memory,
    /// No recipe of a family has formulas of this format.
    #[error("no recipe of {family} can be written as {format}")]
    Unsuited {
        /// The family.
        family: &'static str,
        /// The format.
        format: &'static str,
    },
    /// A family asks for more than whether there is a solution.
    #[error(
        "{0} asks for more than whether there is a solution, which is all that a job answers; use `twistsat benchmark {0}`"
    )]
    NoVerdict(&'static str),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(Stop),
    /// No state was drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// A question that cannot be asked.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A formula that cannot be made.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A solver that fails.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model that is none.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A search from both ends that cannot be made.
    #[error(transparent)]
    Meet(#[from] MeetError),
    /// A built-in file.
    #[error(transparent)]
    BuiltIn(#[from] BuiltInError),
    /// What cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}
