//! Why a search with tables is impossible.

use crate::control::Stop;

/// Why a problem cannot be searched in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeepeningError {
    /// The stage does not decompose into independent coordinates.
    #[error("it is not seen as coordinates that each turn changes by itself")]
    NoCoordinates,
    /// Needs a known start, few goal states and no constraints.
    #[error("more is asked than how one known state gets to a goal of few states")]
    MoreAsked,
    /// It was stopped before the tables were made.
    #[error("{0}")]
    Stopped(Stop),
}
