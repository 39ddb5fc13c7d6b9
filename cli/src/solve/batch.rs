//! `twistsat solve --batch`: one question and one answer per line.

use std::num::NonZeroUsize;
use std::sync::Arc;

use twistsat::answer::{ExtraTasks, Task, check_combination};
use twistsat::list::{LineVerdict, Request};
use twistsat::puzzle::Puzzle;
use twistsat::report;
use twistsat::report::{json, text};

use super::staged::check_single_questions;
use super::task_args::TaskArgs;
use crate::batch::{LineAnswer, LineQuestion};
use crate::output::Format;
use crate::{Failure, output};

/// Prepares a task for lines that differ only in their start. Only options, not lines, can request `extras`.
pub(super) fn prepare(
    args: &TaskArgs,
    extras: ExtraTasks,
    request: &Request,
    puzzle: &Arc<Puzzle>,
    starts: usize,
) -> Result<Task, Failure> {
    let Request { question, method } = request;
    let checked = check_combination(question, method, extras);
    checked.map_err(|error| args.problem.explain_error(&error))?;
    let task = args.task(question.clone(), method.clone(), puzzle)?;
    check_single_questions(&task, "--batch")?;
    Ok(task.for_starts(starts, puzzle))
}

/// Answers a line.
pub(super) fn answer(
    args: &TaskArgs,
    asked: &LineQuestion<'_>,
) -> Result<Option<LineAnswer>, Failure> {
    // Other threads answer other lines.
    let control = asked.control.clone().with_jobs(NonZeroUsize::MIN);
    let (problem, names) = (&asked.problem, asked.names());
    let answer = asked.task.solve(problem, &control, &|_| ());
    let answer = answer.map_err(|error| args.problem.explain_error(&error))?;
    let (verdict, found) = (LineVerdict::from(&answer), &answer.found);
    let has_no_result = found.solution.is_none() && found.attempts.len() <= 1;
    if verdict == LineVerdict::Interrupted && has_no_result {
        return Ok(None);
    }
    let text = match (asked.format, &found.solution) {
        (Format::Json, _) => output::json_line(&json::solve(problem, names, &answer))?,
        (Format::Text, _) => asked.numbered(&text::list_entry(problem, names.notation, found)),
        (Format::Alg, None) => asked.numbered(&text::why_no_solution(found)),
        (Format::Alg, Some(turns)) => report::turns_with_tips(problem, names.notation, turns),
    };
    Ok(Some((verdict, text)))
}
