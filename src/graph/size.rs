//! Estimates the size of a graph before anything is allocated.

use std::fmt;

use unit_prefix::NumberPrefix;

use crate::text::with_thousands_separators;

/// The default memory limit of a table, in bytes: enough for two billion states.
pub const MAX_BYTES: u64 = 1 << 30;

/// Bytes of the tables of [`DigitActions`](super::digit_actions::DigitActions) for each value of a digit and each turn.
const TABLE_ENTRY_BYTES: u128 = 8;

/// Digits with more entries than this get no move table.
pub(super) const MAX_ENTRIES: usize = 1 << 25;

/// The maximum number of states in a table, regardless of memory: indices are stored in four bytes.
pub const MAX_INDICES: u32 = u32::MAX;

/// The number of indices for some turns, and the size of their table. `None` stands for numbers above 10³⁸.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of indices: at least the number of reachable states.
    pub indices: Option<u128>,
    /// Bytes of the table, including those needed to build it.
    pub bytes: Option<u128>,
}

impl Size {
    /// The size from each kind's counts of arrangements and twists, with `bits` per state.
    pub(super) fn new(
        kinds: impl Iterator<Item = Option<[u128; 2]>>,
        turns: usize,
        bits: u32,
    ) -> Self {
        let digits: Option<Vec<[u128; 2]>> = kinds.collect();
        let digits = digits.map(|digits| digits.concat());
        let product = |digits: &[u128]| {
            digits
                .iter()
                .try_fold(1, |all: u128, &n| all.checked_mul(n))
        };
        let indices = digits.as_deref().and_then(product);
        let turns = turns as u128;
        let is_listed = |&values: &u128| values.saturating_mul(turns) <= MAX_ENTRIES as u128;
        let bytes = indices.zip(digits).and_then(|(indices, digits)| {
            let mut listed = digits.into_iter().filter(is_listed);
            let values = listed.try_fold(0, u128::checked_add)?;
            let table_bytes = values.checked_mul(TABLE_ENTRY_BYTES * turns)?;
            table_bytes.checked_add(indices.checked_mul(bits.into())?.div_ceil(8))
        });
        Self { indices, bytes }
    }

    /// The number of indices, if their table takes at most `most` bytes.
    pub(super) fn fits(&self, most: u64) -> Option<usize> {
        self.bytes.filter(|&bytes| bytes <= most.into())?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_readable_numbers() {
        let pocket = Size::new([Some([5040, 729])].into_iter(), 9, 4);
        assert_eq!(
            pocket.to_string(),
            "up to 3,674,160 states, a table of 2.15 MiB"
        );
        assert_eq!(pocket.fits(1 << 30), Some(3_674_160));
        assert_eq!(pocket.fits(1 << 20), None);
        let bytes = pocket.bytes.unwrap() as u64;
        assert_eq!(pocket.fits(bytes), Some(3_674_160));
        assert_eq!(pocket.fits(bytes - 1), None);
        let cube = [Some([40320, 2187]), Some([479_001_600, 2048])];
        let cube = Size::new(cube.into_iter(), 18, 4);
        assert!(
            cube.to_string()
                .starts_with("up to 86,504,006,548,979,712,000 states")
        );
        assert_eq!(cube.fits(u64::MAX), None);
        let huge = Size::new([None].into_iter(), 18, 4).to_string();
        assert_eq!(
            huge,
            "more than 10^38 states, more bytes than a computer can address"
        );
    }
    #[test]
    fn a_cell_of_eight_bits_takes_twice_as_much_as_one_of_four() {
        let bytes = |bits| Size::new([Some([5040, 729])].into_iter(), 2, bits).bytes;
        let [half, whole] = [bytes(4), bytes(8)].map(Option::unwrap);
        assert_eq!(whole - half, 3_674_160 / 2);
    }
}
