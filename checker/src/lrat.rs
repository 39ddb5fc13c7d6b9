//! Proofs in LRAT, text or binary, one step at a time.
//!
//! LRAT is DRAT with justifications (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, *Efficient Certified RAT
//! Verification*, CADE 2017). Clauses have numbers: those of the formula from 1, and each addition states its own.
//! *Hints* are the numbers of clauses to propagate in this order: when it is reached, a clause has exactly one literal
//! that is not false; the last clause has none.
//!
//! Text: `NUMBER LITERALS 0 HINTS 0` adds a clause; `NUMBER d NUMBERS 0` deletes clauses, and its first number is
//! ignored. In a RAT step, a negative hint names a clause with which the addition is resolved, and the hints after it
//! show that the resolvent is RUP.
//!
//! Binary: `a`, number, literals, 0, hints, 0; or `d`, numbers, 0. All numbers are encoded like literals in DRAT: doubled,
//! plus one if negative. CaDiCaL before 2.1 did not double the numbers of additions, which an odd number reveals.

use std::io;
use std::io::Write;

use super::drat::{Encoding, Place, push, write_code, write_list};
use super::scan::{Bytes, ReadError, Words};

/// A proof being read.
pub(super) struct Lrat<'a> {
    source: Source<'a>,
    clause: Vec<i32>,
    /// The hints of an addition, or the numbers of deleted clauses.
    numbers: Vec<i64>,
}

enum Source<'a> {
    Text(Words<'a>),
    Binary { bytes: Bytes<'a>, doubled: bool },
}

/// One step of a proof.
pub(super) enum Step<'a> {
    /// A clause, with its number and its hints.
    Addition {
        number: u64,
        clause: &'a [i32],
        hints: &'a [i64],
    },
    /// The numbers of deleted clauses.
    Deletion(&'a [i64]),
}

impl<'a> Lrat<'a> {
    /// A proof in this encoding. `doubled` says whether the numbers of additions in a binary proof are doubled.
    pub(super) fn new(bytes: Bytes<'a>, encoding: Encoding, doubled: bool) -> Self {
        Self {
            source: match encoding {
                Encoding::Text => Source::Text(Words::new(bytes)),
                Encoding::Binary => Source::Binary { bytes, doubled },
            },
            clause: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The next step with its position; `None` at the end of the proof.
    pub(super) fn step(&mut self) -> Result<Option<(Step<'_>, Place)>, ReadError> {
        self.clause.clear();
        self.numbers.clear();
        let (clause, numbers) = (&mut self.clause, &mut self.numbers);
        let read = match &mut self.source {
            Source::Text(words) => text_step(words, clause, numbers)?,
            Source::Binary { bytes, doubled } => binary_step(bytes, *doubled, clause, numbers)?,
        };
        Ok(read.map(|StepHeader { number, place }| {
            let step = match number {
                None => Step::Deletion(&self.numbers),
                Some(number) => Step::Addition {
                    number,
                    clause: &self.clause,
                    hints: &self.numbers,
                },
            };
            (step, place)
        }))
    }
}

/// A step without its literals and hints.
struct StepHeader {
    /// The number of the added clause; `None` for a deletion.
    number: Option<u64>,
    place: Place,
}

const TRUNCATED: &str = "the last step does not end with 0: the proof is cut short";

fn text_step(
    words: &mut Words<'_>,
    clause: &mut Vec<i32>,
    numbers: &mut Vec<i64>,
) -> Result<Option<StepHeader>, ReadError> {
    let Some(first) = words.next()? else {
        return Ok(None);
    };
    let place = Place::Line(first.line);
    let number = first
        .large_number()
        .and_then(|number| u64::try_from(number).ok());
    let Some(number) = number.filter(|&number| number > 0) else {
        let quoted = first.quoted();
        return Err(first.error(format!("{quoted} is not the number of a clause")));
    };
    let mut word = words.next()?;
    let deletes = word.is_some_and(|word| word.text() == b"d");
    if deletes {
        word = words.next()?;
    } else {
        loop {
            let literal = word.ok_or_else(|| words.error_here(TRUNCATED))?;
            let value = literal.number().ok_or_else(|| literal.not_a_literal())?;
            word = words.next()?;
            if value == 0 {
                break;
            }
            push(clause, value)?;
        }
    }
    loop {
        let hint = word.ok_or_else(|| words.error_here(TRUNCATED))?;
        let value = hint
            .large_number()
            .filter(|&value| !deletes || value >= 0)
            .ok_or_else(|| {
                hint.error(format!("{} is not the number of a clause", hint.quoted()))
            })?;
        if value == 0 {
            let number = (!deletes).then_some(number);
            return Ok(Some(StepHeader { number, place }));
        }
        push(numbers, value)?;
        word = words.next()?;
    }
}

fn binary_step(
    bytes: &mut Bytes<'_>,
    doubled: bool,
    clause: &mut Vec<i32>,
    numbers: &mut Vec<i64>,
) -> Result<Option<StepHeader>, ReadError> {
    let begins = bytes.offset();
    let place = Place::Byte(begins);
    let deletes = match bytes.next()? {
        None => return Ok(None),
        Some(b'a') => false,
        Some(b'd') => true,
        Some(_) => {
            return Err(ReadError::in_binary(
                begins,
                "a step must begin with `a` or `d`",
            ));
        }
    };
    let mut number = None;
    if !deletes {
        let offset = bytes.offset();
        let code = read_code(bytes)?;
        let value = if doubled { code / 2 } else { code };
        if value == 0 || doubled && code % 2 == 1 {
            return Err(ReadError::in_binary(offset, "no clause has this number"));
        }
        number = Some(value);
        loop {
            let offset = bytes.offset();
            match read_code(bytes)? {
                0 => break,
                code => match i32::try_from(signed(code)) {
                    Ok(literal) if literal != 0 && literal != i32::MIN => push(clause, literal)?,
                    _ => return Err(ReadError::in_binary(offset, "no literal has this number")),
                },
            }
        }
    }
    loop {
        let offset = bytes.offset();
        match read_code(bytes)? {
            0 => return Ok(Some(StepHeader { number, place })),
            1 => return Err(ReadError::in_binary(offset, "no clause has this number")),
            odd if deletes && odd % 2 == 1 => {
                return Err(ReadError::in_binary(offset, "no clause has this number"));
            }
            code => push(numbers, signed(code))?,
        }
    }
}

fn read_code(bytes: &mut Bytes<'_>) -> Result<u64, ReadError> {
    // Nine bytes have 63 bits.
    bytes.number(9, "a number has more than nine bytes")
}

fn signed(code: u64) -> i64 {
    let value = (code / 2).cast_signed();
    if code % 2 == 1 { -value } else { value }
}

/// Writes an addition.
pub(super) fn write_addition(
    encoding: Encoding,
    number: u64,
    clause: &[i32],
    hints: &[i64],
    writer: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    match encoding {
        Encoding::Text => write!(writer, "{number} ")?,
        Encoding::Binary => {
            writer.write_all(b"a")?;
            write_code(number.cast_signed(), writer)?;
        }
    }
    write_list(
        encoding,
        clause.iter().map(|&literal| literal.into()),
        " ",
        writer,
    )?;
    write_list(encoding, hints.iter().copied(), "\n", writer)
}

/// Writes a deletion; `last` is the number of the last addition.
pub(super) fn write_deletion(
    encoding: Encoding,
    last: u64,
    numbers: &[i64],
    writer: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    match encoding {
        Encoding::Text => write!(writer, "{last} d ")?,
        Encoding::Binary => writer.write_all(b"d")?,
    }
    write_list(encoding, numbers.iter().copied(), "\n", writer)
}
