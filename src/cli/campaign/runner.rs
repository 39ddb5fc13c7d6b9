//! Jobs, done in this process.
//!
//! *Idea.* Jobs differ in where they start. So their other words are read once, with puzzle, recipe and table, and each job
//! is then its start alone.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use clap::{Parser, Subcommand};

use crate::answer::{Answer, Outcome as Answered};
use crate::campaign::{Came, Campaign, Job, Outcome, Runner, Verdict};
use crate::cli::args::{ProblemArgs, explained};
use crate::cli::{Failure, prove, solve};
use crate::control::{Control, Stop};
use crate::notation::Notation;
use crate::problem::{Budget, Problem, Question, Solution, StartText, Statement};
use crate::proof::certificate::{Certificate, sha256};
use crate::proof::identity::{self, Given, UnknownName};
use crate::proof::write;

/// Where certificates go, in the campaign's folder.
const PROOFS: &str = "proofs";

/// How many digits of a job's name are that of its folder.
const FOLDER_DIGITS: usize = 2;

/// What a job can be.
#[derive(Parser)]
#[command(name = "twistsat")]
struct Line {
    #[command(subcommand)]
    asked: Asked,
}

#[derive(Subcommand)]
enum Asked {
    Solve(Box<solve::Args>),
    Prove(Box<prove::Args>),
}

/// What jobs with the same words share.
pub(super) enum Prepared {
    Solve(Box<solve::Prepared>),
    Prove(Box<prove::Prepared>),
}

impl Prepared {
    /// What a command line asks.
    pub(super) fn read(words: &[String]) -> Result<Self, Failure> {
        let line = ["twistsat"]
            .into_iter()
            .chain(words.iter().map(String::as_str));
        let line = Line::try_parse_from(line).map_err(|error| {
            let text = error.to_string();
            // Its first paragraph: what is wrong. The rest is about the whole command.
            let text = text.split("\n\n").next().unwrap_or_default();
            let text = text.trim_start_matches("error: ");
            Failure::Usage(format!(
                "a job of a campaign is `solve …` or `prove …`: {text}"
            ))
        })?;
        Ok(match line.asked {
            Asked::Solve(args) => Self::Solve(Box::new(solve::Prepared::new(*args)?)),
            Asked::Prove(args) => Self::Prove(Box::new(prove::Prepared::new(*args)?)),
        })
    }

    pub(super) fn args(&self) -> &ProblemArgs {
        match self {
            Self::Solve(solve) => solve.args(),
            Self::Prove(prove) => prove.args(),
        }
    }

    /// The problem from a start, which must be a state: a result is replayed from there.
    pub(super) fn problem(&self, start: StartText<'_>) -> Result<Problem, Failure> {
        let (StartText::Scramble(text) | StartText::State(text) | StartText::Either(text)) = start;
        if text == "-" || text.starts_with('@') {
            let why =
                "a job of a campaign must say its start itself; stdin and files are elsewhere";
            return Err(Failure::Usage(why.to_owned()));
        }
        let problem = match self {
            Self::Solve(solve) => solve.problem(start)?,
            Self::Prove(prove) => prove.problem(start)?,
        };
        if problem.start.state().is_none() && matches!(self, Self::Solve(_)) {
            let why = "a job of a campaign requires a start without unknown stickers";
            return Err(Failure::Error(why.to_owned()));
        }
        Ok(problem)
    }

    pub(super) fn question(&self) -> &Question {
        match self {
            Self::Solve(solve) => solve.question(),
            Self::Prove(prove) => prove.question(),
        }
    }

    fn notation(&self) -> Notation {
        self.question().notation
    }
}

/// The start among the words of a job, and the words without it; `None` if it is not said in the plain way.
pub(super) fn split(words: &[String]) -> Option<(StartText<'_>, Vec<&str>)> {
    let is_start = |word: &&String| matches!(word.as_str(), "--state" | "--scramble" | "--from");
    let at = words.iter().position(|word| is_start(&word))?;
    let value = words.get(at + 1)?;
    if words.iter().filter(is_start).count() > 1 {
        return None;
    }
    let start = match words[at].as_str() {
        "--state" => StartText::State(value),
        "--scramble" => StartText::Scramble(value),
        _ => StartText::Either(value),
    };
    let rest = words.iter().enumerate();
    let rest = rest.filter(|(index, _)| *index != at && *index != at + 1);
    Some((start, rest.map(|(_, word)| word.as_str()).collect()))
}

/// Does the jobs of a campaign.
pub(super) struct Jobs<'a> {
    campaign: &'a Campaign,
    known: RwLock<HashMap<String, Arc<Prepared>>>,
    /// Words that several jobs share, whose puzzle and plan are accepted.
    accepted: Mutex<HashSet<String>>,
}

impl<'a> Jobs<'a> {
    pub(super) fn new(campaign: &'a Campaign) -> Self {
        Self {
            campaign,
            known: RwLock::default(),
            accepted: Mutex::default(),
        }
    }

    /// The words of a job, with the places of its files.
    fn words(&self, job: &Job) -> Result<Vec<String>, Failure> {
        let words = job.words().ok_or_else(|| {
            Failure::Error("a quotation in its arguments does not end".to_owned())
        })?;
        let inputs = &self.campaign.question().inputs;
        let placed = |word: String| {
            if inputs.iter().any(|input| input.file == word) {
                self.campaign.folder().join(word).display().to_string()
            } else {
                word
            }
        };
        Ok(words.into_iter().map(placed).collect())
    }

    /// Hands what a job shares with others, and its problem, to `work`.
    fn with<T>(
        &self,
        job: &Job,
        work: impl FnOnce(&Prepared, Problem) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let words = self.words(job)?;
        let Some((start, rest)) = split(&words) else {
            let prepared = Prepared::read(&words)?;
            let problem = prepared.problem(prepared.question().start()?)?;
            return work(&prepared, problem);
        };
        let key = rest.join("\0");
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let found = known.get(&key).cloned();
        drop(known);
        let prepared = match found {
            Some(prepared) => prepared,
            None => {
                let prepared = Arc::new(Prepared::read(&words)?);
                let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                known.entry(key).or_insert(prepared).clone()
            }
        };
        let problem = prepared.problem(start)?;
        work(&prepared, problem)
    }

    /// Where the certificate of a job goes, in the folder and altogether.
    fn certificate(&self, job: &Job) -> (String, PathBuf) {
        let name = job.id.to_string();
        let local = format!("{PROOFS}/{}/{name}", &name[..FOLDER_DIGITS]);
        let path = self.campaign.folder().join(&local);
        (local, path)
    }

    fn solve(
        solve: &solve::Prepared,
        problem: &Problem,
        control: &Control,
    ) -> Result<Came, Failure> {
        let answer = solve.answer(problem, control)?;
        if answer.outcome == Answered::Unknown && control.cancel_flag().is_raised() {
            return Ok(Came::Cancelled);
        }
        Ok(Came::Outcome(outcome(solve, &answer)))
    }

    fn prove(
        &self,
        job: &Job,
        prove: &prove::Prepared,
        problem: &Problem,
        control: &Control,
    ) -> Result<Came, Failure> {
        let outcome = match prove.answer(problem, control)? {
            write::Outcome::Refuted(refutation) => {
                let (local, prefix) = self.certificate(job);
                let written = fs::create_dir_all(prefix.parent().unwrap_or(Path::new(".")))
                    .map_err(Failure::error)
                    .and_then(|()| {
                        prove.write(problem, &refutation, &prefix, control.cancel_flag())
                    })
                    .and_then(|path| fs::read(path).map_err(Failure::error));
                let bytes = match written {
                    Ok(bytes) => bytes,
                    Err(_) if control.cancel_flag().is_raised() => return Ok(Came::Cancelled),
                    // The question is right, but here is no place for its answer.
                    Err(failure) => return Ok(Came::Broken(failure.message())),
                };
                Outcome {
                    at_least: Some(problem.budget.slots() + 1),
                    by: Some("checked proof".to_owned()),
                    certificate: Some(format!("{local}.json")),
                    certificate_sha256: Some(sha256(&bytes)),
                    ..Outcome::of(Verdict::Refuted)
                }
            }
            write::Outcome::Solved(solution) => Outcome {
                turns: Some(solution.len()),
                solution: Some(solution.write(prove.question().notation)),
                ..Outcome::of(Verdict::Solved)
            },
            write::Outcome::Unknown(_) if control.cancel_flag().is_raised() => {
                return Ok(Came::Cancelled);
            }
            write::Outcome::Unknown(reason) => {
                Outcome::without_answer(Verdict::Unknown, reason.to_string())
            }
        };
        Ok(Came::Outcome(outcome))
    }

    /// Refuses a job whose puzzle or plan is another one than its name says: the campaign brings its own copies along.
    pub(super) fn check_identity(
        &self,
        job: &Job,
        given: &Given,
        unknown_name: UnknownName,
    ) -> Result<(), Failure> {
        let Ok(words) = self.words(job) else {
            // The check of the result reports it.
            return Ok(());
        };
        let shared = split(&words).map_or_else(|| words.join("\0"), |(_, rest)| rest.join("\0"));
        let accepted = || self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        if accepted().contains(&shared) {
            return Ok(());
        }
        let checked = self.with(job, |_, problem| {
            let given = of_puzzle(given, &problem);
            Ok(identity::check(&problem, &given, unknown_name))
        });
        if let Ok(Err(error)) = checked {
            let why = explained(&error, None);
            return Err(Failure::Error(format!("job {}: {why}", job.id)));
        }
        accepted().insert(shared);
        Ok(())
    }

    /// Whether a result is what it says: a solution is replayed, a certificate must be the one that was written, and be
    /// about this question. Its proof is not checked here.
    pub(super) fn check(&self, job: &Job, outcome: &Outcome) -> Result<(), String> {
        let checked = self.with(job, |prepared, problem| {
            if let Some(solution) = &outcome.solution {
                let turns = prepared
                    .notation()
                    .read(&problem.puzzle, solution)
                    .map_err(Failure::error)?;
                let solution = Solution::replay(&problem, turns).map_err(Failure::error)?;
                if outcome.turns != Some(solution.len()) {
                    let is = problem.metric.count(solution.len());
                    return Err(Failure::Error(format!("the solution has {is}")));
                }
            } else if outcome.verdict.has_solution() {
                return Err(Failure::Error("there is no solution".to_owned()));
            }
            if let Budget::AtMost(most) = problem.budget
                && let Some(why) = outcome.contradiction_within(most)
            {
                let why = format!("its result contradicts itself: {why}");
                return Err(Failure::Error(why));
            }
            check_against_scramble(&problem, outcome)?;
            let is_whole = outcome.certificate.is_some() && outcome.certificate_sha256.is_some();
            match outcome.verdict {
                Verdict::Refuted if !is_whole => {
                    Err(Failure::Error("there is no certificate".to_owned()))
                }
                Verdict::Refuted if outcome.at_least != Some(problem.budget.slots() + 1) => {
                    let refuted = problem.asked_for();
                    let why = format!("it says more or less than that {refuted} are refuted");
                    Err(Failure::Error(why))
                }
                Verdict::Refuted => self.read_certificate(outcome, &problem).map(drop),
                _ => Ok(()),
            }
        });
        checked.map_err(Failure::message)
    }

    /// The certificate of a result and its place, if it is of this problem.
    fn read_certificate(&self, outcome: &Outcome, problem: &Problem) -> Result<PathBuf, Failure> {
        let local = outcome.certificate.clone().unwrap_or_default();
        let path = self.campaign.folder().join(&local);
        let bytes = fs::read(&path)
            .map_err(|error| Failure::Error(format!("cannot read {}: {error}", path.display())))?;
        let wrong = |why: String| Failure::Error(format!("{}: {why}", path.display()));
        if Some(sha256(&bytes)) != outcome.certificate_sha256 {
            return Err(wrong(
                "it is not the certificate that was written".to_owned(),
            ));
        }
        let text = String::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
        let certificate = Certificate::read(&text).map_err(|error| wrong(error.to_string()))?;
        if certificate.problem == Statement::of(problem) {
            Ok(path)
        } else {
            Err(wrong(
                "it is about another question than the job".to_owned(),
            ))
        }
    }

    /// The place of a job's certificate, whose proof is to be checked, and what the reader gives about it.
    pub(super) fn certified(
        &self,
        job: &Job,
        outcome: &Outcome,
        given: &Given,
    ) -> Result<(PathBuf, Given), String> {
        let found = self.with(job, |_, problem| {
            let path = self.read_certificate(outcome, &problem)?;
            Ok((path, of_puzzle(given, &problem)))
        });
        found.map_err(Failure::message)
    }
}

/// Refuses a result that denies a solution which is known from the scramble.
fn check_against_scramble(problem: &Problem, outcome: &Outcome) -> Result<(), Failure> {
    let verdict = outcome.verdict;
    for known in problem.known_solutions() {
        let says = if verdict.denies_solutions() && problem.budget.allows(known.len()) {
            Some(format!("it is `{verdict}`"))
        } else {
            outcome.bound_above(known.len())
        };
        if let Some(says) = says {
            let turns = problem.metric.count(known.len());
            let why = format!(
                "its result contradicts the scramble: {says}, but the inverse {known} is a solution of {turns}"
            );
            return Err(Failure::Error(why));
        }
    }
    Ok(())
}

/// What the reader gives, without a puzzle of another name: the jobs of a list may be about several puzzles.
fn of_puzzle(given: &Given, problem: &Problem) -> Given {
    let name = problem.whole_puzzle().name();
    let puzzle = given.puzzle.clone().filter(|it| it.name() == name);
    Given {
        puzzle,
        plan: given.plan.clone(),
    }
}

impl Runner for Jobs<'_> {
    fn run(&self, job: &Job, control: &Control) -> Came {
        let came = self.with(job, |prepared, problem| match prepared {
            Prepared::Solve(solve) => Self::solve(solve, &problem, control),
            Prepared::Prove(prove) => self.prove(job, prove, &problem, control),
        });
        match came {
            Ok(came) => came,
            Err(_) if control.cancel_flag().is_raised() => Came::Cancelled,
            Err(Failure::Stopped(stop @ Stop::TimeLimit, _)) => {
                Came::Outcome(Outcome::without_answer(Verdict::Unknown, stop.to_string()))
            }
            Err(failure) => {
                Came::Outcome(Outcome::without_answer(Verdict::Failed, failure.message()))
            }
        }
    }
}

/// What a search came to.
fn outcome(solve: &solve::Prepared, answer: &Answer) -> Outcome {
    let found = &answer.found;
    let solution = found.solution.as_ref();
    let verdict = match (answer.outcome, answer.problem.budget) {
        (Answered::Unknown, _) => Verdict::Unknown,
        (Answered::NoSolution, _) => Verdict::None,
        (Answered::Solved, Budget::AtMost(_)) if found.is_minimal() => Verdict::Minimal,
        (Answered::Solved, _) => Verdict::Solved,
    };
    let reasons = found.refuted();
    let is_answer = verdict.is_answer();
    let stop = found.stop.as_ref().map(ToString::to_string);
    Outcome {
        turns: solution.map(Solution::len),
        solution: solution.map(|it| it.write(solve.question().notation)),
        at_least: (!found.unsolvable()).then(|| found.at_least()),
        by: Some(reasons.join("; ")).filter(|by| is_answer && !by.is_empty()),
        reason: stop
            .filter(|_| !is_answer)
            .or_else(|| (!is_answer).then(|| "the search ended before it knew".to_owned())),
        ..Outcome::of(verdict)
    }
}
