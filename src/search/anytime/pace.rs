//! How fast lengths are refuted beneath tables, and so when a shortest solution can be expected.

use std::time::Duration;

/// How many times as long a length takes as the one before, where as many turns are allowed as on a 3×3×3: 18.
const GROWTH: u32 = 13;

/// How fast lengths are refuted.
#[derive(Default)]
pub(super) struct Pace {
    /// The length that is looked at, and since when.
    last: Option<(usize, Duration)>,
}

/// When a shortest solution can be expected.
pub(super) enum Expectation {
    /// That cannot be said.
    Unknown,
    /// It is not known yet how long a length takes: tables are made.
    Tables,
    /// When all lengths are refuted that are shorter than the best solution so far.
    Within(Duration),
}

impl Pace {
    /// Whether tables were announced.
    pub(super) fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// The search goes on to a length, or begins it once more after tables were made. The best solution has `best` turns.
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
