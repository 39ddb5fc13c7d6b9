//! The lengths that a search has not answered yet.

use super::Strategy;
use crate::encode::{Idle, Recipe};
use crate::problem::Lengths;

/// Up to this length, a few pieces alone refute nearly every length that can be refuted, without a formula.
const MAX_LENGTH_REFUTED_BY_PIECES: usize = 4;

/// The maximum number of lengths to skip: formulas grow with the length.
const MAX_SKIPPED: usize = 2;

/// The lengths that are neither refuted nor longer than the solution found.
pub(super) struct OpenLengths {
    pub(super) lengths: Lengths,
    /// Only lengths below this one matter: it exceeds the budget, or a solution of this length is known.
    end: usize,
}

impl OpenLengths {
    pub(super) fn new(max_turns: usize) -> Self {
        let end = max_turns.saturating_add(1);
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

    /// The first budget worth a formula in an ascending search: the least open length, `least`, or up to `MAX_SKIPPED`
    /// more. A few pieces alone refute nearly all of the first lengths and fewer and fewer of the later ones. With idle
    /// slots, one refutation also covers the skipped lengths. On the pocket cube, skipping saves two of four formulas;
    /// skipping the length of a shortest solution costs one more formula.
    pub(super) fn first_formula_length(&self, least: usize, recipe: &Recipe) -> usize {
        if recipe.idle != Idle::Trailing || recipe.lemmas == 0 {
            return least;
        }
        let skipped = least
            .saturating_sub(MAX_LENGTH_REFUTED_BY_PIECES)
            .min(MAX_SKIPPED);
        let open = self.lengths.iter().take(skipped + 1);
        open.last().unwrap_or(least)
    }

    /// The least open length, or the end if no length is open. No solution is shorter.
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
