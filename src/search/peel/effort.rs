//! How much work a round is, and for which there is time.

/// How much work a round of peeling is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// How many states are kept after each stage.
    pub(super) beam: usize,
    /// How many places for the next stage are tried from each.
    pub(super) candidates: usize,
    /// How many of the ways found for each are kept.
    pub(super) ways: usize,
    /// How many sets of facelets each step backwards keeps.
    pub(super) width: usize,
    /// At least so many facelets make a stage, where so many can be had.
    pub(super) facelets: usize,
    /// No stage takes more turns.
    pub(super) turns: usize,
    /// Answers of a stage may take so many turns more than the shortest: what these turns do for the next facelets may be
    /// worth more.
    pub(super) longer: usize,
    /// How many different ends are tried: where few facelets are left, a stage takes a small part of a round's time.
    pub(super) ends: usize,
    /// How many ways are kept with each number of wrong facelets, while words are put into them.
    pub(super) inserted: usize,
    /// How many states are kept after each word of the finish.
    pub(super) finish: usize,
}

impl Effort {
    /// The efforts that there are, counted from 0: the first is quick, and each of the others is about twice the
    /// work of the one before.
    pub(super) fn of_number(number: u32) -> Self {
        let Some(later) = number.checked_sub(1) else {
            return Self {
                beam: 4,
                candidates: 2,
                ways: 8,
                width: 200,
                facelets: 4,
                turns: 10,
                longer: 0,
                ends: 1,
                inserted: 1,
                finish: 4,
            };
        };
        // One and the other doubles in turn.
        let doubled = |from: usize, times: u32, most: usize| most.min(from << times.min(16));
        Self {
            beam: doubled(4, later.div_ceil(2), 512),
            candidates: 2,
            ways: 3,
            width: doubled(1_500, later / 2, 12_000),
            facelets: 6,
            turns: 10,
            longer: 1,
            ends: 6,
            inserted: doubled(4, later.div_ceil(2), 64),
            finish: doubled(16, later / 3, 512),
        }
    }
}

/// A round may take so many times as long as the last one tells.
const SPARE: f64 = 1.3;

/// The number of the effort after a round of some effort that took so many seconds: one more, or else the most with which
/// a round is likely to end in the seconds left. A round of less effort, with other choices, brings more than one that is
/// cut short.
pub(super) fn number_after((last, seconds): (u32, f64), left: Option<f64>) -> u32 {
    // Each has twice the work of the one before.
    let needed = |number: u32| SPARE * seconds * 2_f64.powf(f64::from(number) - f64::from(last));
    let has_time = |number: &u32| left.is_none_or(|left| needed(*number) < left);
    (1..=last + 1).rev().find(has_time).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_more_effort_than_the_one_before_only_if_there_is_time_for_it() {
        assert_eq!(number_after((0, 5.0), None), 1);
        assert_eq!(number_after((3, 10.0), Some(100.0)), 4);
        assert_eq!(number_after((3, 10.0), Some(20.0)), 3);
        assert_eq!(number_after((3, 10.0), Some(10.0)), 2);
        assert_eq!(number_after((3, 10.0), Some(0.1)), 1);
    }
}
