//! Which questions suit a search from both sides, and when it ends.

use std::time::Duration;

use crate::problem::Problem;

/// With more states than this, one formula cannot be expected to be solved quickly.
const MANY_STATES: u64 = 100_000_000_000;

/// When a search from both sides ends, in addition to the limits of its control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Anytime {
    /// With a solution of at most this many turns.
    pub good_enough: Option<usize>,
    /// This long after the first solution; zero ends it with the first solution.
    pub patience: Option<Duration>,
    /// Whether it ends by itself once it has a solution: after [`Self::USUAL_TIME`], earlier if nothing improves, and later only
    /// if lengths are refuted so fast that a shortest solution is expected soon.
    pub ends_itself: bool,
    /// The maximum number of second stages solved with tables before lengths are refuted; `None` for all of them, in
    /// parallel with the refutations.
    pub max_phase2_searches: Option<usize>,
    /// Whether the plan is carried out in [all ways](crate::search::Variant::all), not only as written.
    pub all_variants: bool,
}

impl Anytime {
    /// How long a search lasts that [ends by itself](Self::ends_itself).
    pub const USUAL_TIME: Duration = Duration::from_secs(10);

    /// Whether a question has too many states for one formula to be solved quickly.
    #[must_use]
    pub fn is_large(problem: &Problem) -> bool {
        problem.puzzle.has_at_most(MANY_STATES, &problem.allowed) != Some(true)
    }

    /// Whether a question suits a search from both sides: it is too large for one formula to be solved quickly, its start
    /// is known, and it has no side constraints, which plans and constructions do not support.
    #[must_use]
    pub fn suits(problem: &Problem) -> bool {
        let is_plain = problem.stage_context.is_none()
            && !problem.has_further_requirements()
            && !problem.canonical;
        is_plain && problem.start.is_state() && Self::is_large(problem)
    }
}
