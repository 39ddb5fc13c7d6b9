//! The lengths that a search has not answered yet.

use super::Strategy;
use crate::encode::{Idle, Recipe};
use crate::problem::Lengths;

/// Up to this many turns, the pieces alone refute nearly everything that can be refuted.
const LENGTHS_REFUTED_BY_PIECES: usize = 4;

/// The maximum number of lengths to skip: formulas grow with the length.
const MAX_SKIPPED: usize = 2;

/// The lengths that are neither refuted nor longer than the solution found.
pub(super) struct OpenLengths {
    pub(super) lengths: Lengths,
    /// All open or refuted lengths are below this length.
    end: usize,
}

impl OpenLengths {
    pub(super) fn new(most: usize) -> Self {
        let end = most.saturating_add(1);
        Self {
            lengths: Lengths::below(end),
            end,
        }
    }

    pub(super) fn refute(&mut self, lengths: &Lengths) {
        self.lengths = self.lengths.without(lengths);
    }

    pub(super) fn limit_below(&mut self, length: usize) {
        self.end = self.end.min(length);
        self.lengths = self.lengths.intersection(&Lengths::below(self.end));
    }

    /// The first budget worth a formula in an ascending search: up to `MAX_SKIPPED` above the least open length, `least`.
    /// The pieces alone refute nearly all of the first lengths and fewer and fewer of the later lengths, and with idle
    /// slots one refutation also covers the skipped lengths. On the pocket cube this saves two of four formulas; if it
    /// skips past the shortest length, it costs an additional formula.
    pub(super) fn first_formula_length(&self, least: usize, recipe: &Recipe) -> usize {
        if recipe.idle != Idle::Trailing || recipe.lemmas == 0 {
            return least;
        }
        let skipped = least
            .saturating_sub(LENGTHS_REFUTED_BY_PIECES)
            .min(MAX_SKIPPED);
        let open = self.lengths.iter().take(skipped + 1);
        open.last().unwrap_or(least)
    }

    /// The least open length, or the end if none is open: no solution is shorter.
    pub(super) fn least_open(&self) -> usize {
        self.lengths.first().unwrap_or(self.end)
    }

    pub(super) fn next_length(&self, strategy: Strategy) -> Option<usize> {
        match strategy {
            Strategy::Descend => self.lengths.last(),
            Strategy::Ascend => self.lengths.first(),
        }
    }
}
