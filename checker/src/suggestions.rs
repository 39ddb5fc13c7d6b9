//! Reasons for additions, suggested by the author of a proof.

use super::store::ClauseId;

/// Clauses from which additions are expected to follow. They need not be correct: if they are wrong, the checker
/// searches for reasons without them. Correct ones save the search and may yield shorter reasons.
#[derive(Debug, Default)]
pub struct Suggestions {
    /// For each addition with suggestions, its index from 0 and their end in `clauses`.
    ends: Vec<(ClauseId, usize)>,
    clauses: Vec<ClauseId>,
    /// The number of clauses of the formula.
    formula_clauses: ClauseId,
}

/// A clause in a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A clause of the formula, from 0.
    Formula(u32),
    /// An addition of the proof, from 0.
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

    /// Adds the clauses from which an addition follows, in order. Additions must be in ascending order.
    pub fn push(&mut self, addition: u32, sources: impl IntoIterator<Item = Source>) {
        let formula_clauses = self.formula_clauses;
        let id = |source| match source {
            Source::Formula(id) => id,
            Source::Addition(number) => formula_clauses.saturating_add(number),
        };
        self.clauses.extend(sources.into_iter().map(id));
        let addition = id(Source::Addition(addition));
        self.ends.push((addition, self.clauses.len()));
    }

    /// The suggestions for an addition; empty without any.
    pub(super) fn for_addition(&self, addition: ClauseId) -> &[ClauseId] {
        let Ok(at) = self.ends.binary_search_by_key(&addition, |&(id, _)| id) else {
            return &[];
        };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].1);
        &self.clauses[start..self.ends[at].1]
    }
}
