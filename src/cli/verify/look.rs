//! Looking at a certificate, and at those that it consists of.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::asked::Args;
use crate::cli::files::Kind;
use crate::cli::progress::{Progress, checking};
use crate::cli::{Failure, files, loading};
use crate::control::{Control, Stop};
use crate::plan::Plan;
use crate::proof::certificate::{Certificate, CertificateError, File, sha256};
use crate::proof::check::Formula;
use crate::proof::document::{Account, Document};
use crate::proof::parts::cover::CoverError;
use crate::proof::parts::cube::Cube;
use crate::proof::parts::cubes::{Cubes, CubesError};
use crate::proof::parts::{Parts, PartsError};
use crate::proof::plan_identity;
use crate::proof::second::{Second, rests_on, same_clauses};
use crate::proof::verify::{VerifyError, verify_by};
use crate::puzzle::Puzzle;
use crate::solver::{Generator, GeneratorError, MOST_PROOF};
use crate::text;

/// What a second formula may have beside the clauses: comments, mostly.
const MOST_CHATTER: usize = 16 * 1024 * 1024;

/// Lists of lists are looked at so deep. Each of ours cuts off a turn or more.
const MOST_DEPTH: usize = 64;

/// Why a certificate is not verified.
pub(super) enum Refusal {
    Stopped(Stop),
    Wrong(String),
    /// The command that makes the formula a second time does not, which says nothing of the certificate.
    Command(String),
}

impl From<VerifyError> for Refusal {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Stopped(stop) => Refusal::Stopped(stop),
            error => Refusal::Wrong(error.to_string()),
        }
    }
}

impl From<PartsError> for Refusal {
    fn from(error: PartsError) -> Self {
        match error {
            PartsError::Cover(CoverError::Stopped(stop)) => Refusal::Stopped(stop),
            error => Refusal::Wrong(error.to_string()),
        }
    }
}

impl From<CubesError> for Refusal {
    fn from(error: CubesError) -> Self {
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
    VerifyError::from(CertificateError::Damaged(reason)).into()
}

/// Looks at one certificate after the other.
pub(super) struct Look<'a> {
    args: &'a Args,
    generator: Option<&'a Generator>,
    control: &'a Control,
    progress: Progress,
    /// How many lists what is looked at now stands in.
    depth: Cell<usize>,
    /// Lists that are verified, by their folder and SHA-256: another list may have them again.
    known: RefCell<HashMap<(PathBuf, String), Account>>,
}

impl<'a> Look<'a> {
    pub(super) fn new(
        args: &'a Args,
        generator: Option<&'a Generator>,
        control: &'a Control,
    ) -> Self {
        Self {
            args,
            generator,
            control,
            progress: Progress::new(args.quiet),
            depth: Cell::new(0),
            known: RefCell::default(),
        }
    }

    /// Verifies what was read from a file.
    pub(super) fn at(&self, path: &Path, document: &Document) -> Result<Account, Refusal> {
        let puzzle = self.puzzle(document)?;
        let plan = self.plan(&puzzle)?;
        plan_identity::check(document.statement(), &puzzle, plan.as_ref()).map_err(|error| {
            let hint = if plan.is_none() {
                " (--plan-file PATH)"
            } else {
                ""
            };
            Refusal::Wrong(format!("{error}{hint}"))
        })?;
        match document {
            Document::Certificate(certificate) => {
                self.certificate(path, certificate, (puzzle, plan))
            }
            Document::Parts(parts) => self.parts(path, parts, &puzzle),
            Document::Cubes(cubes) => self.cubes(path, cubes, &puzzle),
        }
    }

    fn certificate(
        &self,
        path: &Path,
        certificate: &Certificate,
        (puzzle, plan): (Arc<Puzzle>, Option<Plan>),
    ) -> Result<Account, Refusal> {
        let problem = certificate.problem(&puzzle).map_err(VerifyError::from)?;
        loading::done();
        let formula = self.beside(path, &certificate.formula)?;
        let proof = self.beside(path, &certificate.proof)?;
        let mut notify = |step| self.progress.count(&checking(step));
        let files = (&formula[..], &proof[..]);
        let plan = plan.as_ref();
        let verified = verify_by(certificate, puzzle, plan, files, self.control, &mut notify)?;
        let second = { self.generator }
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

    fn parts(&self, path: &Path, parts: &Parts, puzzle: &Arc<Puzzle>) -> Result<Account, Refusal> {
        let questions = parts.questions(puzzle, self.control)?;
        let mut account = Account {
            problem: questions.whole,
            proofs: 0,
            additions: 0,
            checked: 0,
            rests_on: vec![parts.premise(questions.symmetries)],
        };
        for (number, (part, question)) in parts.parts.iter().zip(&questions.parts).enumerate() {
            account.add(self.part(path, &part.certificate, |document| {
                Ok(parts.check_part(number, question, document.statement())?)
            })?);
        }
        Ok(account)
    }

    fn cubes(&self, path: &Path, cubes: &Cubes, puzzle: &Arc<Puzzle>) -> Result<Account, Refusal> {
        let (problem, questions) = cubes.questions(puzzle, self.control)?;
        loading::done();
        let formula = self.beside(path, &cubes.formula)?;
        let proof = self.beside(path, &cubes.proof)?;
        let mut notify = |step| self.progress.count(&checking(step));
        let all: Vec<Cube> = questions.iter().map(|(cube, _)| cube.clone()).collect();
        let files = (&formula[..], &proof[..]);
        let verified = { cubes }
            .verify_cover((&problem, &all), files, self.control, &mut notify)
            .map_err(|error| CubesError::Cover(Box::new(error)))?;
        let second = { self.generator }
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
            account.add(self.part(path, &listed.certificate, |document| {
                Ok(cubes.check_part(number, question, document.statement())?)
            })?);
        }
        Ok(account)
    }

    /// Verifies what a file of one of several parts says, if it is what it must be.
    fn part(
        &self,
        path: &Path,
        file: &File,
        check: impl FnOnce(&Document) -> Result<(), Refusal>,
    ) -> Result<Account, Refusal> {
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
        check(&document)?;
        let account = self.once((&path, is), &document);
        account.map_err(|refusal| match refusal {
            Refusal::Wrong(reason) => wrong(&reason),
            other => other,
        })
    }

    /// Verifies what stands in a list; a list, which may have more of them, only where it is new.
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
            let reason = format!("lists stand in each other more than {MOST_DEPTH} deep");
            return Err(Refusal::Wrong(reason));
        }
        self.depth.set(depth);
        let account = self.at(path, document)?;
        self.depth.set(depth - 1);
        self.known.borrow_mut().insert(key, account.clone());
        Ok(account)
    }

    /// Has the formula made a second time, and compares.
    fn second(
        &self,
        path: &Path,
        generator: &Generator,
        (file, formula): (&File, &[u8]),
    ) -> Result<Second, Refusal> {
        let command = self.args.formula_by.clone().unwrap_or_default();
        let most = formula.len().saturating_mul(4).saturating_add(MOST_CHATTER);
        let printed = generator.print(path, most, self.control);
        let printed = printed.map_err(|error| match error {
            GeneratorError::Stopped(stop) => Refusal::Stopped(stop),
            error => Refusal::Command(error.to_string()),
        })?;
        let theirs = Formula::read(printed.as_bytes()).map_err(|error| {
            let command = text::shown(&command);
            Refusal::Command(format!(
                "what `{command}` prints is not a formula in DIMACS: {error}"
            ))
        })?;
        let ours = Formula::read(formula).map_err(|error| Refusal::Wrong(error.to_string()))?;
        match same_clauses(&ours, &theirs) {
            Ok(clauses) => Ok(Second { command, clauses }),
            Err(difference) => Err(Refusal::Wrong(format!(
                "{} is not the formula that `{}` makes: {difference}",
                text::shown(&file.name),
                text::shown(&command)
            ))),
        }
    }

    /// The puzzle that this is about.
    fn puzzle(&self, document: &Document) -> Result<Arc<Puzzle>, Refusal> {
        let puzzle = match (&self.args.puzzle_file, document.puzzle_file()) {
            (Some(path), _) => {
                let text = files::read_under(path, Kind::Definition, self.control)?;
                Puzzle::from_file(&files::name(path), &text)
            }
            (None, Some(file)) => {
                let name = text::shown(&document.statement().puzzle);
                let is_known = Puzzle::built_in_as(&document.statement().puzzle).is_some();
                let what = if is_known {
                    format!("is not the built-in {name}")
                } else {
                    "is not built in".to_owned()
                };
                return Err(Refusal::Wrong(format!(
                    "its puzzle {name} {what}; give its file, which was {} when the certificate was written, with --puzzle-file PATH",
                    text::shown(file)
                )));
            }
            (None, None) => {
                let built_in =
                    Puzzle::built_in_as(&document.statement().puzzle).ok_or_else(|| {
                        let name = text::shown(&document.statement().puzzle);
                        damaged(format!("unknown puzzle {name}"))
                    })?;
                Ok(Puzzle::clone(&built_in))
            }
        };
        let groups: Vec<&str> = document.with().iter().map(String::as_str).collect();
        puzzle
            .and_then(|puzzle| puzzle.with_groups(&groups))
            .map(Arc::new)
            .map_err(|error| Refusal::Wrong(error.to_string()))
    }

    /// The plan that the reader gives.
    fn plan(&self, puzzle: &Arc<Puzzle>) -> Result<Option<Plan>, Refusal> {
        let Some(path) = &self.args.plan_file else {
            return Ok(None);
        };
        let text = files::read_under(path, Kind::Definition, self.control)?;
        let plan = Plan::from_toml(&files::name(path), &text, puzzle);
        plan.map(Some)
            .map_err(|error| Refusal::Wrong(error.to_string()))
    }

    /// Reads a file that stands beside a certificate.
    fn beside(&self, path: &Path, file: &File) -> Result<Vec<u8>, Refusal> {
        let path = next_to(path, file)?;
        Ok(files::read_bytes(&path, MOST_PROOF as u64, self.control)?)
    }
}

/// Where a file is that stands beside a certificate.
fn next_to(path: &Path, file: &File) -> Result<PathBuf, Refusal> {
    let mut parts = Path::new(&file.name).components();
    let (Some(Component::Normal(name)), None) = (parts.next(), parts.next()) else {
        let name = text::shown(&file.name);
        let reason = format!("`{name}` is not the name of a file next to it");
        return Err(damaged(reason));
    };
    Ok(path.with_file_name(name))
}

/// Where the certificate of a part is: next to the list, or in a folder there.
fn below(path: &Path, file: &File) -> Result<PathBuf, Refusal> {
    let name = Path::new(&file.name);
    let is_normal = |part| matches!(part, Component::Normal(_));
    match name.components().all(is_normal) && name.file_name().is_some() {
        true => Ok(path.with_file_name(name)),
        false => {
            let name = text::shown(&file.name);
            let reason =
                format!("`{name}` is not the name of a file next to it, or in a folder there");
            Err(damaged(reason))
        }
    }
}
