//! The effort of a round, and the choice of an effort that fits the time left.

/// How much work a round does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RoundEffort {
    /// The number of states kept after each stage.
    pub(super) beam: usize,
    /// The number of solutions kept for each stage that is tried.
    pub(super) solutions: usize,
    /// The number of sets of places kept in each backward step of a stage.
    pub(super) stage_beam: usize,
    /// The minimum number of facelets in a stage, if that many are available.
    pub(super) facelets: usize,
    /// How many turns longer than the shortest the solutions of a stage may be, which may shorten the next stages.
    pub(super) max_extra_turns: usize,
    /// The number of different endings tried, which take little time because few facelets are left.
    pub(super) endings: usize,
    /// The number of candidates kept for each number of wrong facelets during insertion.
    pub(super) inserted: usize,
    /// The number of states kept after each commutator that is appended.
    pub(super) finish_states: usize,
}

impl RoundEffort {
    /// The effort with this number, from 0. The first effort is quick, and each later one is about twice the work.
    pub(super) fn of_number(number: u32) -> Self {
        let Some(later) = number.checked_sub(1) else {
            return Self {
                beam: 4,
                solutions: 8,
                stage_beam: 200,
                facelets: 4,
                max_extra_turns: 0,
                endings: 1,
                inserted: 1,
                finish_states: 4,
            };
        };
        // The two beams double alternately.
        let doubled = |from: usize, times: u32, max: usize| max.min(from << times.min(16));
        Self {
            beam: doubled(4, later.div_ceil(2), 512),
            solutions: 3,
            stage_beam: doubled(1_500, later / 2, 12_000),
            facelets: 6,
            max_extra_turns: 1,
            endings: 6,
            inserted: doubled(4, later.div_ceil(2), 64),
            finish_states: doubled(16, later / 3, 512),
        }
    }
}

/// The time that a round needs is estimated, then multiplied by this factor before it is compared with the time left.
const SAFETY_FACTOR: f64 = 1.3;

/// The number of the next effort, after a round with effort `last` took `seconds`: one more, or else the greatest number
/// with which a round is likely to end in the time left. An effort of less work with other random choices is better than
/// an interrupted round.
pub(super) fn next_number(last: u32, seconds: f64, left: Option<f64>) -> u32 {
    // Each effort is twice the work of the previous one.
    let needed =
        |number: u32| SAFETY_FACTOR * seconds * 2_f64.powf(f64::from(number) - f64::from(last));
    let has_time = |number: &u32| left.is_none_or(|left| needed(*number) < left);
    (1..=last + 1).rev().find(has_time).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_has_more_effort_than_the_one_before_only_if_there_is_time_for_it() {
        assert_eq!(next_number(0, 5.0, None), 1);
        assert_eq!(next_number(3, 10.0, Some(100.0)), 4);
        assert_eq!(next_number(3, 10.0, Some(20.0)), 3);
        assert_eq!(next_number(3, 10.0, Some(10.0)), 2);
        assert_eq!(next_number(3, 10.0, Some(0.1)), 1);
    }
}
