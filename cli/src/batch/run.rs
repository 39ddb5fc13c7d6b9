//! The loop over the lines of a list.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use twistsat::answer::Task;
use twistsat::control::CancelFlag;
use twistsat::list::{Line, LineVerdict, Request, Results, Tally};
use twistsat::platform;
use twistsat::puzzle::Puzzle;
use twistsat::report::json;
use twistsat::search::{as_completed, in_order};

use super::question::{Batch, LineAnswer, LineCommand, LineQuestion, line_keys};
use crate::args::ProblemArgs;
use crate::output::Format;
use crate::progress::Bar;
use crate::{Exit, Failure, output};

/// The settings and shared data for answering one list.
pub(super) struct Run<'a> {
    pub(super) batch: &'a Batch<'a>,
    pub(super) line_command: &'a dyn LineCommand,
    /// The puzzle of the options, if they name one.
    pub(super) puzzle: Option<Arc<Puzzle>>,
    /// The data prepared for the question in the options.
    pub(super) common: Option<Arc<SharedTask>>,
    /// The data prepared for questions in lines, by their keys.
    pub(super) shared: Mutex<HashMap<String, Arc<SharedTask>>>,
    pub(super) cancel: CancelFlag,
    /// The form of an answer; JSON in a file.
    pub(super) format: Format,
}

/// What lines share: the puzzle and the task.
pub(super) struct SharedTask {
    puzzle: Arc<Puzzle>,
    task: Task,
}

impl SharedTask {
    pub(super) fn new(
        line_command: &dyn LineCommand,
        request: &Request,
        puzzle: Arc<Puzzle>,
        starts: usize,
    ) -> Result<Arc<Self>, Failure> {
        let task = line_command.prepare(request, &puzzle, starts)?;
        Ok(Arc::new(Self { puzzle, task }))
    }
}

/// An answer, its error message if it failed, and the time it took in seconds.
type TimedAnswer = (LineAnswer, Option<String>, f64);

impl Run<'_> {
    /// Answers lines, on stdout or in a file.
    pub(super) fn answer_all(
        &self,
        name: &str,
        lines: &[&Line],
        mut results: Option<Results>,
        mut tally: Tally,
    ) -> Result<Exit, Failure> {
        let Batch { jobs, quiet, .. } = *self.batch;
        let bar = Bar::new(lines.len(), quiet);
        let (mut broken, is_file) = (None, results.is_some());
        let work = |line: &&Line| self.answer_line(line);
        let emit = |line: &&Line, answered: Option<TimedAnswer>| {
            // Later lines may already have been answered; keep their answers.
            let Some((answer, error, seconds)) = answered else {
                return true;
            };
            tally.now.push(answer.verdict);
            if let Some(message) = error {
                let place = format!("{name}:{}", line.number);
                bar.suspend(|| output::diagnose(&format!("error: {place}: {message}")));
            }
            let LineAnswer { text, verdict, .. } = answer;
            let written = match &mut results {
                Some(file) => file.add(&text, verdict, seconds).map_err(Failure::from),
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
            LineVerdict::Unknown => Ok(Exit::Unknown),
            LineVerdict::None => Ok(Exit::NoSolution),
            _ => Ok(Exit::Done),
        }
    }

    /// Answers a line; `None` if the process was interrupted and there is nothing to keep.
    fn answer_line(&self, line: &Line) -> Option<TimedAnswer> {
        if self.cancel.is_raised() {
            return None;
        }
        let started = Instant::now();
        // A panic in one line must not end the lines that run in parallel.
        let answer = platform::catch_panic(|| self.answer(line));
        let answer = answer
            .unwrap_or_else(|message| Err(Failure::Error(format!("internal error: {message}"))));
        let is_unstarted = answer.as_ref().map_or(true, |answer| answer.is_unstarted);
        if is_unstarted && self.cancel.is_raised() {
            return None;
        }
        let mut message = None;
        let answer = answer.unwrap_or_else(|failure| LineAnswer {
            verdict: LineVerdict::Failed,
            is_unstarted,
            text: self.error_text(line, message.insert(failure.message())),
        });
        Some((answer, message, started.elapsed().as_secs_f64()))
    }

    fn answer(&self, line: &Line) -> Result<LineAnswer, Failure> {
        let answer = |common: &SharedTask, problem| {
            let format = self.format;
            let asked = LineQuestion {
                line,
                problem,
                format,
            };
            let command = self.line_command;
            command.answer(&common.task, &asked, &self.cancel)
        };
        let defaults = &self.batch.request;
        if line.is_object() {
            let request = defaults.merged_with_line(&line.input);
            let request = request.map_err(Failure::Error)?;
            let common = self.shared_task(&request)?;
            let problem = request.problem(line, &common.puzzle);
            let problem = problem.map_err(|error| error_with_keys(&error))?;
            return answer(&common, problem);
        }
        let Some(common) = &self.common else {
            let why = "a line that is not a whole question requires a puzzle among the options";
            return Err(Failure::error(why));
        };
        let (question, puzzle) = (&defaults.question, &common.puzzle);
        let problem = match line.state {
            Some(_) => defaults.problem(line, puzzle)?,
            None => ProblemArgs::problem_of_line(question, puzzle, &line.input)?,
        };
        answer(common, problem)
    }

    /// The task that a line shares with others.
    fn shared_task(&self, request: &Request) -> Result<Arc<SharedTask>, Failure> {
        let key = request.shared_key().map_err(Failure::Error)?;
        let shared = || self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(common) = shared().get(&key) {
            return Ok(common.clone());
        }
        let (own, common) = (&request.question, &self.batch.request.question);
        let has_same_puzzle = own.puzzle == common.puzzle
            && own.puzzle_file == common.puzzle_file
            && own.with == common.with;
        let puzzle = match &self.puzzle {
            Some(puzzle) if has_same_puzzle => puzzle.clone(),
            _ => request
                .puzzle_for(self.batch.command)
                .map_err(|error| error_with_keys(&error))?,
        };
        let common = SharedTask::new(self.line_command, request, puzzle, 1)?;
        Ok(shared().entry(key).or_insert(common).clone())
    }

    fn error_text(&self, line: &Line, error: &str) -> String {
        let on_one_line = || error.split('\n').collect::<Vec<_>>().join("; ");
        match self.format {
            Format::Text => format!("{}: error: {}", line.number, on_one_line()),
            Format::Alg => format!("# {}: error: {}", line.number, on_one_line()),
            Format::Json => {
                let refused = json::line_error(line_keys(line), self.puzzle.as_deref(), error);
                output::json_line(&refused).unwrap_or_else(Failure::message)
            }
        }
    }
}

/// The error for a question whose keys are given in a line.
fn error_with_keys(error: &twistsat::Error) -> Failure {
    Failure::of_question(error, |key| format!("`{key}`"))
}
