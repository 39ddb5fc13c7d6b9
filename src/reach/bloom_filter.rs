//! Sets of numbers in little memory, which may seem to contain others, too (Bloom filters).
//!
//! *Idea.* Each number marks one bit, selected by its hash (B. H. Bloom, *Space/time trade-offs in hash coding*, 1970).
//! Numbers in the set are always found; so is about an eighth of all other numbers.

/// The minimum number of bits per number.
const BITS_PER_NUMBER: usize = 8;

/// The multiplier of the hash, whose highest bits depend on all bits of the number.
const HASH_MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// A set of numbers that may seem to contain others, too.
#[derive(Clone, Debug)]
pub(super) struct BloomFilter {
    words: Vec<u64>,
    shift: u32,
}

impl BloomFilter {
    /// The maximum count of numbers: their marks take 32 MiB.
    pub(super) const MAX_NUMBERS: usize = (1 << 28) / BITS_PER_NUMBER;

    /// An empty set for up to this many numbers.
    pub(super) fn new(count: usize) -> Self {
        let bits = count
            .saturating_mul(BITS_PER_NUMBER)
            .next_power_of_two()
            .max(64);
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

    /// Whether a number is in the set, or shares its bit with one that is.
    pub(super) fn may_have(&self, number: u64) -> bool {
        let (word, bit) = self.place(number);
        self.words[word] & bit != 0
    }
}
