//! Measures how fast lengths are refuted with tables, to predict when a shortest solution will be found.

use std::cell::OnceCell;
use std::time::Duration;

use crate::problem::Problem;

/// The factor by which the time grows from one length to the next, 13, with 18 turns as on the 3×3×3. The factor is
/// about proportional to the number of turns.
const GROWTH_PER_TURN: [u32; 2] = [13, 18];

/// Lengths that take less time are not used for predictions: tables may still grow, which makes the search several
/// times as fast.
const MIN_MEASURED: Duration = Duration::from_secs(1);

#[derive(Default)]
pub(super) struct RefutationRate {
    /// The current length, and when its search began; `None` before tables are announced.
    pub(super) last: Option<(usize, Duration)>,
    /// The number of turns within which most states have a solution.
    usual: OnceCell<usize>,
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
    /// Notes that the search begins a length, or restarts it after building tables, and predicts its end. The best
    /// known solution has `best` turns; `usize::MAX` before the first.
    pub(super) fn begin_length(
        &mut self,
        turns: usize,
        now: Duration,
        best: usize,
        problem: &Problem,
    ) -> Expectation {
        let before = self.last.replace((turns, now));
        let Some((length, since)) = before else {
            return Expectation::Tables;
        };
        // The search restarts, or there is no solution yet, or the best solution is proved already.
        if length == turns || best == usize::MAX || best <= turns {
            return Expectation::Unknown;
        }
        let mut next = now.saturating_sub(since);
        if next < MIN_MEASURED {
            return Expectation::Tables;
        }
        let growth = growth(problem);
        let usual = *self.usual.get_or_init(|| usual_distance(problem, growth));
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
    let [growth, turns] = GROWTH_PER_TURN;
    let allowed = u32::try_from(problem.allowed.len()).unwrap_or(u32::MAX);
    (allowed.saturating_mul(growth) / turns).max(2)
}

/// The least length with at least as many turn sequences as states, or too many for 64 bits: 18 on the 3×3×3.
fn usual_distance(problem: &Problem, growth: u32) -> usize {
    let reaches = |&length: &u32| match u64::from(growth).checked_pow(length) {
        None => true,
        Some(count) => problem.puzzle.has_at_most(count, &problem.allowed) == Some(true),
    };
    (1..).find(reaches).unwrap_or(u32::MAX) as usize
}
