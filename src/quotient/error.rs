//! Why a puzzle has no quotient for a goal.

use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::group::TooLarge;

/// The maximum number of values of a coordinate.
pub(super) const MAX_VALUES: usize = 4096;

/// The error for a quotient that is too large.
pub(super) fn too_large_error(reason: impl fmt::Display) -> Error {
    let reason = format!("the quotient of the goal is too large: {reason}");
    Error::new(ErrorKind::TooLarge, reason)
}

/// The error for a goal that contains all reachable states.
pub(super) fn nothing_to_solve_error() -> Error {
    Error::impossible("the allowed turns never leave the goal: there is nothing to solve")
}

/// The error for a goal without a reachable coloring.
pub(super) fn no_pattern_error() -> Error {
    Error::impossible("the allowed turns do not lead from the solved puzzle to any of the patterns")
}

impl From<TooLarge> for Error {
    fn from(error: TooLarge) -> Self {
        Self::new(ErrorKind::TooLarge, error)
    }
}
