//! Sets of lengths (numbers of turns), such as those that are refuted or still open.
//!
//! *Idea.* A budget can be a million turns, and the refuted lengths are an interval or, by parity, every second length of
//! an interval. So even and odd lengths are stored separately, each as sorted intervals: the cost of an operation
//! depends on the number of intervals, not on their sizes.

use std::ops::RangeInclusive;

use itertools::Itertools;

/// A set of lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// The halves, rounded down, of the even lengths and of the odd lengths.
    halves: [Intervals; 2],
}

/// Disjoint, non-adjacent intervals in ascending order, each by its first and last member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Intervals(Vec<(usize, usize)>);

impl Intervals {
    /// The numbers of `first..end`.
    fn interval(first: usize, end: usize) -> Self {
        let last = end.checked_sub(1).filter(|last| first <= *last);
        Self(last.map(|last| (first, last)).into_iter().collect())
    }

    fn contains(&self, number: usize) -> bool {
        let before = self.0.partition_point(|&(first, _)| first <= number);
        before > 0 && number <= self.0[before - 1].1
    }

    fn union(&self, other: &Self) -> Self {
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for &(first, last) in self.0.iter().merge(&other.0) {
            match joined.last_mut() {
                Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
                _ => joined.push((first, last)),
            }
        }
        Self(joined)
    }

    fn without(&self, other: &Self) -> Self {
        let Some(last) = self.last() else {
            return Self::default();
        };
        let mut gaps = Vec::new();
        let mut next = 0;
        for &(first, after) in &other.0 {
            gaps.extend(Self::interval(next, first).0);
            next = after + 1;
        }
        gaps.extend(Self::interval(next, last + 1).0);
        self.intersection(&Self(gaps))
    }

    fn intersection(&self, other: &Self) -> Self {
        let (mut these, mut those) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut shared = Vec::new();
        while let (Some(this), Some(that)) = (these.peek(), those.peek()) {
            let (first, last) = (this.0.max(that.0), this.1.min(that.1));
            if first <= last {
                shared.push((first, last));
            }
            if this.1 < that.1 {
                these.next();
            } else {
                those.next();
            }
        }
        Self(shared)
    }

    fn last(&self) -> Option<usize> {
        self.0.last().map(|&(_, last)| last)
    }

    fn count(&self) -> usize {
        self.0.iter().map(|&(first, last)| last - first + 1).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(|&(first, last)| first..=last)
    }
}

impl Lengths {
    /// The lengths of an interval.
    pub fn between(lengths: RangeInclusive<usize>) -> Self {
        let (first, last) = lengths.into_inner();
        let even = Intervals::interval(first.div_ceil(2), last / 2 + 1);
        let odd = Intervals::interval(first / 2, last.div_ceil(2));
        Self {
            halves: [even, odd],
        }
    }

    /// All lengths below this one.
    pub fn below(length: usize) -> Self {
        length
            .checked_sub(1)
            .map_or_else(Self::default, |last| Self::between(0..=last))
    }

    /// One length.
    pub fn only(length: usize) -> Self {
        Self::between(length..=length)
    }

    /// Every second length, from the first of an interval to at most the last.
    pub fn every_second(lengths: RangeInclusive<usize>) -> Self {
        let other_parity = 1 - lengths.start() % 2;
        let mut all = Self::between(lengths);
        all.halves[other_parity] = Intervals::default();
        all
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    /// The number of lengths in the set.
    pub fn count(&self) -> usize {
        self.halves.iter().map(Intervals::count).sum()
    }

    /// Whether the set contains this length.
    pub fn contains(&self, length: usize) -> bool {
        self.halves[length % 2].contains(length / 2)
    }

    /// The shortest of the lengths.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The longest of the lengths.
    pub fn last(&self) -> Option<usize> {
        let [even, odd] = &self.halves;
        let even = even.last().map(|half| half * 2);
        even.max(odd.last().map(|half| half * 2 + 1))
    }

    /// The shortest length not in the set.
    pub fn first_missing(&self) -> usize {
        let all = Self::below(self.last().map_or(1, |last| last + 2));
        all.without(self).first().unwrap_or_default()
    }

    /// The lengths that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.combined(other, Intervals::union)
    }

    /// The lengths that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combined(other, Intervals::intersection)
    }

    /// The lengths in this set but not in the other one.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.combined(other, Intervals::without)
    }

    fn combined(&self, other: &Self, with: fn(&Intervals, &Intervals) -> Intervals) -> Self {
        Self {
            halves: [0, 1].map(|parity| with(&self.halves[parity], &other.halves[parity])),
        }
    }

    /// The lengths, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let [even, odd] = &self.halves;
        let even = even.iter().map(|half| half * 2);
        even.merge(odd.iter().map(|half| half * 2 + 1))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Random intervals; the flag selects every second length instead of all.
    fn sets() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
        prop::collection::vec((0..20usize, 0..20usize, any::<bool>()), 0..5)
    }

    fn in_both_forms(parts: &[(usize, usize, bool)]) -> (Lengths, BTreeSet<usize>) {
        let (mut lengths, mut listed) = (Lengths::default(), BTreeSet::new());
        for &(first, last, every_second) in parts {
            if every_second {
                lengths = lengths.union(&Lengths::every_second(first..=last));
                listed.extend((first..=last).step_by(2));
            } else {
                lengths = lengths.union(&Lengths::between(first..=last));
                listed.extend(first..=last);
            }
        }
        (lengths, listed)
    }

    proptest! {
        #[test]
        fn sets_of_lengths_agree_with_their_members_listed_one_by_one(one in sets(), other in sets()) {
            let (one, listed) = in_both_forms(&one);
            let (other, others) = in_both_forms(&other);
            let members = |lengths: &Lengths| lengths.iter().collect::<BTreeSet<_>>();
            prop_assert_eq!(members(&one), listed.clone());
            prop_assert_eq!(members(&one.union(&other)), &listed | &others);
            prop_assert_eq!(members(&one.intersection(&other)), &listed & &others);
            prop_assert_eq!(members(&one.without(&other)), &listed - &others);
            prop_assert_eq!(one == other, listed == others);
            prop_assert_eq!(one.count(), listed.len());
            prop_assert_eq!(one.first(), listed.first().copied());
            prop_assert_eq!(one.last(), listed.last().copied());
            prop_assert_eq!(Some(one.first_missing()), (0..).find(|length| !listed.contains(length)));
            for length in 0..25 {
                prop_assert_eq!(one.contains(length), listed.contains(&length));
            }
        }
    }

    #[test]
    fn a_million_lengths_take_no_longer_than_ten() {
        let odd = Lengths::every_second(1..=1_000_000);
        let all = Lengths::between(0..=1_000_000);
        assert_eq!(all.without(&odd), Lengths::every_second(0..=1_000_000));
        assert_eq!(odd.union(&Lengths::every_second(0..=1_000_000)), all);
        assert_eq!(all.first_missing(), 1_000_001);
    }
}
