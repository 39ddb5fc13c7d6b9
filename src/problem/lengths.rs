//! Sets of lengths (numbers of turns), such as those that are refuted or still open.
//!
//! *Idea.* A budget can be a million turns, and the refuted lengths are an interval or, by parity, every second length of
//! an interval. So a set is a sorted list of intervals of *keys*, in which the odd lengths follow all even ones: the cost of
//! an operation depends on the number of intervals, not on their sizes.

use std::ops::RangeInclusive;

use itertools::Itertools;

/// A set of lengths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Disjoint, non-adjacent intervals of keys in ascending order, each by its first and last member.
    intervals: Vec<(usize, usize)>,
}

/// The key of length 1. The key of an even length is its half.
const ODD: usize = 1 << (usize::BITS - 1);

fn length_of(key: usize) -> usize {
    key % ODD * 2 + key / ODD
}

/// The keys of `first..=last`, if there are any.
fn interval(first: usize, last: usize) -> Option<(usize, usize)> {
    (first <= last).then_some((first, last))
}

impl Lengths {
    /// The lengths of an interval.
    pub fn between(lengths: RangeInclusive<usize>) -> Self {
        let (first, last) = lengths.into_inner();
        let even = interval(first.div_ceil(2), last / 2);
        let last_odd = last.checked_sub(1);
        let odd = last_odd.and_then(|last| interval(ODD + first / 2, ODD + last / 2));
        Self {
            intervals: even.into_iter().chain(odd).collect(),
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

    /// The shortest of the lengths.
    pub fn first(&self) -> Option<usize> {
        let firsts = self.intervals.iter().map(|&(first, _)| length_of(first));
        firsts.min()
    }

    /// The longest of the lengths.
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
        let mut joined: Vec<(usize, usize)> = Vec::new();
        for &(first, last) in self.intervals.iter().merge(&other.intervals) {
            match joined.last_mut() {
                // Lengths of different parity are never in one interval.
                Some(before)
                    if first / ODD == before.0 / ODD && first <= before.1.saturating_add(1) =>
                {
                    before.1 = before.1.max(last);
                }
                _ => joined.push((first, last)),
            }
        }
        Self { intervals: joined }
    }

    /// The lengths that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut these = self.intervals.iter().peekable();
        let mut those = other.intervals.iter().peekable();
        let mut shared = Vec::new();
        while let (Some(this), Some(that)) = (these.peek(), those.peek()) {
            shared.extend(interval(this.0.max(that.0), this.1.min(that.1)));
            if this.1 < that.1 {
                these.next();
            } else {
                those.next();
            }
        }
        Self { intervals: shared }
    }

    /// The lengths in this set but not in the other one.
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

    #[test]
    fn any_number_is_a_length() {
        let all = Lengths::between(0..=usize::MAX);
        let most = Lengths::below(usize::MAX);
        assert!(all.contains(usize::MAX) && !most.contains(usize::MAX));
        assert_eq!(all.without(&most), Lengths::only(usize::MAX));
        assert_eq!(most.union(&Lengths::only(usize::MAX)), all);
        assert!(all.without(&all).is_empty());
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
}
