//! Lemmas: the minimal joint placements that do not occur in any solution.
//!
//! *Idea.* A set of items cannot have placements outside a layer. Any part of a reachable tuple is reachable, so every
//! tuple that contains an excluded one is also excluded. A tuple is therefore minimal exactly when none of its parts
//! with one item fewer is excluded; smaller parts need not be checked. The parts with the last item have rows like the
//! tuple's own, so a few word operations decide a whole row; and the part without the last item says whether the row
//! needs a check at all.
//!
//! *Cost.* A few operations per row and one step per lemma, and a bit for each joint placement of the smaller sets.

use super::MAX_ITEMS;
use super::error::{BITS, Word};
use super::item_sets::ItemSet;
use super::layers::{ItemPlacement, Layers};

/// The number of lemmas with one item, with two, and so on.
pub type Counts = [u64; MAX_ITEMS];

impl Layers {
    /// Visits the lemmas of all steps, step by step, those with one item first, in a fixed order. Each is a step and
    /// the placements, in ascending order of items, that do not occur together at that step of any solution.
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
    pub fn counts(&self) -> Counts {
        let mut counts = [0; MAX_ITEMS];
        for step in 0..=self.last_step() {
            self.scan_step(step, |_, placements, _, bits| {
                counts[placements.len()] += u64::from(bits.count_ones());
            });
        }
        counts
    }

    /// Finds the lemmas of one step, a word at a time. `found` gets the set, the placements of all items but the last,
    /// and the placements of the last one: the offset of the first bit, and the bits.
    fn scan_step(&self, step: usize, mut found: impl FnMut(&ItemSet, &[usize], usize, Word)) {
        self.visit_rows(step, self.max_set_size(), |rows, row, placements, parts| {
            for word in 0..rows.set.width {
                let bits = rows.excluded(row, word, parts);
                if bits != 0 {
                    found(rows.set, placements, word * BITS, bits);
                }
            }
        });
    }

    /// Visits the rows of the tracked sets of up to `max_set_size` items at one step; none if there is no such step. Skips
    /// rows in which the placements of all items but the last are excluded. The visitor gets the index of the row, these
    /// placements, and the rows of the parts with the last item.
    pub(super) fn visit_rows(
        &self,
        step: usize,
        max_set_size: usize,
        mut visitor: impl FnMut(&Rows<'_>, usize, &[usize], &[&[Word]]),
    ) {
        let Some((from_start, from_goal)) = self.both_sides(step) else {
            return;
        };
        // The largest sets are not part of others. A part is tracked if the whole is.
        let max_set_size = max_set_size.min(self.max_set_size());
        let tracked = from_start
            .len()
            .max(from_goal.len())
            .min(self.sets.ends[max_set_size]);
        let parts = self.sets.ends[max_set_size.saturating_sub(1)].min(tracked);
        let rows = |at: usize| Rows {
            set: &self.sets.all[at],
            from_start: from_start.get(at).map(|layer| &layer[..]),
            from_goal: from_goal.get(at).map(|layer| &layer[..]),
        };
        let admitted: Vec<Vec<Word>> = (0..parts).map(|at| rows(at).all_possible()).collect();
        for at in 0..tracked {
            let rows = rows(at);
            if rows.set.items.len() == 1 {
                visitor(&rows, 0, &[], &[]);
                continue;
            }
            let parts: Vec<Part<'_>> = rows
                .set
                .parts
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
    from_start: Option<&'a [Word]>,
    from_goal: Option<&'a [Word]>,
}

impl Rows<'_> {
    /// The bits of a word of a row that both sides admit.
    pub(super) fn possible(&self, row: usize, word: usize) -> Word {
        let at = row * self.set.width + word;
        let side = |layer: Option<&[Word]>| layer.map_or(Word::MAX, |layer| layer[at]);
        side(self.from_start) & side(self.from_goal) & self.set.used_bits(word)
    }

    /// The bits of a word of a row that are excluded, although the parts with the last item, given by their rows, admit
    /// them.
    pub(super) fn excluded(&self, row: usize, word: usize, parts: &[&[Word]]) -> Word {
        let admitted = parts.iter().fold(Word::MAX, |all, part| all & part[word]);
        !self.possible(row, word) & admitted & self.set.used_bits(word)
    }

    /// The possible bits of all words; only these can be parts of larger lemmas.
    fn all_possible(&self) -> Vec<Word> {
        let words = |row| (0..self.set.width).map(move |word| self.possible(row, word));
        (0..self.set.rows).flat_map(words).collect()
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
}

impl<'a> Part<'a> {
    /// The row for these placements of all items but the last, including that of the item that this part leaves out.
    #[inline]
    fn row(&self, left_out: usize, placements: &[usize]) -> &'a [Word] {
        let others = placements.iter().enumerate();
        let others = others.filter(|&(at, _)| at != left_out);
        let strides = self.set.strides.iter();
        let row: usize = others.zip(strides).map(|((_, p), stride)| p * stride).sum();
        &self.admitted[row * self.set.width..][..self.set.width]
    }
}
