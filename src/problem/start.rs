//! Where a problem starts.

use std::ops::Deref;
use std::sync::Arc;

use crate::notation::Scheme;
use crate::puzzle::{Arrangement, Pattern, Puzzle, StateError};

/// A state, or a pattern of which some is unknown, that was held against the pieces of its puzzle:
/// each is there, and no more than once.
///
/// It is made by that check only, and never changes. So where each piece lies is found once, and
/// kept: whoever needs it later, such as a formula of placements, does not read the colours again. (To
/// find out which letter is which colour, schemes are tried before there is a start.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pattern: Pattern,
    arrangement: Option<Arc<Arrangement>>,
}

impl Start {
    /// The start that shows this, in the colours of a scheme.
    ///
    /// # Errors
    /// [`StateError`] for colours that no piece has, a mirrored piece or a piece that is there twice.
    pub fn new(
        puzzle: &Puzzle,
        scheme: &Scheme,
        pattern: impl Into<Pattern>,
    ) -> Result<Self, StateError> {
        let pattern = pattern.into();
        let arrangement = pattern.arrangement(puzzle, scheme.symbols())?;
        Ok(Self {
            pattern,
            arrangement: arrangement.map(Arc::new),
        })
    }

    /// What it shows.
    #[must_use]
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Which piece lies in each place; `None` if not all of the start is known.
    #[must_use]
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
