//! Errors in a text of turns.

use crate::text::excerpt;

/// A token that is not a turn, or is out of place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` at column {column} {reason}", excerpt(token))]
pub struct TurnError {
    /// The token in the text.
    pub token: String,
    /// Its position, in characters from 1.
    pub column: usize,
    /// What is wrong with the token, and what would be right.
    pub reason: String,
}

impl TurnError {
    /// The error for a single character.
    pub(super) fn at(text: &[char], at: usize, reason: impl Into<String>) -> Self {
        Self {
            token: text[at..].iter().take(1).collect(),
            column: at + 1,
            reason: reason.into(),
        }
    }
}

impl From<TurnError> for crate::error::Error {
    fn from(error: TurnError) -> Self {
        Self::new(crate::error::ErrorKind::Impossible, error)
    }
}
