//! Errors that several solvers share.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// The error for a solver that fails. The reason is in the solver's own words if it gives one.
pub(super) fn failed_error(solver: &str, reason: impl fmt::Display) -> Error {
    Error::new(ErrorKind::NoAnswer, format!("{solver} failed: {reason}"))
}

/// The error for a solver that crashes with this message.
pub(super) fn crashed_error(solver: &str, message: &str) -> Error {
    Error::new(ErrorKind::NoAnswer, format!("{solver} crashed: {message}"))
}

/// The error for a solver that wrongly answers "unsatisfiable". `evidence` says why the formula is satisfiable.
pub(crate) fn wrong_refutation_error(solver: &str, evidence: &str) -> Error {
    Error::new(
        ErrorKind::WrongAnswer,
        format!("{solver} gave a wrong verdict, unsatisfiable: {evidence}"),
    )
}

/// The error for a solver that cannot write proofs.
pub fn no_proof_error(solver: &str) -> Error {
    Error::failed(format!("{solver} does not write proofs"))
}
