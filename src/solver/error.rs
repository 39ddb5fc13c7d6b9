//! Errors of a solver.

use std::any::Any;

use rustsat::types::Clause;

use super::log::MAX_PROOF_BYTES;
use crate::platform;

/// An error of a solver. It says nothing about whether the formula is satisfiable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The solver returned a model that violates a clause or leaves a variable open.
    #[error("{solver} returned a wrong model: {reason}")]
    WrongModel {
        /// The solver's name.
        solver: String,
        /// What is wrong with the model.
        reason: String,
    },
    /// The solver reported that a satisfiable formula is unsatisfiable.
    #[error("{solver} gave a wrong verdict, unsatisfiable: {reason}")]
    WrongRefutation {
        /// The solver's name.
        solver: String,
        /// The evidence.
        reason: String,
    },
    /// The solver panicked.
    #[error("{solver} crashed: {message}")]
    Crashed {
        /// The solver's name.
        solver: String,
        /// Its last message.
        message: String,
    },
    /// A clause contains a variable that the formula does not have.
    #[error("clause {clause} mentions a variable beyond the formula's {variables}")]
    UnknownVariable {
        /// The clause.
        clause: Clause,
        /// The number of variables of the formula.
        variables: u32,
    },
    /// The solver does not support that many variables.
    #[error("{solver} supports at most {limit} variables; the formula has {variables}")]
    TooManyVariables {
        /// The solver's name.
        solver: String,
        /// The maximum number of variables.
        limit: u32,
        /// The number of variables of the formula.
        variables: u32,
    },
    /// An external solver ended without deciding the formula.
    #[error("{solver} gave up: {message}")]
    GaveUp {
        /// The solver's name.
        solver: String,
        /// Its message.
        message: String,
    },
    /// The output of an external solver is not an answer, or contradicts its exit code.
    #[error("{solver} gave a bad answer: {reason}")]
    BadAnswer {
        /// The solver's name.
        solver: String,
        /// What is wrong with the answer.
        reason: String,
    },
    /// An external solver was not found.
    #[error("{}", not_found(program))]
    NotFound {
        /// The program, as it was named.
        program: String,
    },
    /// An external solver could not be run to completion.
    #[error("cannot use {solver}: {reason}")]
    Unusable {
        /// The solver's name.
        solver: String,
        /// The reason.
        reason: String,
    },
    /// The solver cannot write proofs.
    #[error("{solver} does not write proofs")]
    NoProof {
        /// The solver's name.
        solver: String,
    },
    /// The proof exceeded the size limit.
    #[error("the proof of {solver} is larger than {} MiB", MAX_PROOF_BYTES / (1024 * 1024))]
    ProofTooLarge {
        /// The solver's name.
        solver: String,
    },
    /// The solver failed for another reason.
    #[error("{solver} failed: {message}")]
    Failed {
        /// The solver's name.
        solver: String,
        /// The reason, in the solver's words if it gave any.
        message: String,
    },
}

/// Rejects a formula with more variables than the solver supports.
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

/// The message about a program that was not found.
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

impl From<SolverError> for crate::error::Error {
    fn from(error: SolverError) -> Self {
        use crate::error::ErrorKind as Kind;
        let kind = match &error {
            SolverError::WrongModel { .. } | SolverError::BadAnswer { .. } => Kind::WrongAnswer,
            _ => Kind::Failed,
        };
        Self::new(kind, error)
    }
}
