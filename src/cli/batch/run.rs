//! The loop over the lines of a list.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::question::{Answers, Came, Form, Question, of_keys, of_line, posed, written};
use crate::cli::output::Format;
use crate::cli::progress::Bar;
use crate::cli::{Exit, Failure, output};
use crate::control::CancelFlag;
use crate::list::{Asked, Line, Results, Tally, Verdict};
use crate::platform;
use crate::puzzle::Puzzle;
use crate::report::json;
use crate::search::{as_done, in_order};

/// The settings and shared data for answering one list.
pub(super) struct Run<'a, A: Answers> {
    pub(super) command: &'static str,
    /// The defaults for lines that do not set a key themselves.
    pub(super) asked: &'a Asked,
    pub(super) jobs: NonZeroUsize,
    pub(super) quiet: bool,
    pub(super) answers: &'a A,
    /// The puzzle of the options, if they name one.
    pub(super) puzzle: Option<Arc<Puzzle>>,
    /// The data prepared for the question in the options.
    pub(super) common: Option<Shared<A>>,
    pub(super) known: Mutex<HashMap<String, Shared<A>>>,
    pub(super) cancel: CancelFlag,
    pub(super) form: Form,
}

/// The data that lines share: the puzzle and the prepared question.
pub(super) struct Common<P> {
    puzzle: Arc<Puzzle>,
    prepared: P,
}

pub(super) type Shared<A> = Arc<Common<<A as Answers>::Prepared>>;

impl<A: Answers> Run<'_, A> {
    /// Answers lines, on stdout or in a file.
    pub(super) fn all(
        &self,
        name: &str,
        asked: &[&Line],
        mut results: Option<Results>,
        mut tally: Tally,
    ) -> Result<Exit, Failure> {
        let quiet = self.quiet;
        let bar = Bar::new(asked.len(), quiet);
        let mut broken = None;
        let work = |line: &&Line| self.came(line);
        let emit = |line: &&Line, (came, error): (Came, Option<String>)| {
            // Later lines may already have been answered; keep their answers.
            if self.cancel.is_raised() && came.is_idle {
                return true;
            }
            tally.add(came.verdict);
            if let Some(message) = error {
                let place = format!("{name}:{}", line.number);
                bar.suspend(|| output::diagnose(&format!("error: {place}: {message}")));
            }
            let written = match &mut results {
                Some(file) => file.add(&came.text).map_err(Failure::error),
                None => bar.suspend(|| output::part_line(&came.text)),
            };
            bar.advance();
            broken = written.err();
            if broken.is_some() {
                self.cancel.raise();
            }
            broken.is_none()
        };
        match self.form {
            // Write each answer at once so that a kill loses none; readers identify answers by line number.
            Form::Record => as_done(asked, self.jobs, work, emit),
            Form::Report(_) => in_order(asked, self.jobs, work, emit),
        }
        drop(bar);
        match broken {
            // All lines were answered, even if the reader closed the pipe early.
            Some(Failure::OutputClosed) if tally.answered() == asked.len() => (),
            Some(failure) => return Err(failure),
            None => (),
        }
        if let Some(file) = &mut results {
            file.sync().map_err(Failure::error)?;
        }
        tally.unanswered = asked.len() - tally.answered();
        if !quiet {
            output::diagnose(&tally.to_string());
        }
        match tally.worst() {
            Verdict::Failed => Err(Failure::Reported),
            Verdict::Unknown => Ok(Exit::Unknown),
            Verdict::None => Ok(Exit::NoSolution),
            _ => Ok(Exit::Done),
        }
    }

    /// The result of a line, and its error message if it failed.
    fn came(&self, line: &Line) -> (Came, Option<String>) {
        let begun = Instant::now();
        let idle = || Came {
            verdict: Verdict::Interrupted,
            is_idle: true,
            text: String::new(),
        };
        if self.cancel.is_raised() {
            return (idle(), None);
        }
        // A panic in one line must not end the lines that run in parallel.
        let came = platform::caught(|| self.answer(line, begun));
        let came = came
            .unwrap_or_else(|message| Err(Failure::Error(format!("internal error: {message}"))));
        match came {
            Ok(came) => (came, None),
            Err(_) if self.cancel.is_raised() => (idle(), None),
            Err(failure) => {
                let error = failure.message();
                let came = Came {
                    verdict: Verdict::Failed,
                    is_idle: false,
                    text: self.refused(line, &error, begun),
                };
                (came, Some(error))
            }
        }
    }

    fn answer(&self, line: &Line, begun: Instant) -> Result<Came, Failure> {
        let question = |asked, problem| Question {
            line,
            asked,
            problem,
            form: self.form,
            begun,
        };
        if line.is_object() {
            let asked = self.asked.with(&line.input).map_err(Failure::Error)?;
            let common = self.common_of(&asked)?;
            let problem = asked.problem(line, &common.puzzle);
            let problem = problem.map_err(|error| of_keys(&error))?;
            let of = question(&asked, problem);
            return self.answers.answer(&common.prepared, of, &self.cancel);
        }
        let Some(common) = &self.common else {
            let why = "a line that is not a whole question requires a puzzle among the options";
            return Err(Failure::Error(why.to_owned()));
        };
        let asked = self.asked;
        let problem = posed(line, asked, &common.puzzle)?;
        let of = question(asked, problem);
        self.answers.answer(&common.prepared, of, &self.cancel)
    }

    /// The data that a line shares with others.
    fn common_of(&self, asked: &Asked) -> Result<Shared<A>, Failure> {
        let key = asked.key().map_err(Failure::Error)?;
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(common) = known().get(&key) {
            return Ok(common.clone());
        }
        let is_own = asked.question.puzzle == self.asked.question.puzzle
            && asked.question.puzzle_file == self.asked.question.puzzle_file
            && asked.question.with == self.asked.question.with;
        let puzzle = match &self.puzzle {
            Some(puzzle) if is_own => puzzle.clone(),
            _ => asked
                .puzzle_for(self.command)
                .map_err(|error| of_keys(&error))?,
        };
        let common = prepare(self.answers, asked, (&puzzle, 1))?;
        Ok(known().entry(key).or_insert(common).clone())
    }

    fn refused(&self, line: &Line, error: &str, begun: Instant) -> String {
        let on_one_line = || error.split('\n').collect::<Vec<_>>().join("; ");
        match self.form {
            Form::Report(Format::Text) => format!("{}: error: {}", line.number, on_one_line()),
            Form::Report(Format::Alg) => format!("# {}: error: {}", line.number, on_one_line()),
            Form::Report(Format::Json) | Form::Record => {
                let refused = json::Refused::new(of_line(line), self.puzzle.as_deref(), error);
                let text = written(&refused, Verdict::Failed, self.form, begun);
                text.unwrap_or_else(Failure::message)
            }
        }
    }
}

/// Prepares what lines share.
pub(super) fn prepare<A: Answers>(
    answers: &A,
    asked: &Asked,
    (puzzle, starts): (&Arc<Puzzle>, usize),
) -> Result<Shared<A>, Failure> {
    Ok(Arc::new(Common {
        prepared: answers.prepare(asked, puzzle, starts)?,
        puzzle: puzzle.clone(),
    }))
}
