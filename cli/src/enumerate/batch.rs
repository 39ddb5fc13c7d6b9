//! `twistsat enumerate --batch`: lists the solutions of each line.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use twistsat::answer::{ListOptions, ListedSolution};
use twistsat::list::{LineVerdict, Request};
use twistsat::notation::Notation;
use twistsat::problem::{Problem, Question};
use twistsat::report;
use twistsat::report::{json, text};

use super::args::Args;
use crate::batch::{Batch, LineAnswer, LineQuestion};
use crate::output::Format;
use crate::path_conflicts::PathRegistry;
use crate::{Exit, Failure, output};

/// Answers a list.
pub(super) fn run(
    args: &Args,
    question: Question,
    path: &Path,
    jobs: Option<NonZeroUsize>,
) -> Result<Exit, Failure> {
    let listing = args.list_options();
    let mut options = args.solver.settings_outside_method();
    let listed = serde_json::to_value(&listing).and_then(serde_json::from_value);
    options.extend::<BTreeMap<_, _>>(listed.map_err(Failure::error)?);
    let method = args.method()?;
    let mut paths = PathRegistry::default();
    args.problem.register_paths(&mut paths);
    args.recipe.register_paths(&mut paths);
    let batch = Batch {
        command: "enumerate",
        args: &args.list,
        problem: &args.problem,
        request: Request { question, method },
        options,
        format: args.format,
        jobs,
        quiet: args.quiet,
        prepare: &|Request { question, method }, puzzle, _| {
            listing.check(question)?;
            let (problem, solver) = (&args.problem, &args.solver);
            solver.task(problem, question.clone(), method.clone(), puzzle)
        },
        answer: &|asked| answer(args, &listing, asked),
    };
    batch.run(path, paths, |_, _| Ok(()))
}

/// Answers a line.
fn answer(
    args: &Args,
    listing: &ListOptions,
    asked: &LineQuestion<'_>,
) -> Result<Option<LineAnswer>, Failure> {
    let (task, problem, names) = (asked.task, &asked.problem, asked.names());
    let mut rows = Vec::new();
    let mut take = |row: ListedSolution| {
        rows.push(row);
        ControlFlow::Continue(())
    };
    let found = task.enumerate(problem, listing, &asked.control, &|_| (), &mut take);
    let found = found.map_err(|error| args.problem.explain_error(&error))?;
    let verdict = LineVerdict::from(&found);
    if verdict == LineVerdict::Interrupted && rows.is_empty() {
        return Ok(None);
    }
    let question = task.question();
    if asked.format == Format::Json {
        let report = json::enumerate(names, question, &found, &rows);
        return Ok(Some((verdict, output::json_line(&report)?)));
    }
    let summary = text::enumerated(question, &found);
    let rows = rows.iter();
    let rows = rows.map(|row| line(problem, names.notation, asked.format, row) + "\n");
    let rows: String = rows.collect();
    let text = if asked.format == Format::Alg {
        rows + &asked.numbered(&summary)
    } else {
        let common = text::common_lines(problem, names.notation);
        asked.numbered(&(rows + &common + &summary))
    };
    Ok(Some((verdict, text)))
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
