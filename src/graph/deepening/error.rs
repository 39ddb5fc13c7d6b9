//! Why a search with tables is impossible.

use crate::control::Stop;

/// Why a problem cannot be searched in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeepeningError {
    /// The stage does not decompose into independent coordinates.
    #[error("this stage does not decompose into independent coordinates")]
    NoCoordinates,
    /// The start is unknown, there are too many goal states, or there are constraints.
    #[error("this method requires a known start, few goal states and no constraints")]
    Unsupported,
    /// It was stopped before the tables were made.
    #[error(transparent)]
    Stopped(#[from] Stop),
}
