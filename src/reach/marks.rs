//! Marks of numbers, in little memory.
//!
//! *Idea.* A bit per number, at a place that a hash gives (B. H. Bloom, *Space/time trade-offs in hash coding*, 1970). What was
//! marked is always found; about an eighth of the others is, too.

/// The bits per number.
const BITS: usize = 8;

/// Hashes a number: the highest bits depend on all of its bits.
const HASH_MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Marks of numbers.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    words: Vec<u64>,
    shift: u32,
}

impl Marks {
    /// The maximum count of numbers: their marks take 32 MiB.
    pub(super) const MAX_NUMBERS: usize = (1 << 28) / BITS;

    /// For this many numbers.
    pub(super) fn new(count: usize) -> Self {
        let bits = count.saturating_mul(BITS).next_power_of_two().max(64);
        Self {
            words: vec![0; bits / 64],
            shift: u64::BITS - bits.trailing_zeros(),
        }
    }

    fn place(&self, number: u64) -> (usize, u64) {
        let bit = number.wrapping_mul(HASH_MULTIPLIER) >> self.shift;
        ((bit / 64) as usize, 1 << (bit % 64))
    }

    pub(super) fn add(&mut self, number: u64) {
        let (word, bit) = self.place(number);
        self.words[word] |= bit;
    }

    /// Whether a number is marked, or looks like one that is.
    pub(super) fn may_have(&self, number: u64) -> bool {
        let (word, bit) = self.place(number);
        self.words[word] & bit != 0
    }
}
