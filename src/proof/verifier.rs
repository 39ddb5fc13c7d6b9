//! Verifies a certificate and its parts.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::path::{Component, Path, PathBuf};

use itertools::Itertools;

use super::certificate::{Certificate, File, Refuted, damaged_error, sha256};
use super::check::{Formula, Progress};
use super::identity::{InvalidClaim, SuppliedDefinitions};
use super::parts::Parts;
use super::parts::cube::Cube;
use super::premises;
use super::verify::{RefutationFiles, verify_refuted};
use crate::control::{Control, Stop};
use crate::error::{Error, ErrorKind};
use crate::problem::Problem;
use crate::solver::MAX_PROOF_BYTES;
use crate::text::{excerpt, with_thousands_separators};

/// The maximum output of a cross-check command beyond four times the size of the formula, in bytes; mostly comments.
const MAX_EXTRA_OUTPUT: usize = 16 * 1024 * 1024;

/// The maximum nesting of certificates with parts. `prove` never reaches it, because each level fixes at least one
/// slot.
const MAX_DEPTH: usize = 64;

/// Why a certificate is not verified.
#[derive(Debug)]
pub enum Refusal {
    /// The check was stopped before its end.
    Stopped(Stop),
    /// The certificate is wrong.
    InvalidCertificate(InvalidClaim),
    /// The command that generates the formula a second time failed. The certificate may be right.
    Command(String),
}

impl Refusal {
    /// The refusal of an invalid certificate or answer, for this reason.
    pub fn invalid(why: impl fmt::Display) -> Self {
        Self::InvalidCertificate(InvalidClaim::new(why))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::Stopped(stop) => Refusal::Stopped(stop),
            _ => Refusal::invalid(error),
        }
    }
}

impl From<InvalidClaim> for Refusal {
    fn from(error: InvalidClaim) -> Self {
        Refusal::InvalidCertificate(error)
    }
}

/// The result of a verification.
#[derive(Clone, Debug)]
pub struct VerificationSummary {
    /// The verified question.
    pub problem: Problem,
    /// The number of proofs.
    pub proofs: usize,
    /// The number of clauses that they add.
    pub additions: u64,
    /// The number of added clauses that were checked.
    pub checked: u64,
    /// The premises of the claim beyond the clauses, in words, without duplicates.
    pub rests_on: Vec<String>,
}

impl VerificationSummary {
    /// The summary for a problem of which nothing is verified yet.
    fn new(problem: Problem) -> Self {
        Self {
            problem,
            proofs: 0,
            additions: 0,
            checked: 0,
            rests_on: Vec::new(),
        }
    }

    /// Adds the result of one of several parts.
    fn add(&mut self, part: Self) {
        self.proofs += part.proofs;
        self.additions += part.additions;
        self.checked += part.checked;
        for premise in part.rests_on {
            if !self.rests_on.contains(&premise) {
                self.rests_on.push(premise);
            }
        }
    }
}

/// Reads a file, up to a maximum size in bytes.
pub type ReadFile<'a> = &'a dyn Fn(&Path, u64) -> Result<Vec<u8>, Refusal>;

/// How files are read and progress is reported: nothing here uses the operating system.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// Reads the files of certificates.
    pub read: ReadFile<'a>,
    /// The command that generates each formula a second time, if any.
    pub cross_check: Option<CrossCheckCommand<'a>>,
    /// Called once the question of a certificate is known, before its files are read.
    pub on_start: &'a dyn Fn(),
    /// Called with the progress of each check.
    pub notify: &'a dyn Fn(Progress),
    /// Stops the verification on request or at the time limit.
    pub control: &'a Control,
}

/// A command that generates a formula a second time.
#[derive(Clone, Copy)]
pub struct CrossCheckCommand<'a> {
    /// The command, for messages.
    pub command: &'a str,
    /// Prints the formula of the certificate at a path, in DIMACS and with at most this many bytes.
    pub print: &'a dyn Fn(&Path, usize) -> Result<String, Refusal>,
}

/// Verifies one certificate after another.
pub struct Verifier<'a> {
    supplied: SuppliedDefinitions,
    environment: Environment<'a>,
    /// The nesting depth of the current certificate with parts.
    depth: usize,
    /// The results for certificates with parts, by folder and SHA-256, because several may list the same one.
    known: HashMap<(PathBuf, String), VerificationSummary>,
}

impl<'a> Verifier<'a> {
    /// A verifier that has not checked anything yet.
    pub fn new(supplied: SuppliedDefinitions, environment: Environment<'a>) -> Self {
        Self {
            supplied,
            environment,
            depth: 0,
            known: HashMap::new(),
        }
    }

    /// Verifies a certificate that was read from a file, with its parts.
    pub fn verify(
        &mut self,
        path: &Path,
        certificate: &Certificate,
    ) -> Result<VerificationSummary, Refusal> {
        let problem = certificate.problem(&self.supplied)?;
        let control = self.environment.control;
        let parts = Parts::read(certificate, &problem, control)?;
        (self.environment.on_start)();
        let mut summary = match &certificate.refutation {
            Some(refuted) => self.verify_refutation(path, refuted, problem, &parts.cubes)?,
            None => VerificationSummary::new(problem),
        };
        summary.rests_on.extend(parts.premise);
        let questions = certificate.parts.iter().zip(&parts.questions);
        for (number, (part, question)) in (1..).zip(questions) {
            let part_summary = self.verify_part(path, &part.certificate)?;
            if let Some(key) = question.difference(&part_summary.problem) {
                let part = part.describe();
                let why =
                    format!("part {number}, `{part}`: the `{key}` of its certificate differs");
                return Err(Refusal::invalid(why));
            }
            summary.add(part_summary);
        }
        Ok(summary)
    }

    /// Verifies that the formula of a problem has no model besides those of the cubes.
    fn verify_refutation(
        &self,
        path: &Path,
        refuted: &Refuted,
        problem: Problem,
        cubes: &[Cube],
    ) -> Result<VerificationSummary, Refusal> {
        let formula = self.read_next_to(path, &refuted.formula)?;
        let proof = self.read_next_to(path, &refuted.proof)?;
        let mut notify = |step| (self.environment.notify)(step);
        let control = self.environment.control;
        let files = RefutationFiles {
            formula: &formula,
            proof: &proof,
        };
        let verified = verify_refuted(refuted, &problem, cubes, files, control, &mut notify)?;
        let mut rests_on = premises::premises(&problem, refuted.format()?);
        if let Some(command) = self.environment.cross_check {
            let premise = cross_check(path, command, &refuted.formula, &formula)?;
            rests_on.insert(premises::ENCODING + 1, premise);
        }
        Ok(VerificationSummary {
            rests_on,
            proofs: 1,
            additions: verified.additions,
            checked: verified.rup + verified.rat,
            ..VerificationSummary::new(problem)
        })
    }

    /// Verifies the certificate of a part. An error names its file.
    fn verify_part(&mut self, list: &Path, file: &File) -> Result<VerificationSummary, Refusal> {
        let path = path_of_part(list, file)?;
        let content = (self.environment.read)(&path, MAX_PROOF_BYTES as u64)?;
        let summary = self.verify_content(&path, file, content);
        summary.map_err(|refusal| match refusal {
            Refusal::InvalidCertificate(InvalidClaim { why, missing }) => {
                let why = format!("{}: {why}", excerpt(&file.name));
                Refusal::InvalidCertificate(InvalidClaim { why, missing })
            }
            other => other,
        })
    }

    /// Verifies a part by the content of its file. A part that has parts itself is verified only once.
    fn verify_content(
        &mut self,
        path: &Path,
        file: &File,
        content: Vec<u8>,
    ) -> Result<VerificationSummary, Refusal> {
        let sha256 = sha256(&content);
        if sha256 != file.sha256 {
            let expected = excerpt(&file.sha256);
            return Err(Refusal::invalid(format!(
                "its SHA-256 is {sha256}, not {expected}"
            )));
        }
        let content = String::from_utf8(content);
        let content = content.map_err(|_| Refusal::invalid("it is not UTF-8 text"))?;
        let certificate = Certificate::read(&content)?;
        if certificate.parts.is_empty() {
            return self.verify(path, &certificate);
        }
        let key = (path.with_file_name(""), sha256);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        if self.depth == MAX_DEPTH {
            let reason = format!("certificates with parts are nested more than {MAX_DEPTH} deep");
            return Err(Refusal::invalid(reason));
        }
        self.depth += 1;
        let summary = self.verify(path, &certificate);
        self.depth -= 1;
        let summary = summary?;
        self.known.insert(key, summary.clone());
        Ok(summary)
    }

    fn read_next_to(&self, path: &Path, file: &File) -> Result<Vec<u8>, Refusal> {
        let path = path_next_to(path, file)?;
        (self.environment.read)(&path, MAX_PROOF_BYTES as u64)
    }
}

/// Generates the formula with the command, and compares it with the formula of the certificate. Returns the premise
/// that can replace the one about the encoding.
fn cross_check(
    path: &Path,
    CrossCheckCommand { command, print }: CrossCheckCommand<'_>,
    file: &File,
    formula: &[u8],
) -> Result<String, Refusal> {
    let most = formula.len().saturating_mul(4);
    let printed = print(path, most.saturating_add(MAX_EXTRA_OUTPUT))?;
    let (command, file) = (excerpt(command), excerpt(&file.name));
    let theirs = Formula::read(printed.as_bytes()).map_err(|error| {
        let why = format!("the output of `{command}` is not a DIMACS formula: {error}");
        Refusal::Command(why)
    })?;
    let ours = Formula::read(formula).map_err(Refusal::invalid)?;
    let (ours, theirs) = (set_of_clauses(&ours), set_of_clauses(&theirs));
    if let Some(clause) = ours.symmetric_difference(&theirs).next() {
        let owner = if ours.contains(clause) {
            "the certificate's formula"
        } else {
            "the other"
        };
        let clause = clause.iter().chain([&0]).join(" ");
        return Err(Refusal::invalid(format!(
            "{file} is not the formula that `{command}` generates: the clause `{clause}` is only in {owner}"
        )));
    }
    Ok(format!(
        "or, in place of the encoding, on `{command}`, which generated the same set of {} clauses from the question alone",
        with_thousands_separators(ours.len() as u64)
    ))
}

/// The clauses of a formula as sets: order and repetition do not matter. Variables must have the same numbers.
fn set_of_clauses(formula: &Formula) -> BTreeSet<Vec<i32>> {
    let sorted = |clause: &[i32]| clause.iter().copied().sorted_unstable().dedup().collect();
    formula.iter().map(sorted).collect()
}

/// The path of a file next to a certificate.
pub(super) fn path_next_to(path: &Path, file: &File) -> Result<PathBuf, Refusal> {
    let mut components = Path::new(&file.name).components();
    match (components.next(), components.next()) {
        (Some(Component::Normal(name)), None) => Ok(path.with_file_name(name)),
        _ => Err(wrong_name_error(file, "next to it")),
    }
}

/// The path of a part's certificate: next to the certificate that lists the part, or in a folder there.
fn path_of_part(path: &Path, file: &File) -> Result<PathBuf, Refusal> {
    let name = Path::new(&file.name);
    let is_normal = |part| matches!(part, Component::Normal(_));
    if name.components().all(is_normal) && name.file_name().is_some() {
        return Ok(path.with_file_name(name));
    }
    Err(wrong_name_error(file, "next to it, or in a folder there"))
}

fn wrong_name_error(file: &File, place: &str) -> Refusal {
    let name = excerpt(&file.name);
    damaged_error(format!("`{name}` is not the name of a file {place}")).into()
}
