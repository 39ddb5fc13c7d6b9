//! Checks recorded answers against the questions on their lines of the list.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::Entry;
use super::header::Header;
use super::line::Line;
use super::request::Request;
use super::verdict::LineVerdict;
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Problem, Question};
use crate::proof::certificate::{Certificate, sha256};
use crate::proof::identity::{self, SuppliedDefinitions, UnknownName};
use crate::proof::verifier::{Environment, ReadFile, Refusal, Verifier};
use crate::puzzle::Puzzle;

/// The maximum size of a certificate, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Checks answers to the lines of one list.
pub struct Checker<'a> {
    /// The list.
    pub header: &'a Header,
    /// The puzzle and plan files from the user.
    pub supplied: SuppliedDefinitions,
    /// Whether the proofs of certificates are checked as well.
    pub verifies: bool,
    /// Reads certificates.
    pub read: ReadFile<'a>,
    /// Stops the work on request or at the time limit.
    pub control: &'a Control,
    /// The puzzles that were accepted with their plans, by [`Request::shared_key`].
    pub puzzles: HashMap<String, Arc<Puzzle>>,
}

impl Request {
    /// The puzzle of the question. For `prove`, a file equivalent to a built-in puzzle counts as that one, as in
    /// certificates.
    pub fn puzzle_for(&self, command: &str) -> Result<Arc<Puzzle>, Error> {
        let puzzle = self.question.puzzle()?;
        let built_in = (command == "prove").then(|| puzzle.as_built_in()).flatten();
        Ok(built_in.unwrap_or(puzzle))
    }

    /// The problem of a line, which is either a complete question or only a start.
    pub fn problem(&self, line: &Line, puzzle: &Arc<Puzzle>) -> Result<Problem, Error> {
        use crate::problem::StartText;
        match &line.state {
            Some(state) => self.question.problem_from(puzzle, StartText::State(state)),
            None if line.is_object() => self.question.problem_of(puzzle),
            None => self.question.problem_of_line(puzzle, &line.input),
        }
    }
}

impl Checker<'_> {
    /// Checks an answer: replays each solution, and requires that a certificate is unchanged and is about the question of
    /// its line.
    pub fn check(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let record = &entry.record;
        if record.contradicts_itself() {
            let summary = record.summary();
            return Err(Refusal::wrong(format!(
                "it contradicts itself or is incomplete: {summary}"
            )));
        }
        if record.verdict == LineVerdict::Failed {
            return Ok(());
        }
        let (request, problem) = self.problem(entry)?;
        let checked = record.check(&request.question, &problem);
        checked.map_err(Refusal::wrong)?;
        if record.verdict != LineVerdict::Refuted {
            return Ok(());
        }
        let (path, certificate) = self.certificate(entry, &problem)?;
        if self.verifies {
            let environment = Environment {
                read: self.read,
                second: None,
                on_start: &|| (),
                notify: &|_| (),
                control: self.control,
            };
            Verifier::new(self.definitions_for(&problem), environment)
                .verify(&path, &certificate)?;
        }
        Ok(())
    }

    /// The question and problem of a line, with the defaults from the options.
    fn problem(&mut self, entry: &Entry) -> Result<(Request, Problem), Refusal> {
        let line = Line {
            number: entry.record.line,
            input: entry.record.input.clone(),
            state: None,
        };
        let request = if line.is_object() {
            let request = self.header.request.merged_with_line(&line.input);
            request.map_err(Refusal::wrong)?
        } else {
            self.header.request.clone()
        };
        let refusal = |error: Error| Refusal::wrong(error.in_words(|key| format!("`{key}`")));
        let key = request.shared_key().map_err(Refusal::wrong)?;
        if let Some(puzzle) = self.puzzles.get(&key) {
            let problem = request.problem(&line, puzzle).map_err(refusal)?;
            return Ok((request, problem));
        }
        let puzzle = request.puzzle_for(&self.header.command).map_err(refusal)?;
        let problem = request.problem(&line, &puzzle).map_err(refusal)?;
        // Reject a puzzle or plan that differs from the known one of its name: answer files contain their own copies.
        let unknown_name = if self.verifies {
            UnknownName::Refuse
        } else {
            UnknownName::Accept
        };
        identity::check(&problem, &self.definitions_for(&problem), unknown_name)?;
        self.puzzles.insert(key, puzzle);
        Ok((request, problem))
    }

    /// The user's plan file, and the puzzle file if it defines the puzzle of this problem: a list may use several
    /// puzzles.
    fn definitions_for(&self, problem: &Problem) -> SuppliedDefinitions {
        let name = problem.whole_puzzle().name();
        let puzzle = self.supplied.puzzle.clone().filter(|it| it.name() == name);
        SuppliedDefinitions {
            puzzle,
            plan: self.supplied.plan.clone(),
        }
    }

    /// An answer's certificate with its path, provided it is unchanged and about this problem.
    fn certificate(
        &self,
        entry: &Entry,
        problem: &Problem,
    ) -> Result<(PathBuf, Certificate), Refusal> {
        let record = &entry.record;
        let (Some(recorded), Some(hash)) = (&record.certificate, &record.certificate_sha256) else {
            return Err(Refusal::wrong("there is no certificate"));
        };
        // Try the recorded path, then the same path relative to the answer file.
        let path = match Path::new(recorded) {
            path if path.exists() => path.to_owned(),
            path => entry.path.with_file_name(path),
        };
        // Untrusted answers may name a pipe or an endless device.
        if path.as_os_str() == "-" || path.exists() && !path.is_file() {
            return Err(Refusal::wrong(format!("{} is not a file", path.display())));
        }
        let bytes = (self.read)(&path, MAX_BYTES)?;
        let wrong =
            |why: &dyn std::fmt::Display| Refusal::wrong(format!("{}: {why}", path.display()));
        if sha256(&bytes) != *hash {
            return Err(wrong(&"it is not the certificate that was written"));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| wrong(&error))?;
        let certificate = Certificate::read(text).map_err(|error| wrong(&error))?;
        if Some(&certificate.question) != Question::of(problem).as_ref() {
            return Err(wrong(&"it is about another question than that of the line"));
        }
        Ok((path, certificate))
    }
}
