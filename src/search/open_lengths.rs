//! The lengths that a search still has to ask about.

use super::strategy::Strategy;
use crate::encode::{Idle, Recipe};

/// Up to so many turns, pieces alone tell most of what there is to tell.
const SEEN_BY_PIECES: usize = 4;

/// No more lengths than this are passed over: formulas grow.
const MOST_PASSED_OVER: usize = 2;

/// The lengths that are neither refuted nor longer than what was found.
pub(super) struct OpenLengths(Vec<bool>);

impl OpenLengths {
    pub(super) fn new(most: usize) -> Self {
        Self(vec![true; most.saturating_add(1)])
    }

    /// Whether a length is open.
    pub(super) fn has(&self, length: usize) -> bool {
        self.0.get(length).is_some_and(|&open| open)
    }

    pub(super) fn refute(&mut self, lengths: &[usize]) {
        for &length in lengths {
            if let Some(open) = self.0.get_mut(length) {
                *open = false;
            }
        }
    }

    pub(super) fn found(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// The first budget that is worth a formula, going up: a few above the least
    /// open one, `least`. Pieces alone see nearly all of the first lengths and less
    /// and less of the others, and with idle slots one refutation covers those
    /// passed over. On the pocket cube that spares two formulas of four; where
    /// it passes the shortest length, it costs one more.
    pub(super) fn first_asked(&self, least: usize, recipe: &Recipe) -> usize {
        if recipe.idle != Idle::Trailing || recipe.lemmas == 0 {
            return least;
        }
        let passed_over = least.saturating_sub(SEEN_BY_PIECES).min(MOST_PASSED_OVER);
        let open = (least..self.0.len()).filter(|&length| self.0[length]);
        open.take(passed_over + 1).last().unwrap_or(least)
    }

    /// The least length that is open, or the first that there is not: no solution is shorter.
    pub(super) fn least(&self) -> usize {
        self.next(Strategy::Ascend).unwrap_or(self.0.len())
    }

    pub(super) fn next(&self, strategy: Strategy) -> Option<usize> {
        match strategy {
            Strategy::Descend => self.0.iter().rposition(|&open| open),
            Strategy::Ascend => self.0.iter().position(|&open| open),
        }
    }
}
