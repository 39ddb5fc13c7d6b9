//! Which questions are for a search from both sides, and when it ends.

use std::time::Duration;

use crate::problem::Problem;

/// More states than this are too many for one formula to be answered in moments.
const MANY_STATES: u64 = 100_000_000_000;

/// When a search from both sides ends, beside what its control says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anytime {
    /// With a solution of at most this many turns.
    pub good_enough: Option<usize>,
    /// So long after the first solution. No time is: with the first solution.
    pub patience: Option<Duration>,
    /// Whether it ends by itself when it has a solution: after [`Self::USUAL`], sooner when nothing gets better, and later only where lengths
    /// are refuted so fast that the shortest solution can be expected soon.
    pub ends_itself: bool,
    /// The most second stages to look for by tables before lengths are refuted; `None` for all of them, side by side with refuting lengths.
    pub most_seconds: Option<usize>,
    /// Whether the plan is carried out in [all ways](crate::search::Variant::all), and not only as it stands.
    pub all_ways: bool,
}

impl Anytime {
    /// How long a search goes on that [ends by itself](Self::ends_itself).
    pub const USUAL: Duration = Duration::from_secs(10);

    /// Whether a question has too many states for one formula to be answered in moments.
    #[must_use]
    pub fn is_large(problem: &Problem) -> bool {
        problem.puzzle.has_at_most(MANY_STATES, &problem.allowed) != Some(true)
    }

    /// Whether a question is one for a search from both sides: so large that one formula may not be
    /// answered in moments, from a state that is known, and without side constraints, of which neither a
    /// plan nor a construction knows anything.
    #[must_use]
    pub fn suits(problem: &Problem) -> bool {
        let is_plain = problem.whole.is_none() && !problem.asks_for_more() && !problem.canonical;
        is_plain && problem.start.is_state() && Self::is_large(problem)
    }
}
