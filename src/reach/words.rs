//! The words that rows of joint placements are made of, and how much memory they may take.

use super::ReachError;

/// A word of a row.
pub(super) type Word = u32;

/// Bits of a word.
pub(super) const BITS: usize = Word::BITS as usize;

/// What is counted for a set apart from its rows, generously.
const BYTES_PER_SET: u64 = 128;

/// How many bytes a layer of all sets of up to `most` items takes, without
/// making any, from how many placements each item has; `u64::MAX` stands for that many and more.
pub(super) fn layer_bytes(sizes: impl Iterator<Item = usize>, most: usize) -> u64 {
    // prefixes[k]: over all sets of k of the items so far, how many joint
    // placements they have; and how many such sets there are.
    let mut prefixes = vec![(0_u64, 0_u64); most + 1];
    prefixes[0] = (1, 1);
    let mut bytes = 0_u64;
    for size in sizes {
        let row = size.div_ceil(BITS) as u64 * (BITS as u64 / 8);
        let size = size as u64;
        for k in (0..most).rev() {
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

/// Refuses more than [`MOST_BYTES`](super::MOST_BYTES).
pub(super) fn check_bytes(bytes: u64) -> Result<(), ReachError> {
    if bytes > super::MOST_BYTES {
        return Err(ReachError::TooLarge(bytes.div_ceil(1024 * 1024)));
    }
    Ok(())
}
