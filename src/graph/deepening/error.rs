//! Why a search with tables is impossible.

use crate::control::Stop;

/// Why a problem cannot be searched in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeepeningError {
    /// The stage does not decompose into independent coordinates.
    #[error("this stage does not decompose into independent coordinates")]
    NoCoordinates,
    /// Needs a known start, few goal states and no constraints.
    #[error("this method requires a known start, few goal states and no constraints")]
    MoreAsked,
    /// It was stopped before the tables were made.
    #[error("{0}")]
    Stopped(Stop),
}
