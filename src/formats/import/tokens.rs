//! Lines of words with their positions, as in `.tws` and `.scr` files.

use std::ops::Range;

use crate::source::{Mistakes, Source};
use crate::text::excerpt;

/// A word and its position, as a byte offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Token<'a> {
    pub(super) fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The parts between separators, without empty ones.
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

/// A text, line by line.
pub(super) struct Tokens<'a> {
    source: Source<'a>,
    /// The position of the next line.
    at: usize,
    /// The mistakes found so far.
    pub(super) mistakes: Mistakes<'a>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self {
            source,
            at: 0,
            mistakes: Mistakes::new(source),
        }
    }

    /// The words of the next line that is not empty; a line that begins with `#` is a comment.
    pub(super) fn line(&mut self) -> Option<Vec<Token<'a>>> {
        loop {
            let rest = self.source.text.get(self.at..);
            let rest = rest.filter(|rest| !rest.is_empty())?;
            let end = rest.find(['\n', '\r']).map_or(rest.len(), |end| end + 1);
            let line = Token {
                text: &rest[..end],
                at: self.at,
            };
            self.at += end;
            if line.text.trim_start().starts_with('#') {
                continue;
            }
            let tokens: Vec<Token<'a>> = line.split(char::is_whitespace).collect();
            if !tokens.is_empty() {
                return Some(tokens);
            }
        }
    }

    /// Makes this line the next one again.
    pub(super) fn unread_line(&mut self, line: &[Token<'a>]) {
        self.at = line.first().map_or(self.at, |token| token.at);
    }

    /// The words after the first, if there are as many as `names`.
    pub(super) fn arguments<const N: usize>(
        &mut self,
        line: &[Token<'a>],
        names: [&str; N],
    ) -> Option<[Token<'a>; N]> {
        let arguments = <[Token<'a>; N]>::try_from(&line[1..]).ok();
        if arguments.is_none() {
            let form = [&[line[0].text], &names[..]].concat().join(" ");
            self.report_at(line[0], format!("expected `{form}`"));
        }
        arguments
    }

    /// A whole number in a range.
    pub(super) fn number(&mut self, token: Token<'_>, least: usize, most: usize) -> Option<usize> {
        let digits = Some(token.text).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let reason = format!(
                "`{}` is not a whole number from {least} to {most}",
                excerpt(token.text)
            );
            self.report_at(token, reason);
        }
        number
    }

    /// The text from one word to another, which follows it or is equal.
    pub(super) fn span(&self, first: Token<'a>, last: Token<'a>) -> Token<'a> {
        let end = last.at + last.text.len();
        Token {
            text: self.source.text.get(first.at..end).unwrap_or(first.text),
            at: first.at,
        }
    }

    pub(super) fn report_at(&mut self, at: Token<'_>, reason: impl Into<String>) {
        self.mistakes.add_at(at.span(), reason);
    }

    /// Reports, at the end of the text, that something is missing.
    pub(super) fn report_missing(&mut self, reason: impl Into<String>) {
        let end = self.source.text.trim_end().len();
        self.mistakes.add_at(end..end, reason);
    }
}
