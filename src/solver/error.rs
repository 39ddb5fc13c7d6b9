//! Errors that several solvers share.

use std::fmt;

use super::log::MAX_PROOF_BYTES;
use crate::error::{Error, ErrorKind};

/// The error for a solver that fails; `reason` is its own message, if there is one.
pub(super) fn failed_error(solver: &str, reason: impl fmt::Display) -> Error {
    Error::new(ErrorKind::NoAnswer, format!("{solver} failed: {reason}"))
}

/// The error for a solver that crashes, with its last message.
pub(super) fn crashed_error(solver: &str, message: &str) -> Error {
    Error::new(ErrorKind::NoAnswer, format!("{solver} crashed: {message}"))
}

/// The error for a solver that reports that a satisfiable formula is unsatisfiable.
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

/// The error for a proof that exceeds the size limit.
pub(super) fn proof_too_large_error(solver: &str) -> Error {
    Error::failed(format!(
        "the proof of {solver} is larger than {} MiB",
        MAX_PROOF_BYTES / (1024 * 1024)
    ))
}
