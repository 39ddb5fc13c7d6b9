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
use crate::notation::Notation;
use crate::problem::{Budget, Free, Freed, Problem, Question, Solution};
use crate::proof::certificate::sha256;
use crate::proof::document::Document;
use crate::proof::identity;
use crate::proof::identity::{Given, UnknownName};
use crate::puzzle::{Layout, Puzzle, State};

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
        checked.map_err(|error| Failure::Error(explained(&error)))
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
            return Err(itself(&why));
        }
        if came_to.verdict == Verdict::Failed {
            return Ok(());
        }
        let (asked, problem) = self.problem(entry)?;
        let free = asked.question.uncounted_turns(&problem);
        let free = free.map_err(|error| of_keys(&error))?;
        let freed = match free.is_empty() {
            true => Vec::new(),
            false => free.of(&problem).map_err(Failure::error)?,
        };
        let replay = Replay {
            problem: &problem,
            notation: asked.question.notation,
            free: &free,
            freed: &freed,
        };
        for (text, start) in entry.record.solved().map_err(Failure::Error)? {
            let solution = replay.solution(text, start_of(&problem, start)?)?;
            if came_to.turns != Some(solution.len()) {
                let is = problem.metric.count(solution.len());
                return Err(Failure::Error(format!("the solution has {is}")));
            }
        }
        if let Budget::AtMost(most) = problem.budget
            && let Some(why) = came_to.contradiction_within(most)
        {
            return Err(itself(&why));
        }
        match &freed[..] {
            [] => check_against_scramble(&problem, came_to)?,
            freed => {
                let problems = freed.iter().map(|one| &one.problem);
                for problem in problems {
                    check_against_scramble(problem, came_to)?;
                }
            }
        }
        if came_to.verdict != Verdict::Refuted {
            return Ok(());
        }
        if came_to.at_least != Some(problem.budget.slots() + 1) {
            let refuted = problem.asked_for();
            let why = format!("it says more or less than that {refuted} are refuted");
            return Err(Failure::Error(why));
        }
        let path = certificate((entry, came_to), &problem, self.control)?;
        if self.verifies {
            verify::verified(&path, self.of_puzzle(&problem), self.control)?;
        }
        Ok(())
    }
}

/// Replays the solutions of a line.
struct Replay<'a> {
    problem: &'a Problem,
    notation: Notation,
    /// The turns that are not counted.
    free: &'a Free,
    /// The problems that remain after the free turns; empty without free turns.
    freed: &'a [Freed],
}

impl Replay<'_> {
    /// Replays a written solution.
    fn solution(&self, text: &str, start: State) -> Result<Solution, Failure> {
        let read = |text| self.notation.read(&self.problem.puzzle, text);
        if self.freed.is_empty() {
            let turns = read(text).map_err(Failure::error)?;
            let solution = Solution::replay_from(self.problem, start, turns);
            return solution.map_err(Failure::error);
        }
        // If only a bracket is written, it may stand for free turns before or after the (empty) solution.
        let mut failure = None;
        for [before, turns, after] in bracketed(text) {
            let read = [before, turns, after].map(|part| read(part).map_err(Failure::error));
            let [before, turns, after] = read;
            let (before, turns, after) = (before?, turns?, after?);
            let parts = [&before[..], &turns, &after];
            match self.free.replay(self.freed, &start, parts) {
                Ok(solution) => return Ok(solution),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        Err(failure.map_or_else(
            || Failure::Error("internal error: no way to read a solution".to_owned()),
            Failure::error,
        ))
    }
}

/// The ways to read a text as turns with free turns in brackets before and after them.
fn bracketed(text: &str) -> Vec<[&str; 3]> {
    let text = text.trim();
    let split = |text| -> Option<(&str, &str)> { str::strip_prefix(text, '(')?.split_once(')') };
    let (before, rest) = split(text).unwrap_or_default();
    let rest = if before.is_empty() { text } else { rest.trim() };
    let inner = |text| -> Option<(&str, &str)> { str::strip_suffix(text, ')')?.rsplit_once('(') };
    let (turns, after) = inner(rest).unwrap_or((rest, ""));
    let mut ways = vec![[before, turns.trim(), after]];
    if turns.is_empty() && after.is_empty() {
        ways.push(["", "", before]);
    }
    ways
}

/// The state that a solution solves: the start or, if the start has unknown stickers, the state in the answer.
fn start_of(problem: &Problem, said: Option<&str>) -> Result<State, Failure> {
    if let Some(start) = problem.start.state() {
        return Ok(start);
    }
    let Some(text) = said else {
        let why = "the start leaves stickers open, and the state that the turns solve is missing";
        return Err(Failure::Error(why.to_owned()));
    };
    let stickers = Layout::Faces.read_stickers(&problem.puzzle, text);
    let pattern = stickers.and_then(|stickers| problem.scheme.pattern(&stickers));
    let state = pattern.map_err(Failure::error)?.state();
    state.ok_or_else(|| {
        let why = "the state that the turns solve leaves stickers open";
        Failure::Error(why.to_owned())
    })
}

fn itself(why: &str) -> Failure {
    Failure::Error(format!("it contradicts itself: {why}"))
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

/// Rejects an answer that contradicts the solution known from the scramble.
fn check_against_scramble(problem: &Problem, came_to: &Outcome) -> Result<(), Failure> {
    let verdict = came_to.verdict;
    for known in problem.known_solutions() {
        let says = if verdict.denies_solutions() && problem.budget.allows(known.len()) {
            Some(format!("it is `{verdict}`"))
        } else {
            came_to.bound_above(known.len())
        };
        if let Some(says) = says {
            let turns = problem.metric.count(known.len());
            let why = format!(
                "it contradicts the scramble: {says}, but the inverse {known} is a solution of {turns}"
            );
            return Err(Failure::Error(why));
        }
    }
    Ok(())
}
