//! `twistsat solve --batch`: one question and one answer per line.

use std::num::NonZeroUsize;
use std::sync::Arc;

use twistsat::answer::{Answer, ExtraTasks, Task, check_combination};
use twistsat::control::{CancelFlag, Control};
use twistsat::list::{LineVerdict, Request};
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::report;
use twistsat::report::{json, text};
use twistsat::search::UnknownReason;

use super::staged::check_single_questions;
use super::task_args::TaskArgs;
use crate::batch::{LineAnswer, LineCommand, LineQuestion, line_keys};
use crate::output::Format;
use crate::{Failure, output};

/// The command for `--batch`.
pub(super) struct SolveLines<'a> {
    pub(super) args: &'a TaskArgs,
    /// The extra tasks, which only options can set, not lines.
    pub(super) extras: ExtraTasks,
}

impl LineCommand for SolveLines<'_> {
    fn prepare(
        &self,
        request: &Request,
        puzzle: &Arc<Puzzle>,
        starts: usize,
    ) -> Result<Task, Failure> {
        let Request { question, method } = request;
        let explained = |error| self.args.problem.explain_error(&error);
        check_combination(question, method, self.extras).map_err(explained)?;
        let task = self.args.task(question.clone(), method.clone(), puzzle)?;
        check_single_questions(&task, "--batch", true)?;
        Ok(task.for_starts(starts, puzzle))
    }

    fn answer(
        &self,
        task: &Task,
        asked: &LineQuestion<'_>,
        cancel: &CancelFlag,
    ) -> Result<LineAnswer, Failure> {
        // Other threads answer other lines.
        let control = Control::new(cancel.clone(), None).with_jobs(NonZeroUsize::MIN);
        let answer = task.solve(&asked.problem, &control, &|_| ());
        let answer = answer.map_err(|error| self.args.problem.explain_error(&error))?;
        Ok(LineAnswer {
            verdict: LineVerdict::from(&answer),
            is_unstarted: is_unstarted(&answer),
            text: answer_text(task, asked, &answer)?,
        })
    }
}

/// Whether the search was stopped without a solution, in its first attempt at the latest.
fn is_unstarted(answer: &Answer) -> bool {
    let found = &answer.found;
    let is_stopped = matches!(found.stop, Some(UnknownReason::Stopped(_)));
    is_stopped && found.solution.is_none() && found.attempts.len() <= 1
}

fn answer_text(task: &Task, asked: &LineQuestion<'_>, answer: &Answer) -> Result<String, Failure> {
    let (number, problem): (usize, &Problem) = (asked.line.number, &asked.problem);
    let (notation, found) = (task.question().notation, &answer.found);
    Ok(match (asked.format, &found.solution) {
        (Format::Text, _) => {
            format!("{number}: {}", text::in_list(problem, notation, found))
        }
        (Format::Alg, Some(solution)) => report::turns_with_tips(problem, notation, solution),
        (Format::Alg, None) => {
            format!("# {number}: {}", text::without_solution(found))
        }
        (Format::Json, _) => {
            let names = json::Names {
                line: Some(line_keys(asked.line)),
                ..json::Names::of(task)
            };
            output::json_line(&json::solve(problem, names, answer))?
        }
    })
}
