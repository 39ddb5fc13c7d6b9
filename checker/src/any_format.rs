//! Detects the format of a proof, DRAT or LRAT, and checks the proof.

use std::io::{Read, Write};
use std::ops::ControlFlow;

use super::dimacs::Formula;
use super::drat::{Encoding, Proof, detect_encoding};
use super::foreign::{is_lrat, numbers_are_doubled, recognize};
use super::lrat;
use super::lrat::{Lrat, write_addition, write_deletion};
use super::replay::replay;
use super::run;
use super::scan::{Bytes, ReadError};
use super::trim::{TrimError, write_step};
use super::{Mode, Outcome, Progress};

/// The format of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The clauses alone. The checker must find out why each may be added.
    Drat,
    /// The clauses, each with *hints*: the numbers of the clauses from which it follows.
    Lrat,
}

impl Format {
    /// Both formats.
    pub const ALL: [Format; 2] = [Format::Lrat, Format::Drat];

    /// The name in options and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Drat => "drat",
            Format::Lrat => "lrat",
        }
    }

    /// The usual name in text.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Format::Drat => "DRAT",
            Format::Lrat => "LRAT",
        }
    }
}

/// What is known about a proof in advance. Everything else is detected from its beginning.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected {
    /// Its format.
    pub format: Option<Format>,
    /// Whether it is text or binary.
    pub encoding: Option<Encoding>,
    /// The format to assume if the beginning does not look like LRAT, for example because it is damaged or very short;
    /// DRAT if `None`.
    pub otherwise: Option<Format>,
}

impl From<Format> for Expected {
    fn from(format: Format) -> Self {
        Self {
            format: Some(format),
            ..Self::default()
        }
    }
}

/// Checks a proof that a formula is unsatisfiable, and returns its format. LRAT is always checked forwards, from its first
/// step to the empty clause. `poll` is called occasionally, and can stop the check.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read to its empty clause, or is in another format.
pub fn check_either(
    formula: &Formula,
    reader: impl Read,
    expected: Expected,
    mode: Mode,
    poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<(Format, Outcome), ReadError> {
    let mut bytes = Bytes::new(reader);
    let head = bytes.ahead()?.to_vec();
    let detected = is_lrat(&head, formula.clauses()).then_some(Format::Lrat);
    let format = expected.format.or(detected).or(expected.otherwise);
    let encoding = expected.encoding.unwrap_or_else(|| detect_encoding(&head));
    if format != Some(Format::Lrat) {
        let proof = Proof::of_bytes(bytes, encoding)?;
        return run::check(formula, proof, mode, poll).map(|outcome| (Format::Drat, outcome));
    }
    let doubled = numbers_are_doubled(&head, formula.clauses());
    let proof = Lrat::new(bytes, encoding, doubled);
    let outcome = replay(formula, proof, poll);
    let refused = matches!(
        outcome,
        Ok(Outcome::Rejected(_)) | Err(ReadError::Text { .. } | ReadError::Binary { .. })
    );
    let other = recognize(&head, formula.clauses());
    match other.filter(|other| refused && !other.is_lrat()) {
        Some(other) => Err(ReadError::ForeignFormat(other)),
        None => outcome.map(|outcome| (Format::Lrat, outcome)),
    }
}

/// Rewrites a proof in another encoding.
///
/// # Errors
/// [`TrimError`] if the proof cannot be read, or the writer fails.
pub fn rewrite(
    format: Format,
    proof: impl Read,
    encoding: Encoding,
    writer: &mut dyn Write,
) -> Result<(), TrimError> {
    rewrite_bytes(format, Bytes::new(proof), encoding, writer)
}

fn rewrite_bytes(
    format: Format,
    mut bytes: Bytes<'_>,
    encoding: Encoding,
    writer: &mut dyn Write,
) -> Result<(), TrimError> {
    let head = bytes.ahead().map_err(ReadError::from)?.to_vec();
    let detected = detect_encoding(&head);
    if format == Format::Drat {
        let mut proof = Proof::of_bytes(bytes, detected)?;
        while let Some(step) = proof.step()? {
            write_step(encoding, step.action, step.clause, writer).map_err(TrimError::Write)?;
        }
        return writer.flush().map_err(TrimError::Write);
    }
    let mut proof = Lrat::new(bytes, detected, numbers_are_doubled(&head, 0));
    let mut last = 0;
    while let Some((step, _)) = proof.step()? {
        match step {
            lrat::Step::Deletion(numbers) => write_deletion(encoding, last, numbers, writer),
            lrat::Step::Addition {
                number,
                clause,
                hints,
            } => {
                last = number;
                write_addition(encoding, number, clause, hints, writer)
            }
        }
        .map_err(TrimError::Write)?;
    }
    writer.flush().map_err(TrimError::Write)
}
