//! `twistsat enumerate --batch`: lists the solutions of each line.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use itertools::Itertools;
use twistsat::answer::{Enumerated, ListOptions, ListedSolution, Task};
use twistsat::control::{CancelFlag, Control};
use twistsat::list::{LineVerdict, Request};
use twistsat::problem;
use twistsat::puzzle::Puzzle;
use twistsat::report;
use twistsat::report::{json, text};

use super::args::Args;
use crate::batch::{Batch, Form, LineAnswer, LineCommand, LineQuestion};
use crate::output::Format;
use crate::{Exit, Failure};

/// Answers a list.
pub(super) fn run(
    args: &Args,
    question: problem::Question,
    path: &Path,
    jobs: NonZeroUsize,
) -> Result<Exit, Failure> {
    let listing = args.list_options();
    let mut options = args.solver.settings_outside_method();
    let listed = serde_json::to_value(&listing).and_then(serde_json::from_value);
    options.extend::<BTreeMap<_, _>>(listed.map_err(Failure::error)?);
    let batch = Batch {
        command: "enumerate",
        args: &args.list,
        problem: &args.problem,
        request: Request {
            question,
            method: args.method()?,
        },
        options,
        format: args.format,
        jobs,
        quiet: args.quiet,
    };
    let listed = EnumerateLines { args, listing };
    batch.answer(path, &listed, |paths| {
        args.problem.register_paths(paths);
        args.recipe.register_paths(paths);
    })
}

/// The command for `--batch`.
struct EnumerateLines<'a> {
    args: &'a Args,
    listing: ListOptions,
}

impl LineCommand for EnumerateLines<'_> {
    type PreparedTask = Task;

    fn prepare(&self, request: &Request, puzzle: &Arc<Puzzle>, _: usize) -> Result<Task, Failure> {
        let Request { question, method } = request;
        self.listing.check(question)?;
        let (problem, solver) = (&self.args.problem, &self.args.solver);
        solver.task(problem, question.clone(), method.clone(), puzzle)
    }

    fn answer(
        &self,
        task: &Task,
        asked: LineQuestion<'_>,
        cancel: &CancelFlag,
    ) -> Result<LineAnswer, Failure> {
        let control = Control::new(cancel.clone(), None);
        let mut rows = Vec::new();
        let mut take = |row: ListedSolution| {
            rows.push(row);
            ControlFlow::Continue(())
        };
        let found = task.enumerate(&asked.problem, &self.listing, &control, &|_| (), &mut take);
        let found = found.map_err(|error| self.args.problem.explain_error(&error))?;
        let verdict = LineVerdict::from(&found);
        Ok(LineAnswer {
            verdict,
            is_unstarted: verdict == LineVerdict::Interrupted && rows.is_empty(),
            text: answer_text(task, &asked, &found, &rows, verdict)?,
        })
    }
}

fn answer_text(
    task: &Task,
    asked: &LineQuestion<'_>,
    found: &Enumerated,
    rows: &[ListedSolution],
    verdict: LineVerdict,
) -> Result<String, Failure> {
    let (number, problem) = (asked.line.number, &asked.problem);
    let (question, names) = (task.question(), json::Names::of(task));
    let summary = text::enumerated(question, found);
    let numbered = |line: &str| format!("{number}: {line}");
    let lines = |line: &dyn Fn(&ListedSolution) -> String, last: String| {
        let lines = rows.iter().map(line).chain([last]);
        lines.collect::<Vec<_>>().join("\n")
    };
    Ok(match asked.form {
        Form::Report(Format::Text) => {
            let line = |row: &ListedSolution| {
                let line = report::turns_with_start(problem, names.notation, &row.solution);
                numbered(&text::listed_solution(&line, row.cost, row.class_size))
            };
            let common = text::common_lines(problem, names.notation);
            lines(
                &line,
                common.lines().chain([&*summary]).map(numbered).join("\n"),
            )
        }
        Form::Report(Format::Alg) => {
            let line = |row: &ListedSolution| {
                report::turns_with_tips(problem, names.notation, &row.solution)
            };
            lines(&line, format!("# {number}: {summary}"))
        }
        Form::Report(Format::Json) | Form::Record => {
            let mut list = json::Enumerate::new(names, question, found, rows);
            list.header = list.header.of_line(asked.line_keys());
            asked.json(&list, verdict)?
        }
    })
}
