//! Lemmas: the minimal joint placements that do not occur in any solution.
//!
//! *Idea.* A set of items cannot have placements outside a layer. Any part of a reachable joint placement is reachable,
//! so a joint placement with an excluded part is also excluded. An excluded joint placement is therefore minimal
//! exactly when none of its parts with one item fewer is excluded; smaller parts need not be checked. The parts with
//! the last item have rows like those of the whole set, so a few word operations decide a whole row. The part without
//! the last item shows which rows can be skipped.
//!
//! *Cost.* A few operations per row and per lemma, and memory for one layer.

use super::MAX_ITEMS;
use super::bits::{Word, for_each_one};
use super::item_sets::{ItemPlacement, ItemSet};
use super::layers::Layers;

/// The number of lemmas with one item, with two, and so on.
pub type LemmaCounts = [u64; MAX_ITEMS];

/// A row of a set at one step: given the placements of the other items, the placements of the last item.
pub(super) struct Row<'a> {
    /// The other items with their placements, in ascending order of items.
    pub(super) conditions: &'a [ItemPlacement],
    /// The last item.
    pub(super) item: usize,
    /// The placements that both directions admit, one bit each.
    pub(super) possible: &'a [Word],
    /// The placements that are excluded for the whole set, but not for any part of it.
    pub(super) excluded: &'a [Word],
}

impl Layers {
    /// Visits the lemmas of all steps in a fixed order: step by step, those with one item first. A lemma is a step and
    /// placements, in ascending order of items, that do not occur together at that step of any solution.
    pub fn visit_lemmas(&self, mut visitor: impl FnMut(usize, &[ItemPlacement])) {
        for step in 0..=self.last_step() {
            self.visit_lemmas_at(step, &mut visitor);
        }
    }

    /// Visits the lemmas of one step; none if the step does not exist.
    pub fn visit_lemmas_at(&self, step: usize, mut visitor: impl FnMut(usize, &[ItemPlacement])) {
        self.visit_rows(step, self.max_set_size(), |row| {
            let mut lemma = [(0, 0); MAX_ITEMS];
            let tail = row.conditions.len();
            lemma[..tail].copy_from_slice(row.conditions);
            for_each_one(row.excluded, |placement| {
                lemma[tail] = (row.item, placement);
                visitor(step, &lemma[..=tail]);
            });
        });
    }

    /// Counts the lemmas of all steps.
    pub fn lemma_counts(&self) -> LemmaCounts {
        let mut counts = [0; MAX_ITEMS];
        for step in 0..=self.last_step() {
            self.visit_rows(step, self.max_set_size(), |row| {
                let excluded = row.excluded.iter().map(|word| u64::from(word.count_ones()));
                counts[row.conditions.len()] += excluded.sum::<u64>();
            });
        }
        counts
    }

    /// Visits the rows of the tracked sets of up to `max_set_size` items at one step, in a fixed order; none if the
    /// step does not exist. Skips rows in which the placements of the other items are excluded.
    pub(super) fn visit_rows(
        &self,
        step: usize,
        max_set_size: usize,
        mut visitor: impl FnMut(&Row<'_>),
    ) {
        let Some((from_start, from_goal)) = self.both_directions(step) else {
            return;
        };
        let tracked = from_start.len().max(from_goal.len());
        let tracked = tracked.min(self.sets.ends[max_set_size.min(self.max_set_size())]);
        // The parts of a set come before the set, and are tracked if it is.
        let mut all_possible: Vec<Vec<Word>> = Vec::with_capacity(tracked);
        for (at, set) in self.sets.all[..tracked].iter().enumerate() {
            all_possible.push(self.possible(step, at));
            self.visit_rows_of(set, &all_possible, &mut visitor);
        }
    }

    /// Visits the rows of a set, given the possible joint placements of this set and of all sets before it.
    fn visit_rows_of(
        &self,
        set: &ItemSet,
        all_possible: &[Vec<Word>],
        visitor: &mut impl FnMut(&Row<'_>),
    ) {
        let tail = set.items.len() - 1;
        let possible = all_possible.last().map_or(&[][..], Vec::as_slice);
        let used: Vec<Word> = (0..set.width).map(|word| set.used_bits(word)).collect();
        let mut excluded = vec![0; set.width];
        // The rows of the parts with the last item say which placements these parts admit.
        let mut visit = |conditions: &[ItemPlacement], row: usize, parts: &[&[Word]]| {
            let possible = &possible[row * set.width..][..set.width];
            for (word, excluded) in excluded.iter_mut().enumerate() {
                let admitted = parts.iter().fold(used[word], |all, part| all & part[word]);
                *excluded = !possible[word] & admitted;
            }
            visitor(&Row {
                conditions,
                item: set.items[tail],
                possible,
                excluded: &excluded,
            });
        };
        let Some((&without_tail, with_tail)) = set.parts.split_last() else {
            return visit(&[], 0, &[]);
        };
        let part = |part: usize| (&self.sets.all[part], &all_possible[part][..]);
        let (without_tail, admitted) = part(without_tail);
        let with_tail: Vec<_> = with_tail.iter().map(|&it| part(it)).collect();
        let mut conditions: Vec<ItemPlacement> =
            set.items[..tail].iter().map(|&item| (item, 0)).collect();
        let mut rows = [&[][..]; MAX_ITEMS];
        for outer in 0..without_tail.rows {
            let digits = without_tail.strides.iter().zip(&without_tail.sizes);
            for (condition, (stride, size)) in conditions[..tail - 1].iter_mut().zip(digits) {
                condition.1 = outer / stride % size;
            }
            // The last item but one changes fastest: its bits are in a row of the part without the last item.
            let admitted = &admitted[outer * without_tail.width..][..without_tail.width];
            for_each_one(admitted, |last| {
                conditions[tail - 1].1 = last;
                for (left_out, (part, admitted)) in with_tail.iter().enumerate() {
                    let row = part.row_of(&conditions[..left_out], &conditions[left_out + 1..]);
                    rows[left_out] = &admitted[row * set.width..][..set.width];
                }
                visit(
                    &conditions,
                    outer * set.sizes[tail - 1] + last,
                    &rows[..tail],
                );
            });
        }
    }
}
