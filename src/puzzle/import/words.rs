//! Lines of words, with their places: what `.tws` and `.scr` files are made of.

use crate::puzzle::file::{FileError, Source};
use crate::text::shown;

/// A word and where it begins: a byte offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Word<'a> {
    /// The parts between separators, empty ones left out.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let begin = self.text.as_ptr() as usize;
        let parts = self.text.split(separator).filter(|part| !part.is_empty());
        parts.map(move |text| Word {
            text,
            at: self.at + (text.as_ptr() as usize - begin),
        })
    }
}

/// A text, line by line.
pub(super) struct Words<'a> {
    source: Source<'a>,
    /// Where the next line begins.
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self { source, at: 0 }
    }

    /// The words of the next line that has any; a line that begins with `#` is
    /// a remark.
    pub(super) fn line(&mut self) -> Option<Vec<Word<'a>>> {
        loop {
            let rest = self
                .source
                .text
                .get(self.at..)
                .filter(|rest| !rest.is_empty())?;
            let end = rest.find(['\n', '\r']).map_or(rest.len(), |end| end + 1);
            let begin = self.at;
            self.at += end;
            let line = Word {
                text: &rest[..end],
                at: begin,
            };
            if line.text.trim_start().starts_with('#') {
                continue;
            }
            let words: Vec<Word<'a>> = words(line).collect();
            if !words.is_empty() {
                return Some(words);
            }
        }
    }

    /// The words after the first, if they are as many as they have names.
    pub(super) fn arguments<const N: usize>(
        &self,
        line: &[Word<'a>],
        names: [&str; N],
    ) -> Result<[Word<'a>; N], FileError> {
        <[Word<'a>; N]>::try_from(&line[1..]).map_err(|_| {
            let form = [&[line[0].text], &names[..]].concat().join(" ");
            let reason = format!("this must be: {form}");
            self.error(line[0], reason)
        })
    }

    /// A whole number in a range.
    pub(super) fn number(
        &self,
        word: Word<'a>,
        least: usize,
        most: usize,
    ) -> Result<usize, FileError> {
        let digits = Some(word.text).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        let number = number.filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            let reason = format!(
                "`{}` is no whole number from {least} to {most}",
                shown(word.text)
            );
            self.error(word, reason)
        })
    }

    /// The text from one word to another, which follows it or is the same.
    pub(super) fn between(&self, first: Word<'a>, last: Word<'a>) -> Word<'a> {
        let end = last.at + last.text.len();
        Word {
            text: self.source.text.get(first.at..end).unwrap_or(first.text),
            at: first.at,
        }
    }

    pub(super) fn error(&self, at: Word<'_>, reason: impl Into<String>) -> FileError {
        self.source.error(at.at..at.at + at.text.len(), reason)
    }

    /// An error about what is not there.
    pub(super) fn error_at_end(&self, reason: impl Into<String>) -> FileError {
        let end = self.source.text.trim_end().len();
        self.source.error(end..end, reason)
    }
}

fn words<'a>(line: Word<'a>) -> impl Iterator<Item = Word<'a>> {
    let begin = line.text.as_ptr() as usize;
    line.text.split_whitespace().map(move |text| Word {
        text,
        at: line.at + (text.as_ptr() as usize - begin),
    })
}
