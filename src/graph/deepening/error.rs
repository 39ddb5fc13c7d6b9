//! Why there is no search under tables.

use crate::control::Stop;

/// Why a problem cannot be searched like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeepeningError {
    /// Turns mix what would have to be coordinates.
    #[error("it is not seen as coordinates that each turn changes by itself")]
    NoCoordinates,
    /// More is asked than how one state gets to a few.
    #[error("more is asked than how one known state gets to a goal of few states")]
    MoreAsked,
    /// It was stopped before the tables were made.
    #[error("{0}")]
    Stopped(Stop),
}
