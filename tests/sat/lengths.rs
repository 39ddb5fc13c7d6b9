//! Sets of lengths, compared with their members listed one by one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use twistsat::problem::Lengths;

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
