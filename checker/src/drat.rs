//! Proofs in DRAT, text or binary, one step at a time.
//!
//! The format is that of drat-trim (N. Wetzler, M. Heule and W. Hunt, *DRAT-trim: Efficient checking and trimming using expressive
//! clausal proofs*, SAT 2014), whose README says how both forms are written.
//!
//! Text: a clause and 0 adds it, `d` before it deletes it. Lines that begin with
//! `c` are comments.
//!
//! Binary: `a` or `d`, then the literals as numbers 2·variable + (1 if
//! negative), seven bits a byte, the least significant first, the top bit set in all but the
//! last; then a zero byte.

use std::io;
use std::io::{Read, Write};

use super::dimacs::MOST_LITERALS;
use super::scan::{Bytes, ReadError, Words};

/// How a proof is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Numbers and spaces.
    Text,
    /// The compact form.
    Binary,
}

/// Where a step stands in its file.
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

/// A proof that is being read.
pub struct Proof<R> {
    source: Source<R>,
    clause: Vec<i32>,
    /// The first bytes, for whoever wonders what this is.
    head: Vec<u8>,
}

enum Source<R> {
    Text(Words<R>),
    Binary(Bytes<R>),
}

/// One step of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Whether the clause is deleted and not added.
    pub deletes: bool,
    /// The clause.
    pub clause: &'a [i32],
    /// Where it begins.
    pub place: Place,
}

impl<R: Read> Proof<R> {
    /// A proof in the form that it seems to have, unless told.
    ///
    /// # Errors
    /// [`ReadError::Io`] if nothing can be read.
    pub fn new(reader: R, form: Option<Form>) -> Result<Self, ReadError> {
        let mut bytes = Bytes::new(reader);
        let form = match form {
            Some(form) => form,
            None => guess(bytes.ahead()?),
        };
        Self::of_bytes(bytes, form)
    }

    /// The same for bytes of which none is taken yet.
    pub(super) fn of_bytes(mut bytes: Bytes<R>, form: Form) -> Result<Self, ReadError> {
        let head = bytes.ahead()?.to_vec();
        Ok(Self {
            head,
            source: match form {
                Form::Text => Source::Text(Words::new(bytes)),
                Form::Binary => Source::Binary(bytes),
            },
            clause: Vec::new(),
        })
    }

    /// The first bytes of the proof.
    pub(super) fn take_head(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.head)
    }

    /// How the proof is written.
    #[must_use]
    pub fn form(&self) -> Form {
        match self.source {
            Source::Text(_) => Form::Text,
            Source::Binary(_) => Form::Binary,
        }
    }

    /// The next step, if there is one.
    ///
    /// # Errors
    /// [`ReadError`] for anything that is no step.
    pub fn step(&mut self) -> Result<Option<Step<'_>>, ReadError> {
        self.clause.clear();
        let read = match &mut self.source {
            Source::Text(words) => text_step(words, &mut self.clause)?,
            Source::Binary(bytes) => binary_step(bytes, &mut self.clause)?,
        };
        Ok(read.map(|(deletes, place)| Step {
            deletes,
            clause: &self.clause,
            place,
        }))
    }
}

/// *Idea.* No text begins with `a`. A binary proof that begins with `d` has a
/// zero byte before long, which no text has.
pub(super) fn guess(begin: &[u8]) -> Form {
    match begin.first() {
        Some(b'a') => Form::Binary,
        Some(b'd') if begin.contains(&0) => Form::Binary,
        _ => Form::Text,
    }
}

/// Whether the step deletes, and where it begins.
type Begun = Result<Option<(bool, Place)>, ReadError>;

fn text_step<R: Read>(words: &mut Words<R>, clause: &mut Vec<i32>) -> Begun {
    let Some(first) = words.next()? else {
        return Ok(None);
    };
    let deletes = first.text() == b"d";
    let mut word = if deletes { words.next()? } else { Some(first) };
    while let Some(literal) = word {
        match literal.number() {
            Some(0) => return Ok(Some((deletes, Place::Line(first.line)))),
            Some(number) => push(clause, number)?,
            None => return Err(literal.no_literal()),
        }
        word = words.next()?;
    }
    Err(words.wrong_here("the last step does not end with 0: the proof is cut short"))
}

fn binary_step<R: Read>(bytes: &mut Bytes<R>, clause: &mut Vec<i32>) -> Begun {
    let place = bytes.offset();
    let deletes = match bytes.next()? {
        None => return Ok(None),
        Some(b'a') => false,
        Some(b'd') => true,
        Some(_) => {
            return Err(ReadError::in_binary(
                place,
                "a step must begin with `a` or `d`",
            ));
        }
    };
    loop {
        let offset = bytes.offset();
        // Five bytes have 35 bits, more than any literal.
        let code = bytes.number(5, "a literal has more than five bytes")?;
        if code == 0 {
            return Ok(Some((deletes, Place::Byte(place))));
        }
        let variable = i32::try_from(code / 2)
            .ok()
            .filter(|&variable| variable > 0);
        let variable =
            variable.ok_or_else(|| ReadError::in_binary(offset, "no literal has this number"))?;
        push(clause, if code % 2 == 1 { -variable } else { variable })?;
    }
}

/// Adds to a clause or to hints, which have a limit.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), ReadError> {
    if list.len() == MOST_LITERALS {
        return Err(ReadError::TooLarge {
            most: MOST_LITERALS,
            what: "literals",
        });
    }
    list.push(item);
    Ok(())
}

/// Writes a number as binary proofs have it: twice as large and one more if negative.
pub(super) fn write_code(number: i64, writer: &mut impl Write) -> io::Result<()> {
    let mut code = 2 * number.unsigned_abs() + u64::from(number < 0);
    while code >= 0x80 {
        writer.write_all(&[code as u8 | 0x80])?;
        code >>= 7;
    }
    writer.write_all(&[code as u8])
}
