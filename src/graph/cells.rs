//! A few bits per state, written by many threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The width of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// Four bits, enough for nearly every table.
    Nibble,
    /// Eight bits.
    Byte,
}

impl Width {
    pub(super) const fn bits(self) -> u32 {
        match self {
            Width::Nibble => 4,
            Width::Byte => 8,
        }
    }

    /// The mark of a state that has not been reached: all bits set.
    pub(super) const fn unreached(self) -> u8 {
        (u16::MAX >> (16 - self.bits())) as u8
    }

    /// The mark of a state at a given distance, modulo the number of marks.
    pub(super) fn mark(self, distance: usize) -> u8 {
        // Fits: the remainder is smaller than the mark for unreached states.
        (distance % usize::from(self.unreached())) as u8
    }

    /// The lowest bit of every cell of a word.
    fn ones(self) -> u64 {
        u64::MAX / u64::from(self.unreached())
    }
}

/// One cell for each index, packed into words.
///
/// A cell is written once and only loses set bits. So a single atomic `and` writes it, whatever other threads do to its
/// neighbors.
pub(super) struct Cells {
    width: Width,
    size: usize,
    words: Vec<AtomicU64>,
}

impl Cells {
    /// All cells unreached.
    pub(super) fn new(size: usize, width: Width) -> Self {
        let words = Self::word_count(size, width);
        Self {
            width,
            size,
            words: (0..words).map(|_| AtomicU64::new(u64::MAX)).collect(),
        }
    }

    pub(super) fn width(&self) -> Width {
        self.width
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The position of a cell: its word, and its first bit there.
    #[inline]
    fn position(&self, index: usize) -> (usize, u32) {
        let bit = index as u64 * u64::from(self.width.bits());
        ((bit / 64) as usize, (bit % 64) as u32)
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> u8 {
        let (word, shift) = self.position(index);
        (self.words[word].load(Ordering::Relaxed) >> shift) as u8 & self.width.unreached()
    }

    /// Like [`Self::get`], but faster, for cells that are known to have four bits.
    #[inline(always)]
    pub(super) fn get_nibble(&self, index: usize) -> u8 {
        debug_assert_eq!(self.width, Width::Nibble);
        (self.words[index / 16].load(Ordering::Relaxed) >> (index % 16 * 4)) as u8 & 0xf
    }

    /// Marks a cell, and returns whether it was unreached: `true` for exactly one of several threads that write the
    /// same mark.
    pub(super) fn mark(&self, index: usize, mark: u8) -> bool {
        let (word, shift) = self.position(index);
        let unreached = self.width.unreached();
        let cleared = u64::from(unreached ^ mark) << shift;
        let before = self.words[word].fetch_and(!cleared, Ordering::Relaxed);
        (before >> shift) as u8 & unreached == unreached
    }

    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Marks a cell as unreached, while no other thread marks it.
    pub(super) fn clear(&self, index: usize) {
        let (word, shift) = self.position(index);
        let unreached = u64::from(self.width.unreached()) << shift;
        self.words[word].fetch_or(unreached, Ordering::Relaxed);
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
        let per_word = 64 / self.width.bits() as usize;
        for word in range.start / per_word..range.end.div_ceil(per_word) {
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
        let ones = self.width.ones();
        let bits = self.width.bits();
        // Cells with this mark become zero; then the lowest bit of each cell becomes the OR of its bits.
        let mut differs = self.words[word].load(Ordering::Relaxed) ^ (ones * u64::from(mark));
        let mut shift = 1;
        while shift < bits {
            differs |= differs >> shift;
            shift *= 2;
        }
        let mut equal = !differs & ones;
        let first = word * (64 / bits as usize);
        let size = self.size;
        std::iter::from_fn(move || {
            let at = (equal != 0).then(|| (equal.trailing_zeros() / bits) as usize)?;
            equal &= equal - 1;
            // After the last cell, all bits are set.
            Some(first + at).filter(|&index| index < size)
        })
    }

    /// All words, for storage.
    pub(super) fn to_words(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().map(|word| word.load(Ordering::Relaxed))
    }

    /// Cells from stored words, of which there must be [`Self::word_count`].
    pub(super) fn from_words(size: usize, width: Width, words: Vec<u64>) -> Self {
        Self {
            width,
            size,
            words: words.into_iter().map(AtomicU64::new).collect(),
        }
    }

    /// The number of words for this many cells.
    pub(super) fn word_count(size: usize, width: Width) -> usize {
        size.div_ceil(64 / width.bits() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_cell_is_found() {
        for width in [Width::Nibble, Width::Byte] {
            let cells = Cells::new(100, width);
            let deepest = usize::from(width.unreached()) - 1;
            for index in (0..100).step_by(3) {
                assert_eq!(cells.get(index), width.unreached());
                assert!(cells.mark(index, width.mark(index % (deepest + 1))));
                assert!(!cells.mark(index, width.mark(index % (deepest + 1))));
            }
            cells.mark(50, 1);
            cells.clear(50);
            for index in 0..100 {
                let mark = match index % 3 {
                    0 => width.mark(index),
                    _ => width.unreached(),
                };
                assert_eq!(cells.get(index), mark, "{index}");
            }
            for mark in 0..=width.unreached() {
                for range in [0..100, 17..80, 33..34, 40..40] {
                    let mut found = Vec::new();
                    cells.for_each_with_mark(range.clone(), mark, |index| found.push(index));
                    let expected = range.filter(|&index| cells.get(index) == mark);
                    assert_eq!(found, expected.collect::<Vec<_>>(), "{mark}");
                }
            }
        }
    }

    #[test]
    fn marks_come_round_again() {
        let marks: Vec<u8> = (13..17)
            .map(|distance| Width::Nibble.mark(distance))
            .collect();
        assert_eq!(marks, [13, 14, 0, 1]);
        assert_eq!(Width::Byte.mark(255), 0);
    }
}
