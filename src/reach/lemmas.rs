//! Lemmas: the minimal joint placements that no solution passes.
//!
//! *Idea.* A set of items cannot have placements outside a layer. Any subset of reachable joint placements is reachable, so
//! everything that contains an excluded tuple is also excluded. A tuple is therefore minimal exactly when none of its parts
//! with one item fewer is excluded; smaller parts need not be checked. The parts with the last item have rows like the
//! tuple's own, so a few word operations decide a whole row; and the part without the last item says whether the row needs
//! a check at all.
//!
//! *Cost.* A few operations per row and one step per lemma, without additional memory.

use super::MAX_ITEMS;
use super::item_sets::ItemSet;
use super::layers::{ItemPlacement, Layers};
use super::table::Stage;
use super::words::{BITS, Word};

/// The number of lemmas with one item, with two, and so on.
pub type Counts = [u64; MAX_ITEMS];

impl Layers {
    /// Visits the lemmas of all steps, step by step, those with one item first, in a fixed order. Each is a step and the
    /// placements, in ascending order of items, that no solution has there together.
    pub fn visit(&self, mut visitor: impl FnMut(usize, &[ItemPlacement])) {
        for step in 0..=self.last_step() {
            self.visit_step(step, &mut visitor);
        }
    }

    /// Visits the lemmas of one step; none if the step does not exist.
    pub fn visit_step(&self, step: usize, mut visitor: impl FnMut(usize, &[ItemPlacement])) {
        self.scan_step(step, |set, placements, from, mut bits| {
            let mut tuple = [(0, 0); MAX_ITEMS];
            let tail = placements.len();
            for (at, &placement) in placements.iter().enumerate() {
                tuple[at] = (set.items[at], placement);
            }
            while bits != 0 {
                tuple[tail] = (set.items[tail], from + bits.trailing_zeros() as usize);
                visitor(step, &tuple[..=tail]);
                bits &= bits - 1;
            }
        });
    }

    /// Counts the lemmas of all steps.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = [0; MAX_ITEMS];
        for step in 0..=self.last_step() {
            self.scan_step(step, |_, placements, _, bits| {
                counts[placements.len()] += u64::from(bits.count_ones());
            });
        }
        counts
    }

    /// Finds the lemmas of one step, a word at a time: the set, the placements of all items but the last, and bits for the
    /// placements of the last one, with the offset of the first bit.
    fn scan_step(&self, step: usize, mut found: impl FnMut(&ItemSet, &[usize], usize, Word)) {
        let left = self.last_step().checked_sub(step);
        let Some((ahead, behind)) = left.and_then(|left| {
            let ahead = self.ahead.get(step)?;
            Some((ahead, self.behind.get(left)?))
        }) else {
            return;
        };
        self.rows(
            (ahead, behind),
            self.most,
            |rows, row, placements, parts| {
                rows.scan_row(row, parts, &mut |from, bits| {
                    found(rows.set, placements, from, bits);
                });
            },
        );
    }

    /// Visits all rows of the tracked sets of up to `most` items at a step whose first items are admitted: the row's index,
    /// the placements, and the rows of the parts with the last item.
    pub(super) fn rows(
        &self,
        (ahead, behind): (&Stage, &Stage),
        most: usize,
        mut visitor: impl FnMut(&Rows<'_>, usize, &[usize], &[&[Word]]),
    ) {
        // The largest sets are not part of others. A part is tracked if the whole is.
        let most = most.min(self.most);
        let followed = ahead.len().max(behind.len()).min(self.sets.ends[most]);
        let parts = self.sets.ends[most.saturating_sub(1)].min(followed);
        let rows = |at: usize| Rows {
            set: &self.sets.all[at],
            ahead: ahead.get(at).map(|layer| &layer[..]),
            behind: behind.get(at).map(|layer| &layer[..]),
        };
        let admitted: Vec<Vec<Word>> = (0..parts).map(|at| rows(at).admitted()).collect();
        for at in 0..followed {
            let rows = rows(at);
            if rows.set.items.len() == 1 {
                visitor(&rows, 0, &[], &[]);
                continue;
            }
            let parts: Vec<Part<'_>> = rows
                .set
                .without
                .iter()
                .map(|&part| Part {
                    set: &self.sets.all[part],
                    admitted: &admitted[part],
                })
                .collect();
            rows.visit(&parts, &mut visitor);
        }
    }
}

/// A set without one of its items.
struct Part<'a> {
    set: &'a ItemSet,
    admitted: &'a [Word],
}

/// The rows of a set at one step. A side that does not track the set at this step excludes nothing.
pub(super) struct Rows<'a> {
    pub(super) set: &'a ItemSet,
    ahead: Option<&'a [Word]>,
    behind: Option<&'a [Word]>,
}

impl Rows<'_> {
    /// The words of both sides.
    fn words_of_both_sides(&self, at: usize) -> (Word, Word) {
        let word = |layer: Option<&[Word]>| layer.map_or(Word::MAX, |layer| layer[at]);
        (word(self.ahead), word(self.behind))
    }

    /// The bits of a word of a row that both sides admit.
    pub(super) fn possible(&self, row: usize, word: usize) -> Word {
        let (ahead, behind) = self.words_of_both_sides(row * self.set.width + word);
        ahead & behind & self.set.used_bits(word)
    }

    /// The bits that larger lemmas may contain.
    fn admitted(&self) -> Vec<Word> {
        let word = |at| {
            let (ahead, behind) = self.words_of_both_sides(at);
            ahead & behind & self.set.used_bits(at % self.set.width)
        };
        (0..self.set.words()).map(word).collect()
    }

    /// Visits the rows of a set of two or more items, given the set without its first item, without its second one, and so
    /// on.
    fn visit(
        &self,
        parts: &[Part<'_>],
        visitor: &mut impl FnMut(&Self, usize, &[usize], &[&[Word]]),
    ) {
        let set = self.set;
        let tail = set.items.len() - 1;
        let (with_tail, without_tail) = (&parts[..tail], &parts[tail]);
        let width = without_tail.set.width;
        // The last item but one changes fastest: its bits are in a row of the part without the last item.
        let mut placements = [0; MAX_ITEMS];
        let mut rows = [&[][..]; MAX_ITEMS];
        for outer in 0..without_tail.set.rows {
            let inner = &without_tail.admitted[outer * width..][..width];
            if inner.iter().all(|&word| word == 0) {
                continue;
            }
            let first = outer * set.sizes[tail - 1];
            let radix = set.strides.iter().zip(&set.sizes).take(tail - 1);
            for (placement, (stride, size)) in placements.iter_mut().zip(radix) {
                *placement = first / stride % size;
            }
            for (from, &word) in (0..).step_by(BITS).zip(inner) {
                let mut bits = word;
                while bits != 0 {
                    placements[tail - 1] = from + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    for (left_out, part) in with_tail.iter().enumerate() {
                        rows[left_out] = part.row(left_out, &placements[..tail]);
                    }
                    let row = first + placements[tail - 1];
                    visitor(self, row, &placements[..tail], &rows[..tail]);
                }
            }
        }
    }

    /// Finds the lemmas of one row that the rows of all parts admit.
    fn scan_row(&self, row: usize, parts: &[&[Word]], found: &mut impl FnMut(usize, Word)) {
        for word in 0..self.set.width {
            let (ahead, behind) = self.words_of_both_sides(row * self.set.width + word);
            let admitted = parts.iter().fold(Word::MAX, |all, part| all & part[word]);
            let bits = !(ahead & behind) & admitted & self.set.used_bits(word);
            if bits != 0 {
                found(word * BITS, bits);
            }
        }
    }
}

impl<'a> Part<'a> {
    /// The row for these placements of all items but the last, including that of the item that this part leaves out.
    fn row(&self, left_out: usize, placements: &[usize]) -> &'a [Word] {
        let others = placements.iter().enumerate();
        let others = others.filter(|&(at, _)| at != left_out);
        let strides = self.set.strides.iter();
        let row: usize = others.zip(strides).map(|((_, p), stride)| p * stride).sum();
        &self.admitted[row * self.set.width..][..self.set.width]
    }
}
