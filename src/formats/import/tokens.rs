//! Lines of words with their positions, as in `.tws` and `.scr` files.

use super::names::whole_number;
use crate::source::{FileError, Source};

/// A word and its position, as a byte offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Token<'a> {
    /// The non-empty parts between separators.
    pub(super) fn split(self, is_separator: fn(char) -> bool) -> impl Iterator<Item = Token<'a>> {
        let begin = self.text.as_ptr() as usize;
        let parts = self.text.split(is_separator);
        let parts = parts.filter(|part| !part.is_empty());
        parts.map(move |text| Token {
            text,
            at: self.at + (text.as_ptr() as usize - begin),
        })
    }
}

/// Reads a text line by line.
pub(super) struct Tokens<'a> {
    pub(super) source: Source<'a>,
    /// The position of the next line.
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self { source, at: 0 }
    }

    /// The words of the next line that is neither empty nor a comment, which begins with `#`.
    pub(super) fn line(&mut self) -> Option<Vec<Token<'a>>> {
        loop {
            let rest = self.source.text.get(self.at..)?;
            let text = rest.split_inclusive(['\n', '\r']).next()?;
            let line = Token { text, at: self.at };
            self.at += text.len();
            let tokens: Vec<Token<'a>> = line.split(char::is_whitespace).collect();
            if tokens.first().is_some_and(|it| !it.text.starts_with('#')) {
                return Some(tokens);
            }
        }
    }

    /// The words after the first, of which there must be as many as `names`.
    pub(super) fn arguments<const N: usize>(
        &self,
        line: &[Token<'a>],
        names: [&str; N],
    ) -> Result<[Token<'a>; N], FileError> {
        <[Token<'a>; N]>::try_from(&line[1..]).map_err(|_| {
            let form = [&[line[0].text], &names[..]].concat().join(" ");
            self.error_at(line[0], format!("expected `{form}`"))
        })
    }

    /// A whole number in a range.
    pub(super) fn number(
        &self,
        token: Token<'_>,
        least: usize,
        most: usize,
    ) -> Result<usize, FileError> {
        whole_number(token.text, least, most).map_err(|reason| self.error_at(token, reason))
    }

    pub(super) fn error_at(&self, token: Token<'_>, reason: impl Into<String>) -> FileError {
        self.source.error(token.at..token.at, reason)
    }

    /// An error at the end of the text, where something is missing.
    pub(super) fn error_at_end(&self, reason: impl Into<String>) -> FileError {
        let end = self.source.text.trim_end().len();
        self.source.error(end..end, reason)
    }
}
