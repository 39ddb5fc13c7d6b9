//! Why there is no search under tables.

use crate::control::Stop;

/// Why a problem cannot be searched like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeepeningError {
    /// Turns mix what would have to be coordinates.
    #[error("it is not seen as coordinates that each turn changes by itself")]
    NoCoordinates,
    /// It was stopped before the tables were made.
    #[error("{0}")]
    Stopped(Stop),
}
