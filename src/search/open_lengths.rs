//! The lengths that a search still has to ask about.

use super::strategy::Strategy;
use crate::encode::{Idle, Recipe};
use crate::problem::Lengths;

/// Up to so many turns, pieces alone tell most of what there is to tell.
const SEEN_BY_PIECES: usize = 4;

/// No more lengths than this are passed over: formulas grow.
const MOST_PASSED_OVER: usize = 2;

/// The lengths that are neither refuted nor longer than what was found.
pub(super) struct OpenLengths {
    open: Lengths,
    /// What is open or refuted is shorter than this.
    end: usize,
}

impl OpenLengths {
    pub(super) fn new(most: usize) -> Self {
        let end = most.saturating_add(1);
        Self {
            open: Lengths::below(end),
            end,
        }
    }

    pub(super) fn lengths(&self) -> &Lengths {
        &self.open
    }

    pub(super) fn refute(&mut self, lengths: &Lengths) {
        self.open = self.open.without(lengths);
    }

    pub(super) fn found(&mut self, length: usize) {
        self.end = self.end.min(length);
        self.open = self.open.intersection(&Lengths::below(self.end));
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
        let open = self.open.iter().take(passed_over + 1);
        open.last().unwrap_or(least)
    }

    /// The least length that is open, or the first that there is not: no solution is shorter.
    pub(super) fn least(&self) -> usize {
        self.open.first().unwrap_or(self.end)
    }

    pub(super) fn next(&self, strategy: Strategy) -> Option<usize> {
        match strategy {
            Strategy::Descend => self.open.last(),
            Strategy::Ascend => self.open.first(),
        }
    }
}
