//! Which questions are for a search from both sides, and when it ends.

use std::time::Duration;

use crate::problem::Problem;

/// More states than this are too many for one formula to be answered in moments.
const MANY_STATES: u64 = 100_000_000_000;

/// When a search from both sides ends, beside what its control says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anytime {
    /// With a solution of so many turns or fewer.
    pub good_enough: Option<usize>,
    /// So long after the first solution. No time is: with the first solution.
    pub patience: Option<Duration>,
    /// Whether the plan is carried out in [all ways](crate::search::Variant::all), and not only as it stands.
    pub all_ways: bool,
}

impl Anytime {
    /// Whether a question is one for a search from both sides: so large that one formula may not be
    /// answered in moments, from a state that is known, and without side constraints, of which neither a
    /// plan nor a construction knows anything.
    #[must_use]
    pub fn suits(problem: &Problem) -> bool {
        let is_small = || problem.puzzle.has_at_most(MANY_STATES, &problem.allowed);
        let is_plain = problem.whole.is_none() && !problem.asks_for_more() && !problem.canonical;
        is_plain && problem.start.is_state() && is_small() != Some(true)
    }
}
