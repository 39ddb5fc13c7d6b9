//! What goes wrong with a solver.

use std::any::Any;

use rustsat::types::Clause;

use super::log::MOST_PROOF;
use crate::platform;

/// What goes wrong with a solver. None of this says anything about the formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The solver claims a model that is none.
    #[error("{solver} returned a wrong model: {reason}")]
    WrongModel {
        /// The solver's name.
        solver: String,
        /// What is wrong with the model.
        reason: String,
    },
    /// The solver claims that there is no model where there is one.
    #[error("{solver} gave a wrong verdict, unsatisfiable: {reason}")]
    WrongRefutation {
        /// The solver's name.
        solver: String,
        /// How that is known.
        reason: String,
    },
    /// The solver panicked.
    #[error("{solver} crashed: {message}")]
    Crashed {
        /// The solver's name.
        solver: String,
        /// What it said last.
        message: String,
    },
    /// A clause mentions a variable that the formula does not have.
    #[error("clause {clause} mentions a variable beyond the formula's {variables}")]
    UnknownVariable {
        /// The clause.
        clause: Clause,
        /// How many variables the formula has.
        variables: u32,
    },
    /// The solver cannot number that many variables.
    #[error("{solver} takes at most {limit} variables, the formula has {variables}")]
    TooManyVariables {
        /// The solver's name.
        solver: String,
        /// How many variables it can number.
        limit: u32,
        /// How many variables the formula has.
        variables: u32,
    },
    /// The solver is a program that does not know, and says so.
    #[error("{solver} gave up: {message}")]
    GaveUp {
        /// The solver's name.
        solver: String,
        /// How it said so.
        message: String,
    },
    /// The solver is a program, and what it says is no answer.
    #[error("{solver} gave a bad answer: {reason}")]
    BadAnswer {
        /// The solver's name.
        solver: String,
        /// What is wrong with the answer.
        reason: String,
    },
    /// The solver is a program that is not there.
    #[error("{}", not_found(program))]
    NotFound {
        /// The program, as it was called.
        program: String,
    },
    /// The solver is a program that could not be run to its end.
    #[error("cannot use {solver}: {reason}")]
    Unusable {
        /// The solver's name.
        solver: String,
        /// Why not.
        reason: String,
    },
    /// The solver says only that there is no model, not why.
    #[error("{solver} does not write proofs")]
    NoProof {
        /// The solver's name.
        solver: String,
    },
    /// The proof grew beyond what can be held.
    #[error("the proof of {solver} is larger than {} MiB", MOST_PROOF / (1024 * 1024))]
    ProofTooLarge {
        /// The solver's name.
        solver: String,
    },
    /// The solver gave up for another reason.
    #[error("{solver} failed: {message}")]
    Failed {
        /// The solver's name.
        solver: String,
        /// The reason, in the solver's words where it has any.
        message: String,
    },
}

/// Refuses a formula whose variables the solver cannot number.
pub(super) fn check_capacity(solver: &str, variables: u32, limit: u32) -> Result<(), SolverError> {
    if variables <= limit {
        return Ok(());
    }
    Err(SolverError::TooManyVariables {
        solver: solver.to_owned(),
        limit,
        variables,
    })
}

/// The message about a program that is not there.
fn not_found(program: &str) -> String {
    if std::path::Path::new(program).components().count() > 1 {
        return format!(
            "{program} is not a program: there is no such file, or it is not executable"
        );
    }
    format!(
        "{program} was not found: install it, or put its folder on PATH; \
         `twistsat list solvers` shows which ones are found"
    )
}

/// The error for a caught panic.
pub(super) fn crashed(solver: &str, panic: &(dyn Any + Send)) -> SolverError {
    SolverError::Crashed {
        solver: solver.to_owned(),
        message: platform::panic_message(panic),
    }
}
