//! Sets of items, and the memory layout of their joint placements.
//!
//! *Idea.* The placements of all items of a set but the last form the index of a *row*, in mixed radix; the placements
//! of the last item are the bits of the row. So whole rows can be compared and combined at once, and the bits keep
//! their meaning when an item other than the last is removed.
//!
//! *Cost.* One bit per joint placement, with rows padded to multiples of 32 bits. On the pocket cube with a held corner
//! a row is one word with 21 bits used; four pieces have 9,261 rows, 37 kB.

use itertools::Itertools;

use super::bits::{WORD_BITS, Word};
use super::error::check_bytes;
use super::{Items, MAX_ITEMS, ReachError};

/// An item and its placement, both as indices in [`Items`].
pub type ItemPlacement = (usize, usize);

/// A set of one to [`MAX_ITEMS`] items.
#[derive(Debug)]
pub(super) struct ItemSet {
    /// The items, in ascending order.
    pub(super) items: Vec<usize>,
    /// The number of placements of each item.
    pub(super) sizes: Vec<usize>,
    /// The place value of each item's placement in the index of a row. The last item's is zero.
    pub(super) strides: Vec<usize>,
    /// The number of rows.
    pub(super) rows: usize,
    /// The number of words of a row.
    pub(super) width: usize,
    /// The indices in [`ItemSets`] of the sets without one item, in the order of the items; empty for a single item.
    pub(super) parts: Vec<usize>,
}

impl ItemSet {
    fn new(items: &Items, members: Vec<usize>) -> Self {
        let sizes: Vec<usize> = members.iter().map(|&item| items.size(item)).collect();
        let mut strides = vec![0; sizes.len()];
        let mut rows = 1;
        for at in (0..sizes.len() - 1).rev() {
            strides[at] = rows;
            rows *= sizes[at];
        }
        Self {
            items: members,
            strides,
            rows,
            width: sizes[sizes.len() - 1].div_ceil(WORD_BITS),
            sizes,
            parts: Vec::new(),
        }
    }

    /// The number of joint placements, including those with two items in one place.
    pub(super) fn joint_placements(&self) -> u64 {
        self.sizes.iter().map(|&size| size as u64).product()
    }

    /// The number of words for the joint placements.
    pub(super) fn word_count(&self) -> usize {
        self.rows * self.width
    }

    /// The index of the row of the placements `first`, then `others`. The last item's placement may be left out.
    #[inline]
    pub(super) fn row_of(&self, first: &[ItemPlacement], others: &[ItemPlacement]) -> usize {
        let (first_strides, other_strides) = self.strides.split_at(first.len());
        let sum = |placements: &[ItemPlacement], strides: &[usize]| -> usize {
            let pairs = placements.iter().zip(strides);
            pairs
                .map(|((_, placement), stride)| placement * stride)
                .sum()
        };
        sum(first, first_strides) + sum(others, other_strides)
    }

    /// The index of the word, and the bit in it, of a joint placement.
    pub(super) fn bit_of(&self, placements: &[ItemPlacement]) -> (usize, Word) {
        let (_, last) = placements[placements.len() - 1];
        self.bit_of_row(self.row_of(placements, &[]), last)
    }

    /// The index of the word, and the bit in it, of a placement of the last item in a row.
    pub(super) fn bit_of_row(&self, row: usize, last: usize) -> (usize, Word) {
        (row * self.width + last / WORD_BITS, 1 << (last % WORD_BITS))
    }

    /// The bits of a word of a row that represent placements.
    pub(super) fn used_bits(&self, word: usize) -> Word {
        let last = self.sizes[self.sizes.len() - 1] - word * WORD_BITS;
        if last >= WORD_BITS {
            Word::MAX
        } else {
            (1 << last) - 1
        }
    }
}

/// All sets of up to some number of items: first the single items, then the pairs, and so on, each in lexicographic
/// order.
#[derive(Debug)]
pub(super) struct ItemSets {
    /// The sets.
    pub(super) all: Vec<ItemSet>,
    /// `ends[k]`: the number of sets with at most k items.
    pub(super) ends: Vec<usize>,
}

impl ItemSets {
    /// All sets of up to `max_set_size` items.
    pub(super) fn new(items: &Items, max_set_size: usize) -> Result<Self, ReachError> {
        assert!((1..=MAX_ITEMS).contains(&max_set_size));
        check_bytes(items.layer_bytes(max_set_size))?;
        let mut sets = Self {
            all: Vec::new(),
            ends: vec![0],
        };
        for size in 1..=max_set_size {
            let of_size: Vec<ItemSet> = (0..items.len())
                .combinations(size)
                .map(|members| {
                    let mut set = ItemSet::new(items, members);
                    if size > 1 {
                        set.parts = sets.parts(&set.items);
                    }
                    set
                })
                .collect();
            sets.all.extend(of_size);
            sets.ends.push(sets.all.len());
        }
        Ok(sets)
    }

    /// The maximum number of items of a set.
    pub(super) fn max_size(&self) -> usize {
        self.ends.len() - 1
    }

    /// The indices of the sets without one of these items, in the order of the items.
    fn parts(&self, items: &[usize]) -> Vec<usize> {
        let without = |left_out: usize| {
            let others = items[..left_out].iter().chain(&items[left_out + 1..]);
            self.find(items.len() - 1, others.copied())
                .expect("all smaller sets are there")
        };
        (0..items.len()).map(without).collect()
    }

    /// The index of the set of these `size` items, given in ascending order; `None` if it is not among the sets.
    pub(super) fn find(
        &self,
        size: usize,
        items: impl Iterator<Item = usize> + Clone,
    ) -> Option<usize> {
        let start = *self.ends.get(size.checked_sub(1)?)?;
        let of_size = &self.all[start..*self.ends.get(size)?];
        let at = of_size.partition_point(|set| set.items.iter().copied().lt(items.clone()));
        let found = of_size.get(at)?;
        found.items.iter().copied().eq(items).then_some(start + at)
    }
}
