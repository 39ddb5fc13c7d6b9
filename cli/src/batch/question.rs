//! The interface of a command to `--batch`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use serde_json::Value;
use twistsat::answer::Task;
use twistsat::control::CancelFlag;
use twistsat::list::{Line, LineVerdict, Request};
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;

use super::args::ListArgs;
use crate::Failure;
use crate::args::ProblemArgs;
use crate::output::Format;
use crate::path_conflicts::PathRegistry;

/// A list and the command that answers it.
pub(crate) struct Batch<'a> {
    /// `solve`, `prove` or `enumerate`.
    pub(crate) command: &'static str,
    pub(crate) args: &'a ListArgs,
    pub(crate) problem: &'a ProblemArgs,
    /// The defaults for lines that do not set a key themselves.
    pub(crate) request: Request,
    /// Other options that affect answers.
    pub(crate) options: BTreeMap<String, Value>,
    pub(crate) format: Format,
    pub(crate) jobs: NonZeroUsize,
    pub(crate) quiet: bool,
}

/// The result of a line.
pub(crate) struct LineAnswer {
    pub(crate) verdict: LineVerdict,
    /// Whether there is no partial result to keep if the work was interrupted.
    pub(crate) is_unstarted: bool,
    /// The answer, without its final newline.
    pub(crate) text: String,
}

/// A command that answers lines.
pub(crate) trait LineCommand: Sync {
    /// Prepares the task that lines share if they differ only in their start; `starts` is the number of these lines, or 1
    /// if it is unknown.
    fn prepare(
        &self,
        request: &Request,
        puzzle: &Arc<Puzzle>,
        starts: usize,
    ) -> Result<Task, Failure>;

    /// Registers the files written for a line besides its answer, if their paths depend only on the line.
    fn register_paths(&self, _line: &Line, _paths: &mut PathRegistry) -> Result<(), Failure> {
        Ok(())
    }

    /// Answers a line.
    fn answer(
        &self,
        task: &Task,
        asked: &LineQuestion<'_>,
        cancel: &CancelFlag,
    ) -> Result<LineAnswer, Failure>;
}

/// A line and its question.
pub(crate) struct LineQuestion<'a> {
    pub(crate) line: &'a Line,
    pub(crate) problem: Problem,
    pub(crate) format: Format,
}

/// Identifies a line in reports.
pub(crate) fn line_keys(line: &Line) -> (usize, &str) {
    (line.number, &line.input)
}
