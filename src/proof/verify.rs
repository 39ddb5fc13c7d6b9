//! Verifies a certificate: rebuilds the formula and checks the proof.
//!
//! *Trusted:* the puzzle, the recipe `plain` and the checker. *Not trusted:* solvers, lemmas, and everything in the
//! certificate except its question. The verifier never reads the prose of the certificate or the comments of the
//! formula; it states the result in its own words.

use super::certificate::{Certificate, File, Refuted, damaged_error, sha256};
use super::check;
use super::check::{Mode, ReadError, Verified, check_either};
use super::identity::SuppliedDefinitions;
use super::parts::cube::{Cube, negated_cubes};
use super::write::{Refutation, plain_formula, unless_stopped, verified};
use crate::control::Control;
use crate::encode::{Formula, Recipe, describe};
use crate::error::Error;
use crate::problem::Problem;
use crate::text::excerpt;

/// The formula of a certificate as the content of its file.
pub fn dimacs(problem: &Problem, recipe: &Recipe, formula: &Formula) -> Vec<u8> {
    let mut bytes = Vec::new();
    let comments = describe(problem, recipe, formula);
    // Writing to memory does not fail.
    let _ = formula.write_dimacs(&comments, &mut bytes);
    bytes
}

/// The content of the files `STEM.json`, a certificate of the refutation, and `STEM.cnf`, its formula in DIMACS. The
/// certificate expects the proof in `STEM.lrat` or `STEM.drat`, depending on its format.
///
/// # Errors
/// [`Error`] for problems that a certificate cannot express.
pub fn certificate_files(
    problem: &Problem,
    solver: &str,
    refutation: &Refutation,
    stem: &str,
) -> Result<(String, Vec<u8>), Error> {
    let formula = dimacs(problem, &refutation.recipe, &refutation.formula);
    let proof = format!("{stem}.{}", refutation.format.name());
    let certificate = Certificate::new(
        problem,
        solver,
        refutation,
        File::of(format!("{stem}.cnf"), &formula),
        File::of(proof, &refutation.proof),
    )?;
    Ok((certificate.write()?, formula))
}

/// The content of the files that a certificate of one proof names.
#[derive(Clone, Copy, Debug)]
pub struct RefutationFiles<'a> {
    /// The formula, in DIMACS.
    pub formula: &'a [u8],
    /// The proof, in the format that the certificate names.
    pub proof: &'a [u8],
}

/// Verifies a certificate of one proof, for a puzzle and plan that are `given` or built in. The returned problem has no
/// solution.
///
/// # Errors
/// [`Error`] if anything is wrong, or was not checked completely; also if its proof is in parts.
pub fn verify(
    certificate: &Certificate,
    given: impl Into<SuppliedDefinitions>,
    files: RefutationFiles<'_>,
    control: &Control,
    notify: &mut dyn FnMut(check::Progress),
) -> Result<(Problem, Verified), Error> {
    let problem = certificate.problem(&given.into());
    let problem = problem.map_err(Error::impossible_value)?;
    let (Some(refuted), []) = (&certificate.refutation, &certificate.parts[..]) else {
        let reason = "its proof is in parts, which are certificates of their own: `twistsat verify` reads them all";
        return Err(Error::impossible_value(reason));
    };
    let verified = verify_refuted(refuted, &problem, &[], files, control, notify)?;
    Ok((problem, verified))
}

/// Verifies that the formula of a problem, with the negation of each cube, is unsatisfiable.
pub(super) fn verify_refuted(
    refuted: &Refuted,
    problem: &Problem,
    cubes: &[Cube],
    files: RefutationFiles<'_>,
    control: &Control,
    notify: &mut dyn FnMut(check::Progress),
) -> Result<Verified, Error> {
    // Checking hashes is fast compared with building the formula.
    let RefutationFiles { formula, proof } = files;
    let format = refuted.format()?.into();
    check_hash(&refuted.formula, formula)?;
    check_hash(&refuted.proof, proof)?;
    let (recipe, mut rebuilt) = plain_formula(problem, control)?;
    refuted.check_formula(&recipe, &rebuilt.covers)?;
    let reason = "a part names turns or slots that the question does not have";
    let denied = negated_cubes(cubes, &rebuilt).ok_or_else(|| damaged_error(reason))?;
    rebuilt.cnf.extend(denied);
    let rebuilt = dimacs(problem, &recipe, &rebuilt);
    if let Some(line) = first_difference(formula, &rebuilt) {
        let file = &refuted.formula.name;
        let reason = format!("{file} is not the formula of this problem: line {line} differs");
        return Err(Error::impossible_value(reason));
    }
    let proof_error = |reason| Error::impossible_value(format!("{}: {reason}", refuted.proof.name));
    let read_error = |error: ReadError| proof_error(error.to_string());
    let clauses = check::Formula::read(&rebuilt[..]).map_err(read_error)?;
    let mut poll = |progress| {
        notify(progress);
        unless_stopped(control)
    };
    let outcome = check_either(&clauses, proof, format, Mode::Backward, &mut poll);
    verified(outcome.map_err(read_error)?.1, control, |rejected| {
        proof_error(format!("the proof is wrong: {rejected}"))
    })
}

/// The number, counted from 1, of the first line that differs from the rebuilt formula. Comments are ignored.
fn first_difference(formula: &[u8], rebuilt: &[u8]) -> Option<usize> {
    let (mut last, mut rebuilt) = (0, clause_lines(rebuilt));
    for (number, line) in clause_lines(formula) {
        if rebuilt.next().is_none_or(|(_, other)| line != other) {
            return Some(number);
        }
        last = number;
    }
    rebuilt.next().map(|_| last + 1)
}

/// The lines of a formula without comments, numbered from 1.
fn clause_lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
    lines.filter(|(_, line)| !line.starts_with(b"c"))
}

fn check_hash(file: &File, content: &[u8]) -> Result<(), Error> {
    let hash = sha256(content);
    if file.sha256 == hash {
        return Ok(());
    }
    let (file, expected) = (&file.name, excerpt(&file.sha256));
    let reason =
        format!("{file} is not the file of the certificate: its SHA-256 is {hash}, not {expected}");
    Err(Error::impossible_value(reason))
}
