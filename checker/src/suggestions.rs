//! Reasons for additions, suggested by the author of a proof.

use super::store::ClauseId;

/// Clauses from which additions are expected to follow. If a suggestion is wrong, the checker searches for reasons itself.
/// Correct suggestions save the search and may yield shorter reasons.
#[derive(Debug, Default)]
pub struct Suggestions {
    clauses: Vec<ClauseId>,
    /// For each addition, the end of its suggestions in `clauses`.
    ends: Vec<usize>,
    /// The number of clauses of the formula.
    formula_clauses: ClauseId,
}

/// A clause in a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A clause of the formula, by its index from 0.
    Formula(u32),
    /// An addition of the proof, by its index from 0.
    Addition(u32),
}

impl Suggestions {
    /// No suggestions yet, for a formula with this many clauses.
    #[must_use]
    pub fn new(formula_clauses: usize) -> Self {
        Self {
            formula_clauses: u32::try_from(formula_clauses).unwrap_or(u32::MAX),
            ..Self::default()
        }
    }

    /// Adds the clauses from which the next addition of the proof follows, in order. Returns the addition as a source.
    pub fn push(&mut self, sources: impl IntoIterator<Item = Source>) -> Source {
        let formula_clauses = self.formula_clauses;
        let id = |source| match source {
            Source::Formula(id) => id,
            Source::Addition(number) => formula_clauses.saturating_add(number),
        };
        self.clauses.extend(sources.into_iter().map(id));
        let addition = Source::Addition(self.ends.len() as u32);
        self.ends.push(self.clauses.len());
        addition
    }

    /// The suggestions for an addition; empty if there are none.
    pub(super) fn for_addition(&self, addition: ClauseId) -> &[ClauseId] {
        let at = addition.saturating_sub(self.formula_clauses) as usize;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before));
        match self.ends.get(at) {
            Some(&end) => &self.clauses[start.copied().unwrap_or_default()..end],
            None => &[],
        }
    }
}
