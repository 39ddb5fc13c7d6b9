//! Limits and errors of layers, and the machine words that store their bits.

use crate::control::Stop;

/// The memory limit for the layers of one direction, in bytes.
pub const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// The maximum number of items tracked together.
pub const MAX_ITEMS: usize = 4;

/// Why layers cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachError {
    /// Every piece that turns move is a background piece or looks like another one, or a state lacks a piece.
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

/// Bits of a layer, stored together.
pub(super) type Word = u32;

/// The number of bits of a word.
pub(super) const BITS: usize = Word::BITS as usize;

/// Calls `visit` with the index of each bit that is 1.
pub(super) fn for_each_one(words: &[Word], mut visit: impl FnMut(usize)) {
    for (at, &word) in words.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            visit(at * BITS + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// Rejects more than [`MAX_BYTES`].
pub(super) fn check_bytes(bytes: u64) -> Result<(), ReachError> {
    if bytes > MAX_BYTES {
        return Err(ReachError::TooLarge);
    }
    Ok(())
}
