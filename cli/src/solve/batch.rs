//! `twistsat solve --batch`: one question and one answer per line.

use std::num::NonZeroUsize;
use std::sync::Arc;

use twistsat::answer::{Answer, ExtraTasks, Task, check_combination};
use twistsat::control::{CancelFlag, Control};
use twistsat::list::{KnownAnswers, LineVerdict, Request};
use twistsat::problem::Problem;
use twistsat::puzzle::Puzzle;
use twistsat::report;
use twistsat::report::{json, text};
use twistsat::search::UnknownReason;

use super::staged::check_single_questions;
use super::task_args::TaskArgs;
use crate::Failure;
use crate::batch::{Form, LineAnswer, LineCommand, LineQuestion};
use crate::output::Format;

/// The command for `--batch`.
pub(super) struct SolveLines<'a> {
    pub(super) args: &'a TaskArgs,
    /// The extra tasks, which only options can set, not lines.
    pub(super) extras: ExtraTasks,
}

/// A task and the answers found so far.
pub(super) struct PreparedTask {
    task: Task,
    known: KnownAnswers,
}

impl LineCommand for SolveLines<'_> {
    type PreparedTask = PreparedTask;

    fn prepare(
        &self,
        request: &Request,
        puzzle: &Arc<Puzzle>,
        starts: usize,
    ) -> Result<PreparedTask, Failure> {
        let Request { question, method } = request;
        let explained = |error| self.args.problem.explain_error(&error);
        check_combination(question, method, self.extras).map_err(explained)?;
        let task = self.args.task(question.clone(), method.clone(), puzzle)?;
        check_single_questions(&task, "--batch", true)?;
        Ok(PreparedTask {
            task: task.for_starts(starts, puzzle),
            known: KnownAnswers::default(),
        })
    }

    fn answer(
        &self,
        PreparedTask { task, known }: &PreparedTask,
        asked: LineQuestion<'_>,
        cancel: &CancelFlag,
    ) -> Result<LineAnswer, Failure> {
        // Other threads answer other lines.
        let control = Control::new(cancel.clone(), None).with_jobs(NonZeroUsize::MIN);
        let answer = known.solve(task, &asked.problem, &control);
        let answer = answer.map_err(|error| self.args.problem.explain_error(&error))?;
        let verdict = LineVerdict::from(&*answer);
        Ok(LineAnswer {
            verdict,
            is_unstarted: is_unstarted(&answer),
            text: answer_text(task, &asked, &answer, verdict)?,
        })
    }
}

/// Whether the search was stopped without a solution, in its first attempt at the latest.
fn is_unstarted(answer: &Answer) -> bool {
    let found = &answer.found;
    let is_stopped = matches!(found.stop, Some(UnknownReason::Stopped(_)));
    is_stopped && found.solution.is_none() && found.attempts.len() <= 1
}

fn answer_text(
    task: &Task,
    asked: &LineQuestion<'_>,
    answer: &Answer,
    verdict: LineVerdict,
) -> Result<String, Failure> {
    let (number, problem): (usize, &Problem) = (asked.line.number, &asked.problem);
    let (notation, found) = (task.question().notation, &answer.found);
    Ok(match (asked.form, &found.solution) {
        (Form::Report(Format::Text), _) => {
            format!("{number}: {}", text::in_list(problem, notation, found))
        }
        (Form::Report(Format::Alg), Some(solution)) => {
            report::turns_with_tips(problem, notation, solution)
        }
        (Form::Report(Format::Alg), None) => {
            format!("# {number}: {}", text::without_solution(found))
        }
        (Form::Report(Format::Json) | Form::Record, _) => {
            let names = json::Names::of_answer(task, answer);
            let mut solve = json::Solve::new(problem, names, answer);
            solve.header = solve.header.of_line(asked.line_keys());
            asked.json(&solve, verdict)?
        }
    })
}
