//! Measures how fast lengths are refuted with tables, to predict when a shortest solution will be found.

use std::time::Duration;

/// The factor by which the time grows from one length to the next, with the 18 turns of a 3×3×3.
const GROWTH: u32 = 13;

/// How fast lengths are refuted.
#[derive(Default)]
pub(super) struct Pace {
    /// The current length, and when its search began.
    last: Option<(usize, Duration)>,
}

/// When a shortest solution can be expected.
pub(super) enum Expectation {
    /// No prediction is possible.
    Unknown,
    /// Tables are being built; the time per length is not known yet.
    Tables,
    /// The time until all lengths below the best solution so far are refuted.
    Within(Duration),
}

impl Pace {
    /// Whether tables were announced.
    pub(super) fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// Notes that the search begins a length, or restarts it after building tables. The best solution has `best` turns.
    pub(super) fn goes_on_to(&mut self, turns: usize, now: Duration, best: usize) -> Expectation {
        let before = self.last.replace((turns, now));
        let Some((length, since)) = before else {
            return Expectation::Tables;
        };
        if length == turns || best == usize::MAX {
            return Expectation::Unknown;
        }
        let (mut next, mut all) = (now.saturating_sub(since), Duration::ZERO);
        for _ in turns..best {
            next = next.saturating_mul(GROWTH);
            all = all.saturating_add(next);
        }
        Expectation::Within(all)
    }
}
