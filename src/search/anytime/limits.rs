//! Which questions suit an anytime search, and when such a search ends.

use std::time::Duration;

use super::milestone::FoundBy;
use crate::problem::Problem;
use crate::search::peel::is_plain;

/// With more states than this, a single formula is too hard to be solved quickly.
const MANY_STATES: u64 = 100_000_000_000;

/// Limits of an anytime search, in addition to those of its control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnytimeLimits {
    /// A solution of at most this many turns ends it.
    pub good_enough: Option<usize>,
    /// The time from the first solution to the end; zero ends the search with the first solution.
    pub patience: Option<Duration>,
    /// The limit that the search sets itself once it has a solution; `None` if only other limits end it.
    pub default_limit: Option<DefaultLimit>,
    /// The maximum number of second stages that tables solve before lengths are refuted. If `None`, tables solve all second
    /// stages, in parallel with the refutations.
    pub max_phase2_searches: Option<usize>,
    /// Whether [all variants](crate::search::Variant::all) of the plan are carried out, not only the plan as written.
    pub all_variants: bool,
}

/// The default limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultLimit {
    /// For a single question: ten seconds. Less if nothing improves, and more if lengths are refuted so fast that a
    /// shortest solution is expected soon.
    Question,
    /// For one question of a list: two seconds, or until a solution of at most 22 turns is found.
    ListLine,
}

impl DefaultLimit {
    /// The time after which a search ends if it has a solution.
    #[must_use]
    pub fn time(self) -> Duration {
        match self {
            Self::Question => Duration::from_secs(10),
            Self::ListLine => Duration::from_secs(2),
        }
    }
}

/// A solution of at most this many turns ends the search for a question of a list. On a 3×3×3, tables find one at once.
const ENOUGH_IN_LIST: usize = 22;

impl AnytimeLimits {
    /// Whether a solution of this length ends the search.
    pub(super) fn suffices(&self, turns: usize, by: &FoundBy) -> bool {
        // A scramble's own inverse tells the user nothing.
        let is_found = *by != FoundBy::Scramble;
        self.good_enough.is_some_and(|enough| turns <= enough)
            || self.default_limit == Some(DefaultLimit::ListLine)
                && is_found
                && turns <= ENOUGH_IN_LIST
    }

    /// Whether a question has too many states for one formula to be solved quickly.
    pub fn is_large(problem: &Problem) -> bool {
        let turns = &problem.allowed;
        problem.puzzle.reaches_at_most(MANY_STATES, turns) != Some(true)
    }

    /// Whether a question suits an anytime search: it is too large for one formula to be solved quickly, its start
    /// is known, and it has no side constraints, which plans and constructions do not support.
    pub fn suits(problem: &Problem) -> bool {
        is_plain(problem) && Self::is_large(problem)
    }
}
