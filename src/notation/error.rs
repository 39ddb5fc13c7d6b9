//! What is wrong with a text of turns.

use crate::text::shown;

/// A token that is no turn, or stands where it must not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` at column {column} {reason}", shown(token))]
pub struct TurnError {
    /// The token as it stands in the text.
    pub token: String,
    /// Where it begins, in characters from 1.
    pub column: usize,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

impl TurnError {
    /// The error of the one character at a place of a text.
    pub(super) fn at(text: &[char], at: usize, reason: impl Into<String>) -> Self {
        Self {
            token: text[at..].iter().take(1).collect(),
            column: at + 1,
            reason: reason.into(),
        }
    }
}
