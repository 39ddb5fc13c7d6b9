//! The loop over the lines of a list.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use twistsat::control::CancelFlag;
use twistsat::list::{Line, LineVerdict, Request, Results, Tally};
use twistsat::platform;
use twistsat::puzzle::Puzzle;
use twistsat::report::json;
use twistsat::search::{as_completed, in_order};

use super::question::{
    Form, LineAnswer, LineCommand, LineQuestion, error_with_keys, json_line, line_keys,
    problem_of_start,
};
use crate::output::Format;
use crate::progress::Bar;
use crate::{Exit, Failure, output};

/// The settings and shared data for answering one list.
pub(super) struct Run<'a, A: LineCommand> {
    pub(super) command: &'static str,
    /// The defaults for lines that do not set a key themselves.
    pub(super) request: &'a Request,
    pub(super) jobs: NonZeroUsize,
    pub(super) quiet: bool,
    pub(super) line_command: &'a A,
    /// The puzzle of the options, if they name one.
    pub(super) puzzle: Option<Arc<Puzzle>>,
    /// The data prepared for the question in the options.
    pub(super) common: Option<SharedDataOf<A>>,
    /// The data prepared for questions in lines, by their keys.
    pub(super) shared: Mutex<HashMap<String, SharedDataOf<A>>>,
    pub(super) cancel: CancelFlag,
    pub(super) form: Form,
}

/// The data that lines share: the puzzle and the prepared question.
pub(super) struct SharedData<P> {
    puzzle: Arc<Puzzle>,
    prepared: P,
}

pub(super) type SharedDataOf<A> = Arc<SharedData<<A as LineCommand>::PreparedTask>>;

impl<A: LineCommand> Run<'_, A> {
    /// Answers lines, on stdout or in a file.
    pub(super) fn answer_all(
        &self,
        name: &str,
        lines: &[&Line],
        mut results: Option<Results>,
        mut tally: Tally,
    ) -> Result<Exit, Failure> {
        let quiet = self.quiet;
        let bar = Bar::new(lines.len(), quiet);
        let mut broken = None;
        let work = |line: &&Line| self.answer_line(line);
        let emit = |line: &&Line, (answer, error): (LineAnswer, Option<String>)| {
            // Later lines may already have been answered; keep their answers.
            if self.cancel.is_raised() && answer.is_unstarted {
                return true;
            }
            tally.add(answer.verdict);
            if let Some(message) = error {
                let place = format!("{name}:{}", line.number);
                bar.suspend(|| output::diagnose(&format!("error: {place}: {message}")));
            }
            let written = match &mut results {
                Some(file) => file.add(&answer.text).map_err(Failure::from),
                None => bar.suspend(|| output::print_part_line(&answer.text)),
            };
            bar.advance(1);
            broken = written.err();
            if broken.is_some() {
                self.cancel.raise();
            }
            broken.is_none()
        };
        match self.form {
            // Write each answer at once so that a kill loses none; readers identify answers by line number.
            Form::Record => as_completed(lines, self.jobs, work, emit),
            Form::Report(_) => in_order(lines, self.jobs, work, emit),
        }
        drop(bar);
        match broken {
            // All lines were answered, even if the reader closed the pipe early.
            Some(Failure::OutputClosed) if tally.answered() == lines.len() => (),
            Some(failure) => return Err(failure),
            None => (),
        }
        if let Some(file) = &mut results {
            file.sync()?;
        }
        tally.unanswered = lines.len() - tally.answered();
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

    /// The result of a line, and its error message if it failed.
    fn answer_line(&self, line: &Line) -> (LineAnswer, Option<String>) {
        let started = Instant::now();
        let unstarted = || LineAnswer {
            verdict: LineVerdict::Interrupted,
            is_unstarted: true,
            text: String::new(),
        };
        if self.cancel.is_raised() {
            return (unstarted(), None);
        }
        // A panic in one line must not end the lines that run in parallel.
        let answer = platform::catch_panic(|| self.answer(line, started));
        let answer = answer
            .unwrap_or_else(|message| Err(Failure::Error(format!("internal error: {message}"))));
        match answer {
            Ok(answer) => (answer, None),
            Err(_) if self.cancel.is_raised() => (unstarted(), None),
            Err(failure) => {
                let error = failure.message();
                let answer = LineAnswer {
                    verdict: LineVerdict::Failed,
                    is_unstarted: false,
                    text: self.error_text(line, &error, started),
                };
                (answer, Some(error))
            }
        }
    }

    fn answer(&self, line: &Line, started: Instant) -> Result<LineAnswer, Failure> {
        let question = |request, problem| LineQuestion {
            line,
            request,
            problem,
            form: self.form,
            started,
        };
        if line.is_object() {
            let request = self
                .request
                .merged_with_line(&line.input)
                .map_err(Failure::Error)?;
            let common = self.shared_data(&request)?;
            let problem = request.problem(line, &common.puzzle);
            let problem = problem.map_err(|error| error_with_keys(&error))?;
            let asked = question(&request, problem);
            return self
                .line_command
                .answer(&common.prepared, asked, &self.cancel);
        }
        let Some(common) = &self.common else {
            let why = "a line that is not a whole question requires a puzzle among the options";
            return Err(Failure::error(why));
        };
        let request = self.request;
        let problem = problem_of_start(line, request, &common.puzzle)?;
        let asked = question(request, problem);
        self.line_command
            .answer(&common.prepared, asked, &self.cancel)
    }

    /// The data that a line shares with others.
    fn shared_data(&self, request: &Request) -> Result<SharedDataOf<A>, Failure> {
        let key = request.shared_key().map_err(Failure::Error)?;
        let shared = || self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(common) = shared().get(&key) {
            return Ok(common.clone());
        }
        let has_same_puzzle = request.question.puzzle == self.request.question.puzzle
            && request.question.puzzle_file == self.request.question.puzzle_file
            && request.question.with == self.request.question.with;
        let puzzle = match &self.puzzle {
            Some(puzzle) if has_same_puzzle => puzzle.clone(),
            _ => request
                .puzzle_for(self.command)
                .map_err(|error| error_with_keys(&error))?,
        };
        let common = prepare_shared(self.line_command, request, &puzzle, 1)?;
        Ok(shared().entry(key).or_insert(common).clone())
    }

    fn error_text(&self, line: &Line, error: &str, started: Instant) -> String {
        let on_one_line = || error.split('\n').collect::<Vec<_>>().join("; ");
        match self.form {
            Form::Report(Format::Text) => format!("{}: error: {}", line.number, on_one_line()),
            Form::Report(Format::Alg) => format!("# {}: error: {}", line.number, on_one_line()),
            Form::Report(Format::Json) | Form::Record => {
                let refused = json::LineError::new(line_keys(line), self.puzzle.as_deref(), error);
                let text = json_line(&refused, LineVerdict::Failed, self.form, started);
                text.unwrap_or_else(Failure::message)
            }
        }
    }
}

/// Prepares what lines share.
pub(super) fn prepare_shared<A: LineCommand>(
    line_command: &A,
    request: &Request,
    puzzle: &Arc<Puzzle>,
    starts: usize,
) -> Result<SharedDataOf<A>, Failure> {
    Ok(Arc::new(SharedData {
        prepared: line_command.prepare(request, puzzle, starts)?,
        puzzle: puzzle.clone(),
    }))
}
