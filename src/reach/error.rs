//! Limits and errors of reachability layers, and the words of their rows of bits.

use crate::control::Stop;

/// The memory limit for the layers of one direction, in bytes.
pub const MAX_BYTES: u64 = 128 * 1024 * 1024;

/// The maximum number of items tracked together.
pub const MAX_ITEMS: usize = 4;

/// Why layers cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachError {
    /// Every piece that moves looks like another one, or a state lacks a piece.
    #[error("no piece can be tracked")]
    Untrackable,
    /// The turns cannot bring a piece from its place in the start to its place in the goal.
    #[error("the allowed turns do not bring a piece to its place in the goal")]
    Unreachable,
    /// The layers take more than [`MAX_BYTES`].
    #[error("the joint placements of this many pieces take too much memory")]
    TooLarge,
    /// The work was stopped before it was done.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// A word of a row.
pub(super) type Word = u32;

/// The number of bits of a word.
pub(super) const BITS: usize = Word::BITS as usize;

/// A generous estimate of a set's size without rows.
const BYTES_PER_SET: u64 = 128;

/// The size in bytes of a layer of all sets of up to `max_set_size` items, from the number of placements of each item;
/// saturates at `u64::MAX`.
pub(super) fn layer_bytes(sizes: impl Iterator<Item = usize>, max_set_size: usize) -> u64 {
    // prefixes[k]: over all sets of k of the items so far, the number of their joint placements, and the number of such
    // sets.
    let mut prefixes = vec![(0_u64, 0_u64); max_set_size + 1];
    prefixes[0] = (1, 1);
    let mut bytes = 0_u64;
    for size in sizes {
        let row = size.div_ceil(BITS) as u64 * (BITS as u64 / 8);
        let size = size as u64;
        for k in (0..max_set_size).rev() {
            let (rows, sets) = prefixes[k];
            let here = rows.saturating_mul(row);
            bytes = bytes.saturating_add(here.saturating_add(sets.saturating_mul(BYTES_PER_SET)));
            let (more, others) = &mut prefixes[k + 1];
            *more = more.saturating_add(rows.saturating_mul(size));
            *others = others.saturating_add(sets);
        }
    }
    bytes
}

/// Rejects more than [`MAX_BYTES`].
pub(super) fn check_bytes(bytes: u64) -> Result<(), ReachError> {
    if bytes > MAX_BYTES {
        return Err(ReachError::TooLarge);
    }
    Ok(())
}
