//! Measures how fast lengths are refuted with tables, to predict when a shortest solution will be found.

use std::cell::OnceCell;
use std::time::Duration;

use crate::problem::Problem;

/// With 18 turns, as on the 3×3×3, each length takes about 13 times as long as the previous one. This factor is about
/// proportional to the number of turns.
const REFERENCE_TURNS: u32 = 18;
const REFERENCE_GROWTH: u32 = 13;

/// Lengths that take less time are not used for predictions, because tables that still grow may make the search several
/// times as fast.
const MIN_MEASURED: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct RefutationRate {
    /// The current length, and when its search began; `None` before tables are announced.
    pub(super) current: Option<(usize, Duration)>,
    /// The number of turns within which most states have a solution.
    usual_distance: OnceCell<usize>,
}

/// What is known about the time until a shortest solution is proved.
pub(super) enum Expectation {
    /// Nothing.
    Unknown,
    /// Tables are being built, or may still grow; the time per length is not known yet.
    Tables,
    /// A prediction.
    Proved {
        /// The time if a solution is found halfway through the last length.
        likely: Duration,
        /// The time if the last length is searched completely.
        at_most: Duration,
    },
}

impl RefutationRate {
    /// Notes that the search begins a length, or restarts it after building tables, and predicts when a shortest solution
    /// will be proved. The best known solution has `best` turns; `usize::MAX` before the first.
    pub(super) fn begin_length(
        &mut self,
        turns: usize,
        now: Duration,
        best: usize,
        problem: &Problem,
    ) -> Expectation {
        let before = self.current.replace((turns, now));
        let Some((length, since)) = before else {
            return Expectation::Tables;
        };
        // The search restarts, or there is no solution yet, or the best solution is already proved to be a shortest one.
        if length == turns || best == usize::MAX || best <= turns {
            return Expectation::Unknown;
        }
        let mut next = now.saturating_sub(since);
        if next < MIN_MEASURED {
            return Expectation::Tables;
        }
        let growth = growth(problem);
        let usual = || usual_distance(problem, growth);
        let usual = *self.usual_distance.get_or_init(usual);
        let mut refuted = Duration::ZERO;
        // A shorter solution is expected at the usual distance at the latest.
        let searched = turns..best.min(usual);
        for _ in searched {
            next = next.saturating_mul(growth);
            refuted = refuted.saturating_add(next);
        }
        let mut last = Duration::ZERO;
        if best > usual {
            last = next.saturating_mul(growth);
        }
        Expectation::Proved {
            likely: refuted.saturating_add(last / 2),
            at_most: refuted.saturating_add(last),
        }
    }
}

/// The factor by which the time grows from one length to the next.
fn growth(problem: &Problem) -> u32 {
    let allowed = u32::try_from(problem.allowed.len()).unwrap_or(u32::MAX);
    (allowed.saturating_mul(REFERENCE_GROWTH) / REFERENCE_TURNS).max(2)
}

/// The least length with at least as many turn sequences as the puzzle has states, or with more than 64 bits can count. On
/// the 3×3×3 it is 18.
fn usual_distance(problem: &Problem, growth: u32) -> usize {
    let reaches = |&length: &u32| match u64::from(growth).checked_pow(length) {
        None => true,
        Some(count) => problem.puzzle.reaches_at_most(count, &problem.allowed) == Some(true),
    };
    (1..).find(reaches).unwrap_or(u32::MAX) as usize
}
