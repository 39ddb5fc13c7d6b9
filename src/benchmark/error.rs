//! Errors of benchmarks.

use std::io;

use crate::control::Stop;
use crate::encode::{DecodeError, EncodeError};
use crate::error::Error;
use crate::graph::SamplingError;
use crate::graph::meet::MeetError;
use crate::solver::SolverError;

/// Why a benchmark cannot be generated.
#[derive(Debug, thiserror::Error)]
pub enum BenchmarkError {
    /// A formula disagrees with the known answer.
    #[error("the formula is wrong: {0}")]
    WrongFormula(&'static str),
    /// The reference solver and the search from both ends disagree.
    #[error("{0} contradicts the search from both ends")]
    Contradiction(String),
    /// The answer remained unknown within the memory limit.
    #[error("not enough memory for a search from both ends")]
    Memory,
    /// No recipe of a family supports the format.
    #[error("no recipe of {family} can be written as {format}")]
    NoRecipe {
        /// The family.
        family: &'static str,
        /// The format.
        format: &'static str,
    },
    /// A family asks for more than whether a solution exists, so its formulas are not questions for a list.
    #[error(
        "family {0} asks for more than whether a solution exists, so it has no list of questions; use `twistsat benchmark {0}`"
    )]
    NoVerdict(&'static str),
    /// The work was stopped.
    #[error("{0}")]
    Stopped(Stop),
    /// No state was sampled.
    #[error(transparent)]
    Sampling(#[from] SamplingError),
    /// A formula that cannot be built.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// A solver that fails.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// A model that cannot be decoded.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A search from both ends that is not possible.
    #[error(transparent)]
    BothEnds(#[from] MeetError),
    /// A question that cannot be posed, a built-in file, or a map that cannot be written.
    #[error(transparent)]
    WriteMap(#[from] Error),
    /// An error in writing.
    #[error(transparent)]
    Write(#[from] io::Error),
}
