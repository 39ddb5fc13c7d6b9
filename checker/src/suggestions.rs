//! What whoever writes a proof knows of its reasons.

use super::store::ClauseId;

/// From which clauses additions are thought to follow. Nothing rests on it: what is wrong is searched for as
/// if nothing were said. But who knows the reasons saves the search, and may know shorter ones.
#[derive(Debug, Default)]
pub struct Suggestions {
    /// For each addition of which something is said, its number from 0 and where that ends in `clauses`.
    ends: Vec<(ClauseId, usize)>,
    clauses: Vec<ClauseId>,
    /// How many clauses the formula has.
    given: ClauseId,
}

/// A clause, as suggestions name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Of the formula, from 0.
    Formula(u32),
    /// Of the additions of the proof, from 0.
    Addition(u32),
}

impl Suggestions {
    /// For a formula of so many clauses.
    #[must_use]
    pub fn new(given: usize) -> Self {
        Self {
            given: u32::try_from(given).unwrap_or(u32::MAX),
            ..Self::default()
        }
    }

    /// Says from what an addition follows, in this order. Additions come in theirs.
    pub fn push(&mut self, addition: u32, sources: impl IntoIterator<Item = Source>) {
        let given = self.given;
        let id = |source| match source {
            Source::Formula(id) => id,
            Source::Addition(number) => given.saturating_add(number),
        };
        self.clauses.extend(sources.into_iter().map(id));
        let addition = id(Source::Addition(addition));
        self.ends.push((addition, self.clauses.len()));
    }

    pub(super) fn of(&self, addition: ClauseId) -> &[ClauseId] {
        let Ok(at) = self.ends.binary_search_by_key(&addition, |&(id, _)| id) else {
            return &[];
        };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before].1);
        &self.clauses[start..self.ends[at].1]
    }
}
