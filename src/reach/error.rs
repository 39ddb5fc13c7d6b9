//! The memory limit of layers, and their errors.

use crate::control::Stop;

/// The memory limit for the layers of one direction, in bytes.
pub const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// Why layers cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachError {
    /// Turns move only background pieces and pieces that look like others, or the start or the goal lacks a piece.
    #[error("no piece can be tracked")]
    Untrackable,
    /// The turns cannot move a piece from its place in the start to its place in the goal.
    #[error("the allowed turns do not bring a piece to its place in the goal")]
    Unreachable,
    /// The layers take more than [`MAX_BYTES`].
    #[error("the joint placements of this many pieces take too much memory")]
    TooLarge,
    /// The work was stopped before it was done.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Rejects more than [`MAX_BYTES`].
pub(super) fn check_bytes(bytes: u64) -> Result<(), ReachError> {
    if bytes > MAX_BYTES {
        return Err(ReachError::TooLarge);
    }
    Ok(())
}
