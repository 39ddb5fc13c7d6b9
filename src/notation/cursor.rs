//! A position in a text of turns and groups.

use super::error::TurnError;

/// The maximum nesting of groups.
const MAX_DEPTH: usize = 100;

/// A text, and the position up to which it was read.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a [char],
    pub(super) at: usize,
    /// The number of open groups at the position.
    depth: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a [char]) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
        }
    }

    /// The next character that is not a space.
    pub(super) fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.at..].iter();
        self.at += rest.take_while(|c| c.is_whitespace()).count();
        self.text.get(self.at).copied()
    }

    /// Skips the opening bracket of a group; returns its position.
    pub(super) fn open_group(&mut self) -> Result<usize, TurnError> {
        if self.depth == MAX_DEPTH {
            let reason = format!(
                "is a group inside {MAX_DEPTH} others; groups cannot be nested more deeply"
            );
            return Err(self.error(self.at, reason));
        }
        self.depth += 1;
        self.at += 1;
        Ok(self.at - 1)
    }

    /// Skips the closing bracket of the group that was opened at a position.
    pub(super) fn close_group(&mut self, begin: usize, bracket: char) -> Result<(), TurnError> {
        self.depth -= 1;
        self.expect_closing_bracket(begin, bracket, "group")
    }

    /// Skips the bracket that closes what was opened at a position.
    pub(super) fn expect_closing_bracket(
        &mut self,
        begin: usize,
        bracket: char,
        what: &str,
    ) -> Result<(), TurnError> {
        match self.peek() {
            Some(found) if found == bracket => {
                self.at += 1;
                Ok(())
            }
            Some(')' | ']' | ',' | ':') => {
                let column = begin + 1;
                let reason = format!(
                    "is found where `{bracket}` must close the {what} that begins at column {column}"
                );
                Err(self.error(self.at, reason))
            }
            _ => Err(self.error(begin, format!("opens a {what} that no `{bracket}` closes"))),
        }
    }

    /// The error for the character at a position.
    pub(super) fn error(&self, at: usize, reason: impl Into<String>) -> TurnError {
        TurnError::at(self.text, at, reason)
    }
}
