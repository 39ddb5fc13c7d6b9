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
use twistsat::notation::Notation;
use twistsat::problem::{Problem, Question};
use twistsat::puzzle::Puzzle;
use twistsat::report;
use twistsat::report::{json, text};

use super::args::Args;
use crate::batch::{Batch, LineAnswer, LineCommand, LineQuestion, line_keys};
use crate::output::Format;
use crate::{Exit, Failure, output};

/// Answers a list.
pub(super) fn run(
    args: &Args,
    question: Question,
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
    fn prepare(&self, request: &Request, puzzle: &Arc<Puzzle>, _: usize) -> Result<Task, Failure> {
        let Request { question, method } = request;
        self.listing.check(question)?;
        let (problem, solver) = (&self.args.problem, &self.args.solver);
        solver.task(problem, question.clone(), method.clone(), puzzle)
    }

    fn answer(
        &self,
        task: &Task,
        asked: &LineQuestion<'_>,
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
            text: answer_text(task, asked, &found, &rows)?,
        })
    }
}

fn answer_text(
    task: &Task,
    asked: &LineQuestion<'_>,
    found: &Enumerated,
    rows: &[ListedSolution],
) -> Result<String, Failure> {
    let (number, problem) = (asked.line.number, &asked.problem);
    let question = task.question();
    let names = json::Names {
        line: Some(line_keys(asked.line)),
        ..json::Names::of(task)
    };
    if asked.format == Format::Json {
        return output::json_line(&json::enumerate(names, question, found, rows));
    }
    let summary = text::enumerated(question, found);
    let rows = rows.iter();
    let rows = rows.map(|row| line(problem, names.notation, asked.format, row));
    if asked.format == Format::Alg {
        return Ok(rows.chain([format!("# {number}: {summary}")]).join("\n"));
    }
    let common = text::common_lines(problem, names.notation);
    let lines = rows.chain(common.lines().map(str::to_owned));
    let lines = lines.chain([summary]);
    Ok(lines.map(|line| format!("{number}: {line}")).join("\n"))
}

/// A solution as a line of text.
pub(super) fn line(
    problem: &Problem,
    notation: Notation,
    format: Format,
    row: &ListedSolution,
) -> String {
    if format == Format::Alg {
        return report::turns_with_tips(problem, notation, &row.solution);
    }
    let line = report::turns_with_start(problem, notation, &row.solution);
    text::listed_solution(&line, row.cost, row.class_size)
}
