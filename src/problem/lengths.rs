//! Sets of lengths (numbers of turns), such as the refuted lengths or the lengths that are still open.
//!
//! *Idea.* A budget can be a million turns, and the refuted lengths are an interval or, by parity, every second length of
//! an interval. So each length has a *key*, such that all even lengths come before all odd lengths, and a set is a sorted
//! list of intervals of keys. The cost of an operation depends on the number of intervals, not on their sizes.

use std::ops::RangeInclusive;

use itertools::Itertools;

/// A set of lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Disjoint, non-adjacent intervals of keys in ascending order: the first and the last key of each.
    intervals: Vec<(usize, usize)>,
}

/// The first key of an odd length. The key of an even length is half the length.
const ODD: usize = 1 << (usize::BITS - 1);

fn length_of(key: usize) -> usize {
    key % ODD * 2 + key / ODD
}

/// The interval from `first` to `last`; `None` if it is empty.
fn interval(first: usize, last: usize) -> Option<(usize, usize)> {
    (first <= last).then_some((first, last))
}

impl Lengths {
    /// All lengths of an interval.
    pub fn between(lengths: RangeInclusive<usize>) -> Self {
        let (first, last) = lengths.into_inner();
        let even = interval(first.div_ceil(2), last / 2);
        let last_odd = last.checked_sub(1);
        let odd = last_odd.and_then(|last| interval(ODD + first / 2, ODD + last / 2));
        let intervals = even.into_iter().chain(odd).collect();
        Self { intervals }
    }

    /// All lengths below a length.
    pub fn below(length: usize) -> Self {
        let last = length.checked_sub(1);
        last.map_or_else(Self::default, |last| Self::between(0..=last))
    }

    /// One length.
    pub fn only(length: usize) -> Self {
        Self::between(length..=length)
    }

    /// Every second length, from the first of an interval to at most the last.
    pub fn every_second(lengths: RangeInclusive<usize>) -> Self {
        let parity = lengths.start() % 2;
        let mut all = Self::between(lengths);
        all.intervals.retain(|&(first, _)| first / ODD == parity);
        all
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// The number of lengths in the set.
    pub fn count(&self) -> usize {
        let sizes = self.intervals.iter().map(|&(first, last)| last - first + 1);
        sizes.sum()
    }

    /// Whether the set contains this length.
    pub fn contains(&self, length: usize) -> bool {
        !self.intersection(&Self::only(length)).is_empty()
    }

    /// The shortest of the lengths; `None` if the set is empty.
    pub fn first(&self) -> Option<usize> {
        let firsts = self.intervals.iter().map(|&(first, _)| length_of(first));
        firsts.min()
    }

    /// The longest of the lengths; `None` if the set is empty.
    pub fn last(&self) -> Option<usize> {
        let lasts = self.intervals.iter().map(|&(_, last)| length_of(last));
        lasts.max()
    }

    /// The shortest length not in the set.
    pub fn first_missing(&self) -> usize {
        let all = Self::below(self.last().map_or(1, |last| last.saturating_add(2)));
        all.without(self).first().unwrap_or_default()
    }

    /// The lengths that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let all = self.intervals.iter().merge(&other.intervals).copied();
        // Lengths of different parity are never in one interval.
        let joined = all.coalesce(|one, next| {
            let touch = one.0 / ODD == next.0 / ODD && next.0 <= one.1.saturating_add(1);
            let both = (one.0, one.1.max(next.1));
            touch.then_some(both).ok_or((one, next))
        });
        let intervals = joined.collect();
        Self { intervals }
    }

    /// The lengths that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let pairs = self.intervals.iter().cartesian_product(&other.intervals);
        let common = pairs.filter_map(|(a, b)| interval(a.0.max(b.0), a.1.min(b.1)));
        let intervals = common.collect();
        Self { intervals }
    }

    /// The lengths in this set but not in the other set.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut gaps = Vec::new();
        let mut next = Some(0);
        for &(first, last) in &other.intervals {
            let gap = next.zip(first.checked_sub(1));
            gaps.extend(gap.and_then(|(next, last)| interval(next, last)));
            next = last.checked_add(1);
        }
        gaps.extend(next.map(|next| (next, usize::MAX)));
        self.intersection(&Self { intervals: gaps })
    }

    /// The lengths, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let first_odd = self.intervals.partition_point(|&(first, _)| first < ODD);
        let (even, odd) = self.intervals.split_at(first_odd);
        let [even, odd] = [even, odd].map(|part| {
            let keys = part.iter().flat_map(|&(first, last)| first..=last);
            keys.map(length_of)
        });
        even.merge(odd)
    }
}
