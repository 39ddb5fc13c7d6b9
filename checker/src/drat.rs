//! Proofs in DRAT, text or binary, one step at a time.
//!
//! The format is that of drat-trim (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim: Efficient checking and trimming using
//! expressive clausal proofs*, SAT 2014), whose README describes both forms.
//!
//! Text: literals followed by 0 add a clause; with `d` in front of them they delete it. Lines that begin with `c` are
//! comments.
//!
//! Binary: `a` or `d`, then the literals as numbers 2·variable + (1 if negative), seven bits per byte, least significant
//! first, the top bit set in all but the last; then a zero byte.

use std::io;
use std::io::{Read, Write};

use super::dimacs::MAX_LITERALS;
use super::scan::{Bytes, ReadError, Words};

/// The encoding of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Numbers separated by spaces.
    Text,
    /// A compact encoding in bytes.
    Binary,
}

/// The position of a step in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, from 1.
    Line(u64),
    /// A byte, from 0.
    Byte(u64),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// A proof being read.
pub struct Proof<'a> {
    source: Source<'a>,
    clause: Vec<i32>,
    /// The first bytes, for detecting the format.
    head: Vec<u8>,
}

enum Source<'a> {
    Text(Words<'a>),
    Binary(Bytes<'a>),
}

/// What a step does with its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepAction {
    /// Adds it.
    Add,
    /// Deletes it.
    Delete,
}

/// One step of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Whether the clause is added or deleted.
    pub action: StepAction,
    /// The clause.
    pub clause: &'a [i32],
    /// Its position.
    pub place: Place,
}

impl<'a> Proof<'a> {
    /// A proof in the given encoding, or in the detected one.
    ///
    /// # Errors
    /// [`ReadError::Io`] if the beginning of the proof cannot be read.
    pub fn new(reader: impl Read + 'a, encoding: Option<Encoding>) -> Result<Self, ReadError> {
        let mut bytes = Bytes::new(reader);
        let encoding = match encoding {
            Some(encoding) => encoding,
            None => detect_encoding(bytes.ahead()?),
        };
        Self::of_bytes(bytes, encoding)
    }

    /// A proof from bytes that have not been consumed.
    pub(super) fn of_bytes(mut bytes: Bytes<'a>, encoding: Encoding) -> Result<Self, ReadError> {
        let head = bytes.ahead()?.to_vec();
        Ok(Self {
            head,
            source: match encoding {
                Encoding::Text => Source::Text(Words::new(bytes)),
                Encoding::Binary => Source::Binary(bytes),
            },
            clause: Vec::new(),
        })
    }

    /// The first bytes of the proof.
    pub(super) fn take_head(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.head)
    }

    /// The encoding of the proof.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        match self.source {
            Source::Text(_) => Encoding::Text,
            Source::Binary(_) => Encoding::Binary,
        }
    }

    /// The next step; `None` at the end of the proof.
    ///
    /// # Errors
    /// [`ReadError`] for anything that is not a step.
    pub fn step(&mut self) -> Result<Option<Step<'_>>, ReadError> {
        self.clause.clear();
        let read = match &mut self.source {
            Source::Text(words) => text_step(words, &mut self.clause)?,
            Source::Binary(bytes) => binary_step(bytes, &mut self.clause)?,
        };
        Ok(read.map(|StepHeader { action, place }| Step {
            action,
            clause: &self.clause,
            place,
        }))
    }
}

/// Detects the encoding of a proof by its beginning. No text begins with `a`. A binary proof that begins with `d` soon
/// has a zero byte, which no text has.
pub(super) fn detect_encoding(begin: &[u8]) -> Encoding {
    match begin.first() {
        Some(b'a') => Encoding::Binary,
        Some(b'd') if begin.contains(&0) => Encoding::Binary,
        _ => Encoding::Text,
    }
}

/// A step without its clause.
struct StepHeader {
    action: StepAction,
    place: Place,
}

fn text_step(
    words: &mut Words<'_>,
    clause: &mut Vec<i32>,
) -> Result<Option<StepHeader>, ReadError> {
    let Some(first) = words.next()? else {
        return Ok(None);
    };
    let (action, mut word) = match first.text() {
        b"d" => (StepAction::Delete, words.next()?),
        _ => (StepAction::Add, Some(first)),
    };
    while let Some(literal) = word {
        match literal.number() {
            Some(0) => {
                let place = Place::Line(first.line);
                return Ok(Some(StepHeader { action, place }));
            }
            Some(number) => push(clause, number)?,
            None => return Err(literal.not_a_literal()),
        }
        word = words.next()?;
    }
    Err(words.error_here("the last step does not end with 0: the proof is cut short"))
}

fn binary_step(
    bytes: &mut Bytes<'_>,
    clause: &mut Vec<i32>,
) -> Result<Option<StepHeader>, ReadError> {
    let begin = bytes.offset();
    let action = match bytes.next()? {
        None => return Ok(None),
        Some(b'a') => StepAction::Add,
        Some(b'd') => StepAction::Delete,
        Some(_) => {
            return Err(ReadError::in_binary(
                begin,
                "a step must begin with `a` or `d`",
            ));
        }
    };
    loop {
        let offset = bytes.offset();
        // Five bytes have 35 bits, more than any literal needs.
        let code = bytes.number(5, "a literal has more than five bytes")?;
        if code == 0 {
            let place = Place::Byte(begin);
            return Ok(Some(StepHeader { action, place }));
        }
        let variable = i32::try_from(code / 2)
            .ok()
            .filter(|&variable| variable > 0);
        let variable =
            variable.ok_or_else(|| ReadError::in_binary(offset, "no literal has this number"))?;
        push(clause, if code % 2 == 1 { -variable } else { variable })?;
    }
}

/// Appends to a clause or to hints, whose lengths are limited.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), ReadError> {
    if list.len() == MAX_LITERALS {
        return Err(ReadError::TooLarge {
            limit: MAX_LITERALS,
            what: "literals",
        });
    }
    list.push(item);
    Ok(())
}

/// Writes numbers and the 0 that ends them. In text, `end` follows the 0.
pub(super) fn write_list(
    encoding: Encoding,
    numbers: impl Iterator<Item = i64>,
    end: &str,
    writer: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    for number in numbers {
        match encoding {
            Encoding::Text => write!(writer, "{number} ")?,
            Encoding::Binary => write_code(number, writer)?,
        }
    }
    match encoding {
        Encoding::Text => write!(writer, "0{end}"),
        Encoding::Binary => writer.write_all(&[0]),
    }
}

/// Writes a number in the encoding of binary proofs: doubled, plus one if negative.
pub(super) fn write_code(number: i64, writer: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
    while code >= 0x80 {
        writer.write_all(&[code as u8 | 0x80])?;
        code >>= 7;
    }
    writer.write_all(&[code as u8])
}
