//! Checks answers against the questions of their lines: replays solutions, and compares bounds with known solutions.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::Entry;
use super::header::Header;
use super::line::is_object;
use super::record::Record;
use super::request::Request;
use super::verdict::LineVerdict;
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Budget, Problem, Question, Solution};
use crate::proof::certificate::{Certificate, sha256};
use crate::proof::identity::{self, SuppliedDefinitions, UnknownNamePolicy};
use crate::proof::verifier::{Environment, ReadFile, Refusal, Verifier};
use crate::puzzle::{Layout, Puzzle, State};

/// The maximum size of a certificate, in bytes.
const MAX_CERTIFICATE_BYTES: u64 = 256 << 20;

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

impl Checker<'_> {
    /// Checks an answer: replays each solution, and requires that a certificate is unchanged and is about the question of
    /// its line.
    pub fn check(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let record = &entry.record;
        if record.contradicts_itself() {
            return Err(record.contradiction());
        }
        if record.verdict == LineVerdict::Failed {
            return Ok(());
        }
        let (request, problem) = self.problem(&record.input)?;
        record.check(&request.question, &problem)?;
        if record.verdict != LineVerdict::Refuted {
            return Ok(());
        }
        let (path, certificate) = self.certificate(entry, &problem)?;
        if self.verifies {
            let environment = Environment {
                read: self.read,
                cross_check: None,
                on_start: &|| (),
                notify: &|_| (),
                control: self.control,
            };
            Verifier::new(self.definitions_for(&problem), environment)
                .verify(&path, &certificate)?;
        }
        Ok(())
    }

    /// The request and the problem of a line, with the defaults from the options.
    fn problem(&mut self, input: &str) -> Result<(Request, Problem), Refusal> {
        let request = self.header.request.merged_with_line(input);
        let request = request.map_err(Refusal::invalid)?;
        let problem_of = |puzzle: &Arc<Puzzle>| {
            if is_object(input) {
                request.question.problem_of(puzzle)
            } else {
                request.question.problem_of_line(puzzle, input)
            }
        };
        let key = request.shared_key().map_err(Refusal::invalid)?;
        if let Some(puzzle) = self.puzzles.get(&key) {
            let problem = problem_of(puzzle)?;
            return Ok((request, problem));
        }
        let puzzle = request.puzzle_for(&self.header.command)?;
        let problem = problem_of(&puzzle)?;
        // Reject a puzzle or plan that differs from the known one of its name: answer files contain their own copies.
        let unknown_name = if self.verifies {
            UnknownNamePolicy::Refuse
        } else {
            UnknownNamePolicy::Accept
        };
        identity::check(&problem, &self.definitions_for(&problem), unknown_name)?;
        self.puzzles.insert(key, puzzle);
        Ok((request, problem))
    }

    /// The user's plan file, and the puzzle file if it defines this problem's puzzle: a list may use several puzzles.
    fn definitions_for(&self, problem: &Problem) -> SuppliedDefinitions {
        let name = problem.full_puzzle().name();
        let puzzle = self.supplied.puzzle.clone().filter(|it| it.name() == name);
        let plan = self.supplied.plan.clone();
        SuppliedDefinitions { puzzle, plan }
    }

    /// An answer's certificate with its path, provided it is unchanged and about this problem.
    fn certificate(
        &self,
        entry: &Entry,
        problem: &Problem,
    ) -> Result<(PathBuf, Certificate), Refusal> {
        let record = &entry.record;
        let (Some(recorded), Some(hash)) = (&record.certificate, &record.certificate_sha256) else {
            return Err(Refusal::invalid("there is no certificate"));
        };
        // Try the recorded path, then the same path relative to the answer file.
        let path = match Path::new(recorded) {
            path if path.exists() => path.to_owned(),
            path => entry.path.with_file_name(path),
        };
        let shown = path.display();
        // Untrusted answers may name a pipe or an endless device.
        if path.as_os_str() == "-" || path.exists() && !path.is_file() {
            return Err(Refusal::invalid(format!("{shown} is not a file")));
        }
        let bytes = (self.read)(&path, MAX_CERTIFICATE_BYTES)?;
        let invalid = |why: &dyn std::fmt::Display| Refusal::invalid(format!("{shown}: {why}"));
        if sha256(&bytes) != *hash {
            let why = "its SHA-256 is not the one in the answer: the file was changed or replaced";
            return Err(invalid(&why));
        }
        let text = std::str::from_utf8(&bytes).map_err(|error| invalid(&error))?;
        let certificate = Certificate::read(text).map_err(|error| invalid(&error))?;
        if !certificate.is_about(problem) {
            let why = "it is about a different question from this line's";
            return Err(invalid(&why));
        }
        Ok((path, certificate))
    }
}

impl Record {
    /// Checks the answer to a question: its solutions, their lengths, and its bounds.
    fn check(&self, question: &Question, problem: &Problem) -> Result<(), Refusal> {
        let free = question.uncounted_turns(problem)?;
        let after_free_turns = if free.is_empty() {
            Vec::new()
        } else {
            free.questions(problem)?
        };
        let read = |text: &str| {
            let turns = question.notation.read(&problem.puzzle, text);
            turns.map_err(Error::failed)
        };
        let replay = |[before, turns, after]: [&str; 3], start: &State| {
            let (before, turns, after) = (read(before)?, read(turns)?, read(after)?);
            free.replay(&after_free_turns, start, &before, &turns, &after)
        };
        if !self.starts.is_empty() && self.starts.len() != self.solutions.len() {
            let (starts, solutions) = (self.starts.len(), self.solutions.len());
            let why = format!("it has {starts} starts for {solutions} solutions");
            return Err(Refusal::invalid(why));
        }
        for (at, text) in self.solutions.iter().enumerate() {
            let start = start_of(problem, self.starts.get(at))?;
            let solution = if after_free_turns.is_empty() {
                Solution::replay_from(problem, start, read(text)?)
            } else {
                let [one, other] = split_free_turns(text);
                replay(one, &start).or_else(|error| replay(other, &start).map_err(|_| error))
            };
            let solution = solution?;
            if self.turns != Some(solution.len()) {
                let (said, length) = (self.summary(), problem.metric.count(solution.len()));
                let why = format!("it says `{said}`, but its solution has {length}");
                return Err(Refusal::invalid(why));
            }
        }
        let tips = problem.tips_solution();
        let tips = question.notation.write_tips(&problem.puzzle, &tips);
        if self.turns.is_some() && self.tips.as_deref().unwrap_or_default() != tips {
            return Err(Refusal::invalid("its turns of the tips do not solve them"));
        }
        // Constraints may allow fewer turns than the budget.
        let longest = problem.constraints.max_length(&problem.allowed);
        let longest = longest.unwrap_or(usize::MAX);
        if let Budget::AtMost(most) = problem.budget
            && self.verdict == LineVerdict::NoSolution
            && self.at_least.is_some_and(|least| least <= most)
            && self.at_least.is_some_and(|least| least <= longest)
        {
            return Err(self.contradiction());
        }
        let without_free = after_free_turns.is_empty().then_some(problem);
        let with_free = after_free_turns.iter().map(|it| &it.problem);
        for problem in with_free.chain(without_free) {
            self.check_against_scramble(problem)?;
        }
        let is_refuted = self.verdict == LineVerdict::Refuted;
        if is_refuted && self.at_least != Some(problem.budget.slots() + 1) {
            let refuted = problem.question_in_words();
            return Err(Refusal::invalid(format!(
                "its lower bound does not match the refutation of {refuted}"
            )));
        }
        Ok(())
    }

    /// The refusal of an answer that contradicts itself.
    fn contradiction(&self) -> Refusal {
        let summary = self.summary();
        Refusal::invalid(format!("it contradicts itself or is incomplete: {summary}"))
    }

    /// Rejects an answer that contradicts the solution known from the scramble.
    fn check_against_scramble(&self, problem: &Problem) -> Result<(), Refusal> {
        for known in problem.known_solutions() {
            let is_excluded = if problem.budget.allows(known.len()) {
                self.excludes(known.len())
            } else {
                self.at_least > Some(known.len())
            };
            if is_excluded {
                let (says, turns) = (self.summary(), problem.metric.count(known.len()));
                return Err(Refusal::invalid(format!(
                    "it contradicts the scramble: it says `{says}`, but the inverse {known} is a solution of {turns}"
                )));
            }
        }
        Ok(())
    }
}

/// Splits a text into counted turns and the free turns in parentheses before and after them, in two possible ways:
/// without counted turns, it is unclear whether the free turns come before or after.
fn split_free_turns(text: &str) -> [[&str; 3]; 2] {
    let parts: Vec<&str> = text.split(['(', ')']).map(str::trim).collect();
    match parts[..] {
        ["", free, ""] => [[free, "", ""], ["", "", free]],
        ["", before, turns] => [[before, turns, ""]; 2],
        ["", before, turns, after, ""] => [[before, turns, after]; 2],
        [turns, after, ""] => [["", turns, after]; 2],
        _ => [["", text, ""]; 2],
    }
}

/// The state that a solution solves: the start or, if that leaves stickers open, the state given in the answer.
fn start_of(problem: &Problem, given: Option<&String>) -> Result<State, Refusal> {
    if let Some(start) = problem.start.state() {
        return Ok(start);
    }
    let missing = "the start leaves stickers open, and the state that the turns solve is missing";
    let given = given.ok_or_else(|| Refusal::invalid(missing))?;
    let stickers = Layout::Faces.read_stickers(&problem.puzzle, given)?;
    let state = problem.scheme.pattern(&stickers)?.state();
    let why = "the state that the turns solve leaves stickers open";
    state.ok_or_else(|| Refusal::invalid(why))
}
