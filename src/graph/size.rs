//! Estimates the size of a graph before anything is allocated.

use std::fmt;

use unit_prefix::NumberPrefix;

use super::cells::CELL_BITS;
use crate::text::with_thousands_separators;

/// The default memory limit of a table, in bytes: enough for two billion states.
pub const MAX_BYTES: u64 = 1 << 30;

/// Bytes of the tables of [`DigitActions`](super::digit_actions::DigitActions) for each value of a digit and each turn.
const TABLE_ENTRY_BYTES: u128 = 8;

/// The maximum number of entries of a digit's move table; larger digits get none.
pub(super) const MAX_ENTRIES: usize = 1 << 25;

/// The maximum number of states in a table, regardless of memory: indices are stored in four bytes.
pub const MAX_INDICES: u32 = u32::MAX;

/// The number of indices for some turns, and the size of their table. `None` stands for numbers above 10³⁸.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of indices: at least the number of reachable states.
    pub indices: Option<u128>,
    /// Bytes of the table, including the move tables that are needed to build it.
    pub bytes: Option<u128>,
}

impl Size {
    /// The size, given the number of rows and of twists of each kind, or `None` for a kind with too many.
    pub(super) fn new(kinds: impl Iterator<Item = Option<[u128; 2]>>, turns: usize) -> Self {
        let digits: Option<Vec<[u128; 2]>> = kinds.collect();
        let digits = digits.map(|digits| digits.concat());
        let product = |digits: &[u128]| {
            digits
                .iter()
                .try_fold(1, |all: u128, &n| all.checked_mul(n))
        };
        let indices = digits.as_deref().and_then(product);
        let turns = turns as u128;
        let has_table = |&values: &u128| values.saturating_mul(turns) <= MAX_ENTRIES as u128;
        let bytes = indices.zip(digits).and_then(|(indices, digits)| {
            let mut sizes = digits.into_iter().filter(has_table);
            let values = sizes.try_fold(0, u128::checked_add)?;
            let table_bytes = values.checked_mul(TABLE_ENTRY_BYTES * turns)?;
            table_bytes.checked_add(indices.checked_mul(CELL_BITS.into())?.div_ceil(8))
        });
        Self { indices, bytes }
    }

    /// The number of indices, if their table takes at most `max_bytes` bytes.
    pub(super) fn indices_within(&self, max_bytes: u64) -> Option<usize> {
        self.bytes.filter(|&bytes| bytes <= max_bytes.into())?;
        let indices = self
            .indices
            .filter(|&indices| indices <= MAX_INDICES.into())?;
        usize::try_from(indices).ok()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.indices {
            Some(indices) => write!(f, "up to {} states", with_thousands_separators(indices))?,
            None => write!(f, "more than 10^38 states")?,
        }
        match self.bytes.map(u64::try_from) {
            Some(Ok(bytes)) => match NumberPrefix::binary(bytes as f64) {
                NumberPrefix::Standalone(bytes) => write!(f, ", a table of {bytes} B"),
                NumberPrefix::Prefixed(prefix, number) => {
                    write!(f, ", a table of {number:.2} {prefix}B")
                }
            },
            Some(Err(_)) | None => write!(f, ", more bytes than a computer can address"),
        }
    }
}
