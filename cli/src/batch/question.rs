//! The interface of a command to `--batch`, and the question of a line.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use twistsat::control::CancelFlag;
use twistsat::list::{Line, LineVerdict, RecordToWrite, Request};
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::report::json;
use twistsat::text::{JsonLayout, to_json};

use crate::Failure;
use crate::args::ProblemArgs;
use crate::output::Format;
use crate::path_conflicts::PathRegistry;

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A report of a command.
    Report(Format),
    /// A line of an answer file.
    Record,
}

/// The result of a line.
pub(crate) struct LineAnswer {
    pub(crate) verdict: LineVerdict,
    /// Whether the process was interrupted before it worked on the line.
    pub(crate) is_unstarted: bool,
    /// The answer, without its final newline.
    pub(crate) text: String,
}

/// A command that answers lines.
pub(crate) trait LineCommand: Sync {
    /// Data shared by lines that differ only in their start.
    type PreparedTask: Send + Sync;

    /// Checks and prepares the data that lines share; `starts` is the number of these lines, or 1 if it is unknown.
    fn prepare(
        &self,
        request: &Request,
        puzzle: &Arc<Puzzle>,
        starts: usize,
    ) -> Result<Self::PreparedTask, Failure>;

    /// Registers the files written for a line besides its answer, if their paths depend only on the line.
    fn register_paths(&self, _line: &Line, _paths: &mut PathRegistry) -> Result<(), Failure> {
        Ok(())
    }

    /// Answers a line.
    fn answer(
        &self,
        task: &Self::PreparedTask,
        asked: LineQuestion<'_>,
        cancel: &CancelFlag,
    ) -> Result<LineAnswer, Failure>;
}

/// A line and its question.
pub(crate) struct LineQuestion<'a> {
    pub(crate) line: &'a Line,
    pub(crate) request: &'a Request,
    pub(crate) problem: Problem,
    pub(crate) form: Form,
    pub(crate) started: Instant,
}

impl LineQuestion<'_> {
    /// Identifies the line in reports.
    pub(crate) fn line_keys(&self) -> json::Line {
        line_keys(self.line)
    }

    /// A report as one line of JSON.
    pub(crate) fn json(
        &self,
        report: &impl Serialize,
        verdict: LineVerdict,
    ) -> Result<String, Failure> {
        json_line(report, verdict, self.form, self.started)
    }
}

pub(crate) fn line_keys(line: &Line) -> json::Line {
    json::Line {
        number: line.number,
        input: line.input.clone(),
    }
}

pub(crate) fn json_line(
    report: &impl Serialize,
    outcome: LineVerdict,
    form: Form,
    started: Instant,
) -> Result<String, Failure> {
    let text = match form {
        Form::Report(_) => to_json(report, JsonLayout::OneLine),
        Form::Record => {
            let record = RecordToWrite {
                report,
                outcome,
                seconds: (started.elapsed().as_secs_f64() * 1e6).round() / 1e6,
            };
            to_json(&record, JsonLayout::OneLine)
        }
    };
    text.map_err(Failure::error)
}

/// The problem of a line that is a start.
pub(super) fn problem_of_start(
    line: &Line,
    request: &Request,
    puzzle: &Arc<Puzzle>,
) -> Result<Problem, Failure> {
    match &line.state {
        Some(_) => Ok(request.problem(line, puzzle)?),
        None => ProblemArgs::problem_of_line(&request.question, puzzle, &line.input),
    }
}

/// The error for a question whose keys are given in a line.
pub(super) fn error_with_keys(error: &twistsat::Error) -> Failure {
    Failure::of_question(error, |key| format!("`{key}`"))
}
