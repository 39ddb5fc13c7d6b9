//! Checks the answers to a list.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::args::explained;
use crate::cli::batch::{of_keys, posed, puzzle_of};
use crate::cli::files::Kind;
use crate::cli::{Failure, files, verify};
use crate::control::Control;
use crate::list::{Asked, Entry, Header, Line, Outcome, Verdict};
use crate::problem::{Problem, Question};
use crate::proof::certificate::sha256;
use crate::proof::document::Document;
use crate::proof::identity;
use crate::proof::identity::{Given, UnknownName};
use crate::puzzle::Puzzle;

/// Checks answers to the lines of one list.
pub(super) struct Checker<'a> {
    pub(super) header: &'a Header,
    /// The puzzle and plan files from the user.
    pub(super) given: &'a Given,
    /// Whether to check proofs, too.
    pub(super) verifies: bool,
    pub(super) control: &'a Control,
    puzzles: HashMap<String, Arc<Puzzle>>,
    /// The shared keys of lines whose puzzle and plan have been accepted.
    accepted: HashSet<String>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        header: &'a Header,
        (given, verifies): (&'a Given, bool),
        control: &'a Control,
    ) -> Self {
        Self {
            header,
            given,
            verifies,
            control,
            puzzles: HashMap::new(),
            accepted: HashSet::new(),
        }
    }

    /// The question and problem of a line, with the defaults from the options.
    fn problem(&mut self, entry: &Entry) -> Result<(Asked, Problem), Failure> {
        let line = Line {
            number: entry.record.line,
            input: entry.record.input.clone(),
            state: None,
        };
        let asked = if line.is_object() {
            let asked = self.header.asked.with(&line.input);
            asked.map_err(Failure::Error)?
        } else {
            self.header.asked.clone()
        };
        let key = asked.key().map_err(Failure::Error)?;
        let puzzle = match self.puzzles.get(&key) {
            Some(puzzle) => puzzle.clone(),
            None => {
                let puzzle = puzzle_of(&self.header.command, &asked.question)?;
                self.puzzles.insert(key.clone(), puzzle.clone());
                puzzle
            }
        };
        let problem = if line.is_object() {
            let start = asked.question.start().map_err(|error| of_keys(&error))?;
            let problem = asked.question.problem_from(&puzzle, start);
            problem.map_err(|error| of_keys(&error))?
        } else {
            posed(&line, &asked, &puzzle)?
        };
        if !self.accepted.contains(&key) {
            self.check_identity(&problem)?;
            self.accepted.insert(key);
        }
        Ok((asked, problem))
    }

    /// Rejects a puzzle or plan that does not match its name: answer files contain their own copies.
    fn check_identity(&self, problem: &Problem) -> Result<(), Failure> {
        let unknown_name = if self.verifies {
            UnknownName::Refuse
        } else {
            UnknownName::Accept
        };
        let checked = identity::check(problem, &self.of_puzzle(problem), unknown_name);
        checked.map_err(|error| Failure::Error(explained(&error, error.missing())))
    }

    /// The puzzle and plan files from the user, without a puzzle of another name: the lines of a list may use several puzzles.
    fn of_puzzle(&self, problem: &Problem) -> Given {
        let name = problem.whole_puzzle().name();
        let puzzle = self.given.puzzle.clone().filter(|it| it.name() == name);
        Given {
            puzzle,
            plan: self.given.plan.clone(),
        }
    }

    /// Checks an answer: replays each solution, and requires that a certificate is unchanged and is about the question of
    /// its line.
    pub(super) fn check(&mut self, entry: &Entry, came_to: &Outcome) -> Result<(), Failure> {
        if let Some(why) = came_to.contradiction() {
            return Err(Failure::Error(format!("it contradicts itself: {why}")));
        }
        if came_to.verdict == Verdict::Failed {
            return Ok(());
        }
        let (asked, problem) = self.problem(entry)?;
        let checked = entry.record.check(came_to, (&asked.question, &problem));
        checked.map_err(Failure::Error)?;
        if came_to.verdict != Verdict::Refuted {
            return Ok(());
        }
        let path = certificate((entry, came_to), &problem, self.control)?;
        if self.verifies {
            verify::verified(&path, self.of_puzzle(&problem), self.control)?;
        }
        Ok(())
    }
}

/// The path of an answer's certificate, provided it is unchanged and about this problem.
fn certificate(
    (entry, came_to): (&Entry, &Outcome),
    problem: &Problem,
    control: &Control,
) -> Result<PathBuf, Failure> {
    let (Some(said), Some(hash)) = (&came_to.certificate, &came_to.certificate_sha256) else {
        return Err(Failure::Error("there is no certificate".to_owned()));
    };
    // Try the recorded path, then the same path relative to the answer file.
    let path = match Path::new(said) {
        path if path.exists() => path.to_owned(),
        path => entry.path.with_file_name(path),
    };
    // Untrusted answers may name a pipe or an endless device.
    if path.as_os_str() == "-" || path.exists() && !path.is_file() {
        return Err(Failure::Error(format!("{} is no file", path.display())));
    }
    let text = files::read_under(&path, Kind::Certificate, control)?;
    let wrong = |why: String| Failure::Error(format!("{}: {why}", path.display()));
    if sha256(text.as_bytes()) != *hash {
        let why = "it is not the certificate that was written";
        return Err(wrong(why.to_owned()));
    }
    let document = Document::read(&text).map_err(|error| wrong(error.to_string()))?;
    if Some(document.question()) == Question::of(problem).as_ref() {
        Ok(path)
    } else {
        Err(wrong(
            "it is about another question than the line".to_owned(),
        ))
    }
}
