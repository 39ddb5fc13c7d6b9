//! The start of a problem.

use std::ops::Deref;
use std::sync::Arc;

use crate::error::Error;
use crate::notation::Scheme;
use crate::puzzle::{Arrangement, Pattern, Puzzle};

/// A state or pattern that the pieces of its puzzle can show, as checked by [`Pattern::arrangement`].
///
/// A start is created only by this check and never changes. So the arrangement of the pieces is computed once and stored,
/// for example for encodings by placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pattern: Pattern,
    arrangement: Option<Arc<Arrangement>>,
}

impl Start {
    /// The start with these colors. Errors name colors by the symbols of the scheme.
    ///
    /// # Errors
    /// [`Error`] for colors that no piece has, a mirrored piece or a duplicate piece.
    pub fn new(
        puzzle: &Puzzle,
        scheme: &Scheme,
        pattern: impl Into<Pattern>,
    ) -> Result<Self, Error> {
        let pattern = pattern.into();
        let arrangement = pattern.arrangement(puzzle, scheme.symbols())?;
        Ok(Self {
            pattern,
            arrangement: arrangement.map(Arc::new),
        })
    }

    /// The possible colors of each facelet.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The arrangement of the pieces; `None` if the start is partly unknown.
    pub fn arrangement(&self) -> Option<&Arrangement> {
        self.arrangement.as_deref()
    }
}

impl Deref for Start {
    type Target = Pattern;

    fn deref(&self) -> &Pattern {
        &self.pattern
    }
}
