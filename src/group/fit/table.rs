//! The suitable sources of each place: one row of bits per place, one bit per source.

use std::collections::HashMap;

use super::super::chain::Sources;

const WORD_BITS: usize = u64::BITS as usize;

/// For each place, the sources that fit there.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) size: usize,
    words_per_row: usize,
    bits: Vec<u64>,
}

/// A set of points, one bit per point.
pub(super) type Set = Vec<u64>;

impl Table {
    pub(super) fn new(size: usize, fits: impl Fn(usize, usize) -> bool) -> Self {
        let words_per_row = size.div_ceil(WORD_BITS);
        let mut bits = vec![0; size * words_per_row];
        for to in 0..size {
            for from in (0..size).filter(|&from| fits(to, from)) {
                bits[to * words_per_row + from / WORD_BITS] |= 1 << (from % WORD_BITS);
            }
        }
        Self {
            size,
            words_per_row,
            bits,
        }
    }

    pub(super) fn fits(&self, to: usize, from: usize) -> bool {
        self.row(to)[from / WORD_BITS] >> (from % WORD_BITS) & 1 == 1
    }

    /// The sources that fit at a place.
    pub(super) fn row(&self, to: usize) -> &[u64] {
        &self.bits[to * self.words_per_row..(to + 1) * self.words_per_row]
    }

    /// The table restricted to some points after an element of a group: whether the source that the element brings to
    /// point `from` fits at point `to`.
    pub(super) fn table_after(&self, points: &[usize], element: &Sources) -> Self {
        Self::new(points.len(), |to, from| {
            self.fits(points[to], points[element[from] as usize])
        })
    }

    /// The table with places and sources exchanged. An element fits exactly when its inverse fits the exchanged table.
    pub(super) fn transposed(&self) -> Self {
        Self::new(self.size, |to, from| self.fits(from, to))
    }

    /// For each source, the first source with exactly the same suitable places.
    pub(super) fn identical_sources(&self) -> Vec<usize> {
        let transposed = self.transposed();
        let mut first = HashMap::new();
        let first = (0..self.size).map(|from| *first.entry(transposed.row(from)).or_insert(from));
        first.collect()
    }

    pub(super) fn set_of_points(&self, points: &[usize]) -> Set {
        let mut set = vec![0; self.words_per_row];
        for &point in points {
            set[point / WORD_BITS] |= 1 << (point % WORD_BITS);
        }
        set
    }

    /// The number of sources in a set that fit at a place.
    pub(super) fn choice_count(&self, to: usize, sources: &Set) -> u32 {
        let common = self.row(to).iter().zip(sources);
        common.map(|(row, set)| (row & set).count_ones()).sum()
    }

    /// A distinct source for each place; `None` if there is no such matching. Places exchange sources along augmenting
    /// paths (H. W. Kuhn, 1955).
    pub(super) fn matching(&self, places: &[usize], sources: &[usize]) -> Option<Vec<usize>> {
        let mut matching = Matching {
            table: self,
            places,
            owner: vec![usize::MAX; self.size],
            free: self.set_of_points(sources),
        };
        for number in 0..places.len() {
            let mut open = self.set_of_points(sources);
            if !matching.match_place(number, &mut open) {
                return None;
            }
        }
        let mut matched = vec![usize::MAX; places.len()];
        for &source in sources {
            if let Some(matched) = matched.get_mut(matching.owner[source]) {
                *matched = source;
            }
        }
        Some(matched)
    }
}

struct Matching<'a> {
    table: &'a Table,
    places: &'a [usize],
    /// The index of the place that has each source.
    owner: Vec<usize>,
    /// The sources that no place has.
    free: Set,
}

impl Matching<'_> {
    /// Finds a source for a place among the `open` sources, each of which is tried only once.
    fn match_place(&mut self, number: usize, open: &mut Set) -> bool {
        let row = self.table.row(self.places[number]);
        if let Some(source) = first_common(row, &self.free) {
            self.free[source / WORD_BITS] &= !(1 << (source % WORD_BITS));
            self.owner[source] = number;
            return true;
        }
        while let Some(source) = first_common(row, open) {
            open[source / WORD_BITS] &= !(1 << (source % WORD_BITS));
            if self.match_place(self.owner[source], open) {
                self.owner[source] = number;
                return true;
            }
        }
        false
    }
}

/// The first common point of two sets.
fn first_common(a: &[u64], b: &[u64]) -> Option<usize> {
    let mut words = a.iter().zip(b).enumerate();
    words.find_map(|(at, (a, b))| match a & b {
        0 => None,
        both => Some(at * WORD_BITS + both.trailing_zeros() as usize),
    })
}
