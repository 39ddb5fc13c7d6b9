//! Bloom filters: compact sets of numbers, whose membership test has false positives.
//!
//! *Idea.* Each number marks two bits, selected by its hash (B. H. Bloom, *Space/time trade-offs in hash coding*,
//! 1970). Both bits are in one word, so that a lookup reads memory once. The test is true for every number in the set,
//! and for at most about a tenth of all other numbers.

/// The minimum number of bits for each number of a set.
const MIN_BITS_PER_NUMBER: usize = 5;

/// The multiplier of the hash. The highest bits of the product depend on all bits of the number.
const HASH_MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number of words of a region, which fits into a cache.
const WORDS_PER_REGION: usize = 1 << 15;

/// The maximum number of numbers waiting to be added to a region.
const MAX_WAITING: usize = 1 << 14;

/// A set of numbers, whose membership test has false positives.
#[derive(Clone, Debug)]
pub(super) struct BloomFilter {
    words: Vec<u64>,
    shift: u32,
}

impl BloomFilter {
    /// The maximum number of numbers in a set. The bits of such a set take 128 MiB.
    pub(super) const MAX_NUMBERS: usize = (1 << 30) / MIN_BITS_PER_NUMBER;

    /// An empty set for about this many numbers.
    pub(super) fn new(count: usize) -> Self {
        let bits = count
            .saturating_mul(MIN_BITS_PER_NUMBER)
            .next_power_of_two()
            .max(128);
        Self {
            words: vec![0; bits / 64],
            shift: u64::BITS - (bits / 64).trailing_zeros(),
        }
    }

    /// The index of the word of a number, and the bits that the number marks in it.
    #[inline]
    fn word_and_bits(&self, number: u64) -> (usize, u64) {
        let hash = number.wrapping_mul(HASH_MULTIPLIER);
        let below = hash << (u64::BITS - self.shift);
        let bits = 1 << (below >> 58) | 1 << (below >> 52 & 63);
        ((hash >> self.shift) as usize, bits)
    }

    pub(super) fn add(&mut self, number: u64) {
        let (word, bits) = self.word_and_bits(number);
        self.words[word] |= bits;
    }

    /// Whether a number is in the set, or other numbers have marked its bits.
    #[inline]
    pub(super) fn may_contain(&self, number: u64) -> bool {
        let (word, bits) = self.word_and_bits(number);
        self.words[word] & bits == bits
    }
}

/// Adds many numbers to a set, region by region, because random access to a large set would take most of the time.
pub(super) struct BatchAdder {
    filter: BloomFilter,
    /// For each region, the numbers waiting to be added.
    waiting: Vec<Vec<u64>>,
}

impl BatchAdder {
    /// An empty set for about this many numbers.
    pub(super) fn new(count: usize) -> Self {
        let filter = BloomFilter::new(count);
        let regions = filter.words.len().div_ceil(WORDS_PER_REGION);
        Self {
            filter,
            waiting: vec![Vec::new(); regions],
        }
    }

    pub(super) fn add(&mut self, number: u64) {
        let region = self.filter.word_and_bits(number).0 / WORDS_PER_REGION;
        let waiting = &mut self.waiting[region];
        waiting.push(number);
        if waiting.len() >= MAX_WAITING {
            let filter = &mut self.filter;
            waiting.drain(..).for_each(|number| filter.add(number));
        }
    }

    /// The set, when all numbers are added.
    pub(super) fn finish(mut self) -> BloomFilter {
        for number in self.waiting.into_iter().flatten() {
            self.filter.add(number);
        }
        self.filter
    }
}
