//! Sets of items, and how their joint placements are laid out in memory.
//!
//! *Idea.* The placements of all items of a set but the last are the number of a
//! *row*, in mixed radix; the placements of the last one are the bits of the
//! row. So whole rows can be compared and combined at once, and the row of a set
//! without one of its first items has the same bits.
//!
//! *Cost.* A bit for each joint placement, rows filled up to 32 bits. On the
//! pocket cube with a held corner a row is one word of 21 bits; four pieces have
//! 9,261 rows, 37 kB.

use super::words::{BITS, Word, check_bytes};
use super::{Items, MOST_ITEMS, ReachError};

/// A set of one to [`MOST_ITEMS`] items.
#[derive(Debug)]
pub(super) struct Set {
    /// The items, in increasing order.
    pub(super) items: Vec<usize>,
    /// The placements of each item.
    pub(super) sizes: Vec<usize>,
    /// What the placement of each item counts in the number of a row. The last
    /// item's is zero.
    pub(super) strides: Vec<usize>,
    /// How many rows.
    pub(super) rows: usize,
    /// Words of a row.
    pub(super) width: usize,
    /// The set without its first item, without its second one, and so on;
    /// nothing for a single item.
    pub(super) without: Vec<usize>,
}

impl Set {
    fn new(items: &Items, members: &[usize]) -> Self {
        let sizes: Vec<usize> = members.iter().map(|&item| items.size(item)).collect();
        let mut strides = vec![0; sizes.len()];
        let mut rows = 1;
        for at in (0..sizes.len() - 1).rev() {
            strides[at] = rows;
            rows *= sizes[at];
        }
        Self {
            items: members.to_vec(),
            strides,
            rows,
            width: sizes[sizes.len() - 1].div_ceil(BITS),
            sizes,
            without: Vec::new(),
        }
    }

    /// How many joint placements there are, those that cannot be included.
    pub(super) fn joint(&self) -> u64 {
        self.sizes.iter().map(|&size| size as u64).product()
    }

    /// How many words the joint placements take.
    pub(super) fn words(&self) -> usize {
        self.rows * self.width
    }

    /// The word and the bit of a joint placement, given for each item of the
    /// puzzle.
    pub(super) fn place(&self, placements: impl Fn(usize) -> usize) -> (usize, Word) {
        let row: usize = self
            .items
            .iter()
            .zip(&self.strides)
            .map(|(&item, stride)| placements(item) * stride)
            .sum();
        let last = placements(self.items[self.items.len() - 1]);
        (row * self.width + last / BITS, 1 << (last % BITS))
    }

    /// The bits of a word of a row that stand for placements.
    pub(super) fn used(&self, word: usize) -> Word {
        let last = self.sizes[self.sizes.len() - 1] - word * BITS;
        if last >= BITS {
            Word::MAX
        } else {
            (1 << last) - 1
        }
    }
}

/// All sets of up to so many items: first the single items, then the pairs,
/// and so on, each in lexicographic order.
#[derive(Debug)]
pub(super) struct Sets {
    /// The sets.
    pub(super) all: Vec<Set>,
    /// `ends[k]`: how many sets have at most k items.
    pub(super) ends: Vec<usize>,
}

impl Sets {
    /// All sets of up to `most` items.
    ///
    /// # Errors
    /// [`ReachError`] if that is not 1 to [`MOST_ITEMS`], or if a single layer
    /// would take too much memory.
    pub(super) fn new(items: &Items, most: usize) -> Result<Self, ReachError> {
        if !(1..=MOST_ITEMS).contains(&most) {
            return Err(ReachError::Size(most));
        }
        check_bytes(items.layer_bytes(most))?;
        let mut all: Vec<Set> = Vec::new();
        let mut ends = vec![0];
        for size in 1..=most {
            let start = all.len();
            for members in combinations(items.len(), size) {
                all.push(Set::new(items, &members));
            }
            ends.push(all.len());
            if size > 1 {
                link(&mut all, ends[size - 2], start);
            }
        }
        Ok(Self { all, ends })
    }

    /// The position of a set of so many items, given in increasing order.
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

/// Finds for each set from `start` on the sets without one item, which stand
/// between `smaller` and `start` in lexicographic order.
fn link(all: &mut [Set], smaller: usize, start: usize) {
    let (before, sets) = all.split_at_mut(start);
    for set in sets {
        let members = &set.items;
        set.without = (0..members.len())
            .map(|left_out| {
                let rest = || (0..members.len()).filter(|&at| at != left_out);
                let rest = || rest().map(|at| members[at]);
                let smaller_sets = &before[smaller..];
                smaller + smaller_sets.partition_point(|set| set.items.iter().copied().lt(rest()))
            })
            .collect();
    }
}

/// The sets of `size` of the numbers below `count`, in lexicographic order.
fn combinations(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    itertools::Itertools::combinations(0..count, size)
}
