//! The machine words that store the bits of layers.

/// Bits of a layer, stored together.
pub(super) type Word = u32;

/// The number of bits of a word.
pub(super) const WORD_BITS: usize = Word::BITS as usize;

/// Calls `visit` with the index of each bit that is 1.
pub(super) fn for_each_one(words: &[Word], mut visit: impl FnMut(usize)) {
    for (at, &word) in words.iter().enumerate() {
        let mut bits = word;
        while bits != 0 {
            visit(at * WORD_BITS + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}
