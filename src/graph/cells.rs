//! An array with four bits for each state, which many threads write.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of bits of a cell.
pub(super) const CELL_BITS: u32 = 4;

/// The mark of a state that has not been reached: all bits set.
pub(super) const UNREACHED: u8 = (1 << CELL_BITS) - 1;

/// The number of cells in a word.
const PER_WORD: usize = (u64::BITS / CELL_BITS) as usize;

/// The lowest bit of every cell of a word.
const LOW_BIT_OF_EACH_CELL: u64 = u64::MAX / UNREACHED as u64;

/// The mark of a state at a given distance: the distance modulo the number of marks.
pub(super) fn mark(distance: usize) -> u8 {
    // Fits: the remainder is smaller than the mark for unreached states.
    (distance % usize::from(UNREACHED)) as u8
}

/// One cell for each index, packed into words.
///
/// All bits of an unreached cell are set, so writing a mark only clears bits. A single atomic `and` does that, and
/// leaves the neighboring cells as they are, even if other threads write them at the same time.
pub(super) struct Cells {
    size: usize,
    words: Vec<AtomicU64>,
}

impl Cells {
    /// An array of unreached cells.
    pub(super) fn new(size: usize) -> Self {
        let words = 0..Self::word_count(size);
        Self {
            size,
            words: words.map(|_| AtomicU64::new(u64::MAX)).collect(),
        }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The position of a cell: its word, and its first bit there.
    #[inline(always)]
    fn position(index: usize) -> (usize, u32) {
        (index / PER_WORD, (index % PER_WORD) as u32 * CELL_BITS)
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> u8 {
        let (word, shift) = Self::position(index);
        (self.words[word].load(Ordering::Relaxed) >> shift) as u8 & UNREACHED
    }

    /// Marks a cell, and returns whether it was unreached: `true` for exactly one of several threads that write the
    /// same mark.
    pub(super) fn mark(&self, index: usize, mark: u8) -> bool {
        let (word, shift) = Self::position(index);
        let cleared = u64::from(UNREACHED ^ mark) << shift;
        let before = self.words[word].fetch_and(!cleared, Ordering::Relaxed);
        (before >> shift) as u8 & UNREACHED == UNREACHED
    }

    pub(super) fn len_in_words(&self) -> usize {
        self.words.len()
    }

    /// Resets a cell to unreached. No other thread may mark the cell at the same time.
    pub(super) fn clear(&self, index: usize) {
        let (word, shift) = Self::position(index);
        self.words[word].fetch_or(u64::from(UNREACHED) << shift, Ordering::Relaxed);
    }

    /// Calls `found` with the indices in a range whose cells have this mark, in ascending order.
    // An iterator takes several times as long.
    #[inline(always)]
    pub(super) fn for_each_with_mark(
        &self,
        range: Range<usize>,
        mark: u8,
        mut found: impl FnMut(usize),
    ) {
        for word in range.start / PER_WORD..range.end.div_ceil(PER_WORD) {
            for index in self.indices_with_mark(word, mark) {
                if range.contains(&index) {
                    found(index);
                }
            }
        }
    }

    /// The indices in one word whose cells have this mark, in ascending order.
    #[inline(always)]
    pub(super) fn indices_with_mark(
        &self,
        word: usize,
        mark: u8,
    ) -> impl Iterator<Item = usize> + use<> {
        // Cells with this mark become zero; then the lowest bit of each cell becomes the OR of its bits.
        let mut differs =
            self.words[word].load(Ordering::Relaxed) ^ (LOW_BIT_OF_EACH_CELL * u64::from(mark));
        differs |= differs >> 1;
        differs |= differs >> 2;
        let mut equal = !differs & LOW_BIT_OF_EACH_CELL;
        let (first, size) = (word * PER_WORD, self.size);
        std::iter::from_fn(move || {
            let at = (equal != 0).then(|| (equal.trailing_zeros() / CELL_BITS) as usize)?;
            equal &= equal - 1;
            // After the last cell, all bits are set.
            Some(first + at).filter(|&index| index < size)
        })
    }

    pub(super) fn to_words(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().map(|word| word.load(Ordering::Relaxed))
    }

    /// Cells from stored words, of which there must be [`Self::word_count`].
    pub(super) fn from_words(size: usize, words: Vec<u64>) -> Self {
        let words = words.into_iter().map(AtomicU64::new).collect();
        Self { size, words }
    }

    /// The number of words for this many cells.
    pub(super) fn word_count(size: usize) -> usize {
        size.div_ceil(PER_WORD)
    }
}
