//! Verifies a certificate and its parts.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use crate::cli::args::explained;
use crate::cli::progress::{Progress, checking};
use crate::cli::{Failure, files, loading};
use crate::control::{Control, Stop};
use crate::proof::certificate::{Certificate, CertificateError, File, sha256};
use crate::proof::check::Formula;
use crate::proof::document::{Account, Document};
use crate::proof::identity::Given;
use crate::proof::parts::cover::CoverError;
use crate::proof::parts::cube::Cube;
use crate::proof::parts::cubes::{Cubes, CubesError};
use crate::proof::parts::{Parts, PartsError};
use crate::proof::second::{Second, rests_on, same_clauses};
use crate::proof::verify::{VerifyError, verify_problem};
use crate::solver::{Generator, GeneratorError, MOST_PROOF};
use crate::text;

/// The maximum size of a second formula beyond its clauses, mostly comments.
const MOST_CHATTER: usize = 16 * 1024 * 1024;

/// The maximum nesting of lists. Each of ours cuts off at least one turn.
const MOST_DEPTH: usize = 64;

/// Why a certificate is not verified.
pub(super) enum Refusal {
    Stopped(Stop),
    Wrong(String),
    /// The command of `--formula-by` failed, which says nothing about the certificate.
    Command(String),
}

impl From<VerifyError> for Refusal {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Stopped(stop) => Refusal::Stopped(stop),
            VerifyError::Certificate(error) => error.into(),
            error => Refusal::Wrong(error.to_string()),
        }
    }
}

impl From<CertificateError> for Refusal {
    fn from(error: CertificateError) -> Self {
        Refusal::Wrong(match &error {
            CertificateError::Identity(error) => explained(error),
            error => error.to_string(),
        })
    }
}

impl From<PartsError> for Refusal {
    fn from(error: PartsError) -> Self {
        match error {
            PartsError::Cover(CoverError::Stopped(stop)) => Refusal::Stopped(stop),
            PartsError::Certificate(error) => error.into(),
            error => Refusal::Wrong(error.to_string()),
        }
    }
}

impl From<CubesError> for Refusal {
    fn from(error: CubesError) -> Self {
        if let CubesError::Certificate(error) = error {
            return error.into();
        }
        let stop = match &error {
            CubesError::Stopped(stop) => Some(*stop),
            CubesError::Cover(cover) => match **cover {
                VerifyError::Stopped(stop) => Some(stop),
                _ => None,
            },
            _ => None,
        };
        stop.map_or_else(|| Refusal::Wrong(error.to_string()), Refusal::Stopped)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stop, _) => Refusal::Stopped(stop),
            failure => Refusal::Wrong(failure.message()),
        }
    }
}

fn damaged(reason: String) -> Refusal {
    CertificateError::Damaged(reason).into()
}

/// The command of `--formula-by`, and how it is run.
#[derive(Clone, Copy)]
pub(super) struct SecondMaker<'a> {
    pub(super) command: &'a str,
    pub(super) generator: &'a Generator,
}

/// Verifies one certificate after another.
pub(super) struct Look<'a> {
    given: Given,
    /// The command that generates each formula a second time, if any.
    generator: Option<SecondMaker<'a>>,
    control: &'a Control,
    progress: Progress,
    /// The nesting of the current list.
    depth: Cell<usize>,
    /// Verified lists, by their folder and SHA-256: another list may contain them again.
    known: RefCell<HashMap<(PathBuf, String), Account>>,
}

impl<'a> Look<'a> {
    pub(super) fn new(
        given: Given,
        generator: Option<SecondMaker<'a>>,
        progress: Progress,
        control: &'a Control,
    ) -> Self {
        Self {
            given,
            generator,
            control,
            progress,
            depth: Cell::new(0),
            known: RefCell::default(),
        }
    }

    /// Verifies a document read from a file.
    pub(super) fn at(&self, path: &Path, document: &Document) -> Result<Account, Refusal> {
        match document {
            Document::Certificate(certificate) => self.certificate(path, certificate),
            Document::Parts(parts) => self.parts(path, parts),
            Document::Cubes(cubes) => self.cubes(path, cubes),
        }
    }

    fn certificate(&self, path: &Path, certificate: &Certificate) -> Result<Account, Refusal> {
        let problem = certificate.problem(&self.given)?;
        loading::done();
        let formula = self.beside(path, &certificate.formula)?;
        let proof = self.beside(path, &certificate.proof)?;
        let mut notify = |step| self.progress.count(&checking(step));
        let files = (&formula[..], &proof[..]);
        let claim = (certificate, &problem);
        let verified = verify_problem(claim, files, self.control, &mut notify)?;
        let second = self
            .generator
            .map(|generator| self.second(path, generator, (&certificate.formula, &formula)))
            .transpose()?;
        Ok(Account {
            rests_on: rests_on(certificate.premises(&problem), second.as_ref()),
            problem,
            proofs: 1,
            additions: verified.additions,
            checked: verified.rup + verified.rat,
        })
    }

    fn parts(&self, path: &Path, parts: &Parts) -> Result<Account, Refusal> {
        let questions = parts.questions(&self.given, self.control)?;
        let mut account = Account {
            problem: questions.whole,
            proofs: 0,
            additions: 0,
            checked: 0,
            rests_on: vec![parts.premise(questions.symmetries)],
        };
        for (number, (part, question)) in parts.parts.iter().zip(&questions.parts).enumerate() {
            let of_part = self.part(path, &part.certificate)?;
            parts.check_part(number, question, &of_part.problem)?;
            account.add(of_part);
        }
        Ok(account)
    }

    fn cubes(&self, path: &Path, cubes: &Cubes) -> Result<Account, Refusal> {
        let (problem, questions) = cubes.questions(&self.given, self.control)?;
        loading::done();
        let formula = self.beside(path, &cubes.formula)?;
        let proof = self.beside(path, &cubes.proof)?;
        let mut notify = |step| self.progress.count(&checking(step));
        let all: Vec<Cube> = questions.iter().map(|(cube, _)| cube.clone()).collect();
        let files = (&formula[..], &proof[..]);
        let verified = cubes
            .verify_cover((&problem, &all), files, self.control, &mut notify)
            .map_err(|error| CubesError::Cover(Box::new(error)))?;
        let second = self
            .generator
            .map(|generator| self.second(path, generator, (&cubes.formula, &formula)))
            .transpose()?;
        let mut account = Account {
            rests_on: rests_on(cubes.premises(&problem), second.as_ref()),
            problem,
            proofs: 1,
            additions: verified.additions,
            checked: verified.rup + verified.rat,
        };
        for (number, (listed, (_, question))) in cubes.cubes.iter().zip(&questions).enumerate() {
            let of_cube = self.part(path, &listed.certificate)?;
            cubes.check_part(number, question, &of_cube.problem)?;
            account.add(of_cube);
        }
        Ok(account)
    }

    /// Verifies a file that joins several parts.
    fn part(&self, path: &Path, file: &File) -> Result<Account, Refusal> {
        let wrong = |reason: &dyn std::fmt::Display| {
            Refusal::Wrong(format!("{}: {reason}", text::shown(&file.name)))
        };
        let path = below(path, file)?;
        let content = files::read_bytes(&path, MOST_PROOF as u64, self.control)?;
        let is = sha256(&content);
        if is != file.sha256 {
            let has = text::shown(&file.sha256);
            return Err(wrong(&format!("its SHA-256 is {is}, not {has}")));
        }
        let content = String::from_utf8(content).map_err(|_| wrong(&"it is not UTF-8 text"))?;
        let document = Document::read(&content).map_err(|error| wrong(&error))?;
        let account = self.once((&path, is), &document);
        account.map_err(|refusal| match refusal {
            Refusal::Wrong(reason) => wrong(&reason),
            other => other,
        })
    }

    /// Verifies an entry of a list; a nested list only if it is new.
    fn once(
        &self,
        (path, sha256): (&Path, String),
        document: &Document,
    ) -> Result<Account, Refusal> {
        if let Document::Certificate(_) = document {
            return self.at(path, document);
        }
        let key = (path.with_file_name(""), sha256);
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(known.clone());
        }
        let depth = self.depth.get() + 1;
        if depth > MOST_DEPTH {
            let reason = format!("lists are nested more than {MOST_DEPTH} deep");
            return Err(Refusal::Wrong(reason));
        }
        self.depth.set(depth);
        let account = self.at(path, document)?;
        self.depth.set(depth - 1);
        self.known.borrow_mut().insert(key, account.clone());
        Ok(account)
    }

    /// Generates the formula with the command, and compares.
    fn second(
        &self,
        path: &Path,
        SecondMaker { command, generator }: SecondMaker<'_>,
        (file, formula): (&File, &[u8]),
    ) -> Result<Second, Refusal> {
        let most = formula.len().saturating_mul(4).saturating_add(MOST_CHATTER);
        let printed = generator.print(path, most, self.control);
        let printed = printed.map_err(|error| match error {
            GeneratorError::Stopped(stop) => Refusal::Stopped(stop),
            error => Refusal::Command(error.to_string()),
        })?;
        let theirs = Formula::read(printed.as_bytes()).map_err(|error| {
            let command = text::shown(command);
            Refusal::Command(format!(
                "what `{command}` prints is not a formula in DIMACS: {error}"
            ))
        })?;
        let ours = Formula::read(formula).map_err(|error| Refusal::Wrong(error.to_string()))?;
        match same_clauses(&ours, &theirs) {
            Ok(clauses) => Ok(Second {
                command: command.to_owned(),
                clauses,
            }),
            Err(difference) => Err(Refusal::Wrong(format!(
                "{} is not the formula that `{}` makes: {difference}",
                text::shown(&file.name),
                text::shown(command)
            ))),
        }
    }

    /// Reads a file next to a certificate.
    fn beside(&self, path: &Path, file: &File) -> Result<Vec<u8>, Refusal> {
        let path = next_to(path, file)?;
        Ok(files::read_bytes(&path, MOST_PROOF as u64, self.control)?)
    }
}

/// The path of a file next to a certificate.
fn next_to(path: &Path, file: &File) -> Result<PathBuf, Refusal> {
    let mut parts = Path::new(&file.name).components();
    let (Some(Component::Normal(name)), None) = (parts.next(), parts.next()) else {
        let name = text::shown(&file.name);
        let reason = format!("`{name}` is not the name of a file next to it");
        return Err(damaged(reason));
    };
    Ok(path.with_file_name(name))
}

/// The path of a part's certificate: next to the list, or in a folder there.
fn below(path: &Path, file: &File) -> Result<PathBuf, Refusal> {
    let name = Path::new(&file.name);
    let is_normal = |part| matches!(part, Component::Normal(_));
    if name.components().all(is_normal) && name.file_name().is_some() {
        Ok(path.with_file_name(name))
    } else {
        let name = text::shown(&file.name);
        let reason = format!("`{name}` is not the name of a file next to it, or in a folder there");
        Err(damaged(reason))
    }
}
