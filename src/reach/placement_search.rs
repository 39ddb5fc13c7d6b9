//! Layers: the joint placements that a set of items can reach in exactly N steps.
//!
//! *Idea.* The next layer, L(n+1) = step(L(n)), consists of the images of L(n) under all turns and, with idle slots, of
//! the part of L(n) at the goal. Step maps unions to unions. So if L(n) contains an earlier layer L(s), then L(n+1) =
//! L(s+1) ∪ step(L(n) ∖ L(s)), and only the difference must be processed. If inverse turns are allowed, L(n) contains
//! L(n−2); if turns can be split in two, it contains L(n−1), from n = 2 on. Otherwise all of L(n) is processed.
//!
//! *Cost.* Nearly every joint placement is processed once instead of once per layer. If the difference is empty, the
//! next layer is L(s+1), which takes no time and no memory.

use std::sync::Arc;

use super::Items;
use super::bits::{WORD_BITS, Word, for_each_one};
use super::item_sets::ItemSet;
use super::items::Direction;

/// The joint placements of a set of items in one layer, one bit each.
pub(super) type PlacementLayer = Arc<Vec<Word>>;

/// A search from the joint placements that consist of `initial` placements.
pub(super) struct PlacementSearch<'a> {
    /// The items.
    pub(super) items: &'a Items,
    /// Whether to apply the turns or their inverses.
    pub(super) direction: Direction,
    /// The initial placements of each item; two items in one place are excluded.
    pub(super) initial: &'a [Vec<usize>],
    /// Whether the items may stay at the goal.
    pub(super) idle: bool,
}

impl PlacementSearch<'_> {
    /// The layer after the last of `layers`; the first if `layers` is empty.
    pub(super) fn next_layer(&self, set: &ItemSet, layers: &[&PlacementLayer]) -> PlacementLayer {
        let Some((&last, earlier)) = layers.split_last() else {
            let mut first = vec![0; set.word_count()];
            let mut add = |word: usize, bit| first[word] |= bit;
            self.visit_placements(set, self.initial, 0, &mut Vec::new(), &mut add);
            return Arc::new(first);
        };
        // Each earlier layer is paired with its successor.
        let known = earlier.iter().zip(&layers[1..]).rev().take(2);
        let mut known = known.map(|(&old, &next)| (old, next));
        let Some((old, next)) = known.find(|(old, _)| contains(last, old)) else {
            let mut words = vec![0; set.word_count()];
            self.step(set, last, last, &mut words);
            return Arc::new(words);
        };
        if Arc::ptr_eq(old, last) || old == last {
            return next.clone();
        }
        let mut words = next.to_vec();
        let new: Vec<Word> = last.iter().zip(&**old).map(|(l, o)| l & !o).collect();
        self.step(set, last, &new, &mut words);
        if words == **next {
            return next.clone();
        }
        Arc::new(words)
    }

    /// Visits the joint placements of a set, each as a word and a bit, in which every item has one of its `placements`
    /// and no two are in one place. The first items are in the places `taken`; `row` is their part of the index of a
    /// row.
    fn visit_placements(
        &self,
        set: &ItemSet,
        placements: &[Vec<usize>],
        row: usize,
        taken: &mut Vec<usize>,
        visit: &mut impl FnMut(usize, Word),
    ) {
        let at = taken.len();
        let item = set.items[at];
        for &placement in &placements[item] {
            let place = self.items.place(item, placement);
            if taken.contains(&place) {
                continue;
            }
            if at + 1 == set.items.len() {
                let (word, bit) = set.bit_of_row(row, placement);
                visit(word, bit);
            } else {
                taken.push(place);
                let row = row + placement * set.strides[at];
                self.visit_placements(set, placements, row, taken, visit);
                taken.pop();
            }
        }
    }

    /// Adds to `to` the images, under one step, of the joint placements `new` of the layer `last`.
    fn step(&self, set: &ItemSet, last: &[Word], new: &[Word], to: &mut [Word]) {
        if self.idle {
            let mut add = |word: usize, bit| to[word] |= last[word] & bit;
            self.visit_placements(set, self.items.goal(), 0, &mut Vec::new(), &mut add);
        }
        let tail = set.items.len() - 1;
        let table = |&item: &usize| &self.items.table(item, self.direction).images[..];
        let tables: Vec<&[u32]> = set.items.iter().map(table).collect();
        let row_action = &self.items.table(set.items[tail], self.direction).rows;
        let turns = self.items.turns().len();
        // The images under each turn of all items but the last two, which many rows share.
        let (head, inner) = set.items[..tail].split_at(tail.saturating_sub(1));
        let size = inner.first().map_or(1, |_| set.sizes[head.len()]);
        let mut moved_head = vec![0; turns];
        let mut known = None;
        for row in 0..set.rows {
            let words = &new[row * set.width..][..set.width];
            if words.iter().all(|&word| word == 0) {
                continue;
            }
            if known != Some(row / size) {
                known = Some(row / size);
                for (turn, target) in moved_head.iter_mut().enumerate() {
                    *target = (0..head.len())
                        .map(|at| {
                            let placement = row / set.strides[at] % set.sizes[at];
                            let moved = tables[at][turn * set.sizes[at] + placement];
                            moved as usize * set.strides[at]
                        })
                        .sum();
                }
            }
            for (turn, target) in moved_head.iter().enumerate() {
                let inner = inner.first().map_or(0, |_| {
                    tables[head.len()][turn * size + row % size] as usize * set.strides[head.len()]
                });
                let target = target + inner;
                if let Some(row_action) = row_action {
                    to[target] |= row_action.turned(turn, words[0]);
                    continue;
                }
                let moved = &tables[tail][turn * set.sizes[tail]..];
                let target = &mut to[target * set.width..][..set.width];
                for_each_one(words, |placement| {
                    let image = moved[placement] as usize;
                    target[image / WORD_BITS] |= 1 << (image % WORD_BITS);
                });
            }
        }
    }
}

/// Whether `inner` is a subset of `outer`.
fn contains(outer: &PlacementLayer, inner: &PlacementLayer) -> bool {
    outer.iter().zip(inner.iter()).all(|(o, i)| i & !o == 0)
}
