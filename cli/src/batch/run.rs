//! A command that answers lists, and the loop over the lines.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use itertools::Itertools;
use serde_json::Value;
use twistsat::answer::Task;
use twistsat::control::{CancelFlag, Control};
use twistsat::list::{AnswerFile, Line, LineVerdict, Request, Tally};
use twistsat::platform;
use twistsat::problem::{Problem, Question, StartText};
use twistsat::puzzle::Puzzle;
use twistsat::report::json;
use twistsat::search::{as_completed, in_order};

use super::args::ListArgs;
use crate::args::ProblemArgs;
use crate::output::Format;
use crate::progress::Bar;
use crate::{Exit, Failure, output};

/// A command that answers lists, and its options.
pub(crate) struct Batch<'a> {
    /// `solve`, `prove` or `enumerate`.
    pub(crate) command: &'static str,
    pub(crate) args: &'a ListArgs,
    pub(crate) problem: &'a ProblemArgs,
    /// The defaults for lines that do not set a key themselves.
    pub(crate) request: Request,
    /// Other options that affect answers.
    pub(crate) options: BTreeMap<String, Value>,
    /// The format of an answer; in a file, it is always JSON.
    pub(crate) format: Format,
    pub(crate) jobs: Option<NonZeroUsize>,
    pub(crate) quiet: bool,
    pub(crate) prepare: &'a Prepare<'a>,
    /// Answers a line; `Ok(None)` if the work was interrupted and has no partial result.
    pub(crate) answer:
        &'a (dyn Fn(&LineQuestion<'_>) -> Result<Option<LineAnswer>, Failure> + Sync),
}

/// Prepares the task that lines share if they differ only in their start. The `usize` is the number of different starts,
/// or 1 if that is unknown.
type Prepare<'a> = dyn Fn(&Request, &Arc<Puzzle>, usize) -> Result<Task, Failure> + Sync + 'a;

/// The verdict on a line, and the answer without its final newline.
pub(crate) type LineAnswer = (LineVerdict, String);

/// The question of a line, and how to answer it.
pub(crate) struct LineQuestion<'a> {
    pub(crate) line: &'a Line,
    pub(crate) task: &'a Task,
    pub(crate) problem: Problem,
    pub(crate) format: Format,
    pub(crate) control: Control,
}

impl LineQuestion<'_> {
    /// The names that a report on the line contains.
    pub(crate) fn names(&self) -> json::Names<'_> {
        json::Names {
            line: Some(line_keys(self.line)),
            ..json::Names::of(self.task)
        }
    }

    /// The text, with the number of this line of the list at the beginning of each line of the text.
    pub(crate) fn numbered(&self, text: &str) -> String {
        numbered(self.format, self.line, text)
    }
}

fn numbered(format: Format, line: &Line, text: &str) -> String {
    let comment = if format == Format::Alg { "# " } else { "" };
    let (number, lines) = (line.number, text.lines());
    let mut lines = lines.map(|text| format!("{comment}{number}: {text}"));
    lines.join("\n")
}

/// Identifies a line in reports.
pub(crate) fn line_keys(line: &Line) -> (usize, &str) {
    (line.number, &line.input)
}

/// The settings and shared data for answering one list.
pub(super) struct Run<'a> {
    pub(super) batch: &'a Batch<'a>,
    /// The puzzle of the options, if they name one.
    pub(super) puzzle: Option<Arc<Puzzle>>,
    /// What is shared by the lines that use the question of the options.
    pub(super) common: Option<Arc<SharedTask>>,
    /// What is shared by lines that contain a whole question, by [`Request::shared_key`].
    pub(super) shared: Mutex<HashMap<String, Arc<SharedTask>>>,
    pub(super) cancel: CancelFlag,
}

/// What lines share: the puzzle and the task.
pub(super) struct SharedTask {
    puzzle: Arc<Puzzle>,
    task: Task,
}

impl Batch<'_> {
    pub(super) fn shared_task(
        &self,
        request: &Request,
        puzzle: Arc<Puzzle>,
        starts: usize,
    ) -> Result<Arc<SharedTask>, Failure> {
        let task = (self.prepare)(request, &puzzle, starts)?;
        Ok(Arc::new(SharedTask { puzzle, task }))
    }
}

/// The answer to a line, with the error and the time of the work.
struct TimedAnswer {
    answer: LineAnswer,
    /// The error message, if the work failed.
    error: Option<String>,
    seconds: f64,
}

impl Run<'_> {
    /// Answers lines, on stdout or in a file.
    pub(super) fn answer_all(
        &self,
        name: &str,
        lines: &[&Line],
        mut results: Option<AnswerFile>,
        mut tally: Tally,
    ) -> Result<Exit, Failure> {
        let Batch { jobs, quiet, .. } = *self.batch;
        let jobs = jobs.unwrap_or(NonZeroUsize::MIN);
        let bar = Bar::new(lines.len(), quiet);
        let (mut broken, is_file) = (None, results.is_some());
        let work = |line: &&Line| self.answer_line(line);
        let emit = |line: &&Line, timed: Option<TimedAnswer>| {
            // Interrupted: later lines may already have been answered, so keep their answers.
            let Some(timed) = timed else {
                return true;
            };
            let (verdict, text) = timed.answer;
            tally.now.push(verdict);
            if let Some(message) = timed.error {
                let place = format!("{name}:{}", line.number);
                bar.suspend(|| output::diagnose(&format!("error: {place}: {message}")));
            }
            let written = match &mut results {
                Some(file) => file
                    .add(&text, verdict, timed.seconds)
                    .map_err(Failure::from),
                None => bar.suspend(|| output::print_part_line(&text)),
            };
            bar.advance(1);
            broken = written.err();
            if broken.is_some() {
                self.cancel.raise();
            }
            broken.is_none()
        };
        if is_file {
            // Write each answer at once so that a kill loses none; readers identify answers by line number.
            as_completed(lines, jobs, work, emit)
        } else {
            in_order(lines, jobs, work, emit)
        }
        drop(bar);
        match broken {
            // All lines were answered, even if the reader closed the pipe early.
            Some(Failure::OutputClosed) if tally.now.len() == lines.len() => (),
            Some(failure) => return Err(failure),
            None => (),
        }
        if let Some(file) = &mut results {
            file.sync()?;
        }
        tally.unanswered = lines.len() - tally.now.len();
        if !quiet {
            output::diagnose(&tally.to_string());
        }
        match tally.worst() {
            LineVerdict::Failed => Err(Failure::Reported),
            LineVerdict::Unknown | LineVerdict::Interrupted => Ok(Exit::Unknown),
            LineVerdict::NoSolution => Ok(Exit::NoSolution),
            LineVerdict::Minimal | LineVerdict::Solved | LineVerdict::Refuted => Ok(Exit::Done),
        }
    }

    /// Answers a line; `None` if the process was interrupted and the line has no partial result.
    fn answer_line(&self, line: &Line) -> Option<TimedAnswer> {
        if self.cancel.is_raised() {
            return None;
        }
        let started = Instant::now();
        // A panic in one line must not end the lines that run in parallel.
        let answer = platform::catch_panic(|| self.answer(line));
        let answer = answer
            .unwrap_or_else(|message| Err(Failure::Error(format!("internal error: {message}"))));
        let (answer, error) = match answer {
            Ok(answer) => (answer?, None),
            Err(_) if self.cancel.is_raised() => return None,
            Err(failure) => {
                let message = failure.message();
                let text = self.error_text(line, &message);
                ((LineVerdict::Failed, text), Some(message))
            }
        };
        Some(TimedAnswer {
            answer,
            error,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    fn answer(&self, line: &Line) -> Result<Option<LineAnswer>, Failure> {
        let defaults = &self.batch.request;
        let (common, problem) = if line.is_object() {
            let request = defaults.merged_with_line(&line.input);
            let request = request.map_err(Failure::Error)?;
            let common = self.shared_task(&request)?;
            let problem = request.question.problem_of(&common.puzzle);
            (common, problem.map_err(|error| error_with_keys(&error))?)
        } else {
            let Some(common) = self.common.clone() else {
                let why = "a line that is not a whole question requires a puzzle among the options";
                return Err(Failure::error(why));
            };
            let (question, puzzle) = (&defaults.question, &common.puzzle);
            let problem = match &line.state {
                Some(state) => question.problem_from(puzzle, StartText::State(state))?,
                None => ProblemArgs::problem_of_line(question, puzzle, &line.input)?,
            };
            (common, problem)
        };
        let asked = LineQuestion {
            line,
            task: &common.task,
            problem,
            format: self.batch.format,
            control: Control::new(self.cancel.clone(), None),
        };
        (self.batch.answer)(&asked)
    }

    /// What a line that contains a whole question shares with similar lines.
    fn shared_task(&self, request: &Request) -> Result<Arc<SharedTask>, Failure> {
        let key = request.shared_key().map_err(Failure::Error)?;
        let shared = || self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(common) = shared().get(&key) {
            return Ok(common.clone());
        }
        let keys = |it: &Question| (it.puzzle.clone(), it.puzzle_file.clone(), it.with.clone());
        let has_same_puzzle = keys(&request.question) == keys(&self.batch.request.question);
        let known = self.puzzle.clone().filter(|_| has_same_puzzle);
        let puzzle = known.map_or_else(|| request.puzzle_for(self.batch.command), Ok);
        let puzzle = puzzle.map_err(|error| error_with_keys(&error))?;
        let common = self.batch.shared_task(request, puzzle, 1)?;
        Ok(shared().entry(key).or_insert(common).clone())
    }

    fn error_text(&self, line: &Line, error: &str) -> String {
        if self.batch.format == Format::Json {
            let refused = json::line_error(line_keys(line), self.puzzle.as_deref(), error);
            return output::json_line(&refused).unwrap_or_else(Failure::message);
        }
        let on_one_line = error.replace('\n', "; ");
        numbered(self.batch.format, line, &format!("error: {on_one_line}"))
    }
}

/// The error for a question whose keys are given in a line.
fn error_with_keys(error: &twistsat::Error) -> Failure {
    Failure::of_question(error, |key| format!("`{key}`"))
}
