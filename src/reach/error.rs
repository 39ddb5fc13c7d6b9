//! Limits and errors of reachability layers.

use crate::control::Stop;

/// The memory limit for the layers of one direction, in bytes.
pub const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// The maximum number of items tracked together.
pub const MAX_ITEMS: usize = 4;

/// Why layers cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachError {
    /// Every piece that moves looks like another one. Identical pieces cannot be tracked.
    #[error(
        "each piece that moves looks like another one (for example the one at facelet {0}), so none can be tracked"
    )]
    Alike(String),
    /// The state belongs to another puzzle.
    #[error("a state of {0} facelets is not a state of this puzzle")]
    Length(usize),
    /// The state lacks one of the puzzle's pieces.
    #[error("the piece whose home is at facelet {0} is missing")]
    NoSuchPiece(String),
    /// The turns cannot bring a piece from its place in the start to its place in the goal.
    #[error(
        "the allowed turns do not bring the piece whose home is at facelet {0} to its place in the goal"
    )]
    Unreachable(String),
    /// This number of items cannot be tracked together.
    #[error("{0} pieces cannot be tracked together; expected 1 to {MAX_ITEMS}")]
    Size(usize),
    /// The layers take too much memory.
    #[error(
        "the joint placements of this many pieces take {0} MiB, but the limit is {most} MiB; track fewer at a time",
        most = MAX_BYTES / (1024 * 1024)
    )]
    TooLarge(u64),
    /// The backward layers belong to another puzzle, goal or set of turns.
    #[error("the backward layers belong to another puzzle, goal or choice of turns")]
    OtherProblem,
    /// The work was stopped before it was done.
    #[error(transparent)]
    Stopped(#[from] Stop),
}
