//! Bytes and words of a file, with their positions.
//!
//! Only one buffer and one word of a file are in memory.

use std::io;
use std::io::Read;

use super::foreign::ForeignFormat;
use super::gzip::Decompressed;

/// Why a formula or a proof cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// An I/O error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// An invalid text.
    #[error("line {line}, column {column}: {reason}")]
    Text {
        /// The line, from 1.
        line: u64,
        /// The byte in the line, from 1.
        column: u64,
        /// What is wrong.
        reason: String,
    },
    /// An invalid binary proof.
    #[error("byte {offset}: {reason}")]
    Binary {
        /// The byte, from 0.
        offset: u64,
        /// What is wrong.
        reason: String,
    },
    /// The file has another format.
    #[error("{0}")]
    ForeignFormat(ForeignFormat),
    /// The formula or the proof exceeds a limit of the checker.
    #[error("more than {limit} {what}: too large to be checked")]
    TooLarge {
        /// The limit.
        limit: usize,
        /// What is limited.
        what: &'static str,
    },
}

impl ReadError {
    /// An error in a binary proof.
    pub(super) fn in_binary(offset: u64, reason: &str) -> Self {
        Self::Binary {
            offset,
            reason: reason.to_owned(),
        }
    }
}

/// The bytes of a file, decompressed if they are gzip.
pub(super) struct Bytes<'a> {
    reader: Decompressed<'a>,
    buffer: Vec<u8>,
    /// The position in the buffer.
    at: usize,
    /// The position of the buffer in the file.
    before: u64,
}

const BUFFER_BYTES: usize = 64 * 1024;

impl<'a> Bytes<'a> {
    pub(super) fn new(reader: impl Read + 'a) -> Self {
        Self {
            reader: Decompressed::new(Box::new(reader)),
            buffer: Vec::new(),
            at: 0,
            before: 0,
        }
    }

    /// The number of bytes consumed.
    pub(super) fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The next bytes, without consuming them; empty only at the end of the file.
    pub(super) fn ahead(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() {
            self.before += self.at as u64;
            self.at = 0;
            // A pipe delivers small portions, but the detection of the format must not depend on their size.
            self.buffer.clear();
            let mut some = (&mut self.reader).take(BUFFER_BYTES as u64);
            some.read_to_end(&mut self.buffer)?;
        }
        Ok(&self.buffer[self.at..])
    }

    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        match self.buffer.get(self.at) {
            Some(&byte) => Ok(Some(byte)),
            None => Ok(self.ahead()?.first().copied()),
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    /// A number of a binary proof: seven bits per byte, lowest first, in at most `max_bytes` bytes, which must not exceed
    /// nine.
    pub(super) fn number(&mut self, max_bytes: usize, too_long: &str) -> Result<u64, ReadError> {
        let offset = self.offset();
        let mut number = 0;
        for place in 0.. {
            let byte = self.next()?.ok_or_else(|| {
                let cut = "the last step does not end: the proof is cut short";
                ReadError::in_binary(self.offset(), cut)
            })?;
            if place == max_bytes {
                break;
            }
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(ReadError::in_binary(offset, too_long))
    }
}

/// A word with its position.
#[derive(Clone, Copy)]
pub(super) struct Word {
    text: [u8; MAX_WORD],
    length: usize,
    pub(super) line: u64,
    pub(super) column: u64,
}

/// The maximum length of a word, longer than any in these formats.
const MAX_WORD: usize = 40;

impl Word {
    /// The word, or the beginning of a word that is too long.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[..self.length.min(MAX_WORD)]
    }

    /// The word in error messages.
    pub(super) fn quoted(&self) -> String {
        let more = if self.length > MAX_WORD { "…" } else { "" };
        format!("`{}{more}`", self.text().escape_ascii())
    }

    /// An error about the word.
    pub(super) fn error(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Text {
            line: self.line,
            column: self.column,
            reason: reason.into(),
        }
    }

    /// The error for a word that is not a literal.
    pub(super) fn not_a_literal(&self) -> ReadError {
        let word = self.quoted();
        self.error(match self.large_number() {
            Some(_) => format!("{word} is too large: variables go up to {}", i32::MAX),
            None => format!("{word} is not a literal: expected a number such as 3 or -3"),
        })
    }

    /// The word as a number of 31 bits and a sign, without a plus or leading zeros; `None` for any other word.
    pub(super) fn number(&self) -> Option<i32> {
        self.large_number()?
            .try_into()
            .ok()
            .filter(|&number| number != i32::MIN)
    }

    /// As [`Self::number`], but with 63 bits.
    pub(super) fn large_number(&self) -> Option<i64> {
        let (negative, digits) = match self.text().strip_prefix(b"-") {
            Some(digits) => (true, digits),
            None => (false, self.text()),
        };
        if self.length > MAX_WORD || digits.is_empty() || (digits[0] == b'0' && self.length > 1) {
            return None;
        }
        let mut value: i64 = 0;
        for &digit in digits {
            if !digit.is_ascii_digit() {
                return None;
            }
            value = value
                .checked_mul(10)?
                .checked_add(i64::from(digit - b'0'))?;
        }
        Some(if negative { -value } else { value })
    }
}

/// The words of a text, except those of comment lines, which begin with `c`.
pub(super) struct Words<'a> {
    bytes: Bytes<'a>,
    line: u64,
    line_begins: u64,
    /// Whether the line has only blanks so far.
    blank: bool,
}

impl<'a> Words<'a> {
    pub(super) fn new(bytes: Bytes<'a>) -> Self {
        Self {
            bytes,
            line: 1,
            line_begins: 0,
            blank: true,
        }
    }

    /// An error at the current position.
    pub(super) fn error_here(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Text {
            line: self.line,
            column: self.column(),
            reason: reason.into(),
        }
    }

    fn column(&self) -> u64 {
        self.bytes.offset() - self.line_begins + 1
    }

    /// The next word; `None` at the end of the text.
    pub(super) fn next(&mut self) -> io::Result<Option<Word>> {
        loop {
            match self.bytes.peek()? {
                None => return Ok(None),
                Some(b' ' | b'\t' | b'\r') => drop(self.bytes.next()?),
                Some(b'\n') => self.end_line()?,
                Some(b'c') if self.blank => {
                    while !matches!(self.bytes.peek()?, None | Some(b'\n')) {
                        self.bytes.next()?;
                    }
                }
                Some(_) => break,
            }
        }
        self.blank = false;
        let mut word = Word {
            text: [0; MAX_WORD],
            length: 0,
            line: self.line,
            column: self.column(),
        };
        while let Some(byte) = self.bytes.peek()? {
            // A word that is too long is an error, and it may be endless.
            if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') || word.length > MAX_WORD {
                break;
            }
            if let Some(place) = word.text.get_mut(word.length) {
                *place = byte;
            }
            word.length += 1;
            self.bytes.next()?;
        }
        Ok(Some(word))
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.bytes.next()?;
        self.line += 1;
        self.line_begins = self.bytes.offset();
        self.blank = true;
        Ok(())
    }
}
