//! `twistsat prove`.

mod args;
mod batch;
mod list;
mod one;
mod parts;
mod report;

use crate::files::drafts;
use crate::{Exit, Failure};
pub(crate) use args::Args;
use one::prove_and_write;
pub(crate) use one::with_progress;
use parts::Answer;
use report::{Report, default_prefix};
use twistsat::encode::Recipe;
use twistsat::problem::Solution;
use twistsat::proof::write;

pub(crate) fn run(args: Args) -> Result<Exit, Failure> {
    if args.list.path()?.is_none() {
        args.solver.start_limit();
    }
    let question = args.question()?;
    if args.problem.print_question(&question)? {
        return Ok(Exit::Done);
    }
    if let Some(path) = &args.list.batch {
        return batch::run(&args, question, path);
    }
    if let Some(prefix) = &args.output {
        args.check_paths(&args.paths(prefix)?)?;
        if !args.prints_list {
            drafts::check_folder(prefix)?;
        }
    }
    let puzzle = args.problem.puzzle.puzzle()?;
    let task = args.task(question.clone(), args.method(), &puzzle)?;
    let problem = args.problem.problem(&question)?;
    let named = question.check_names_one_goal(&problem, "a proof");
    named.map_err(|error| args.problem.explain_error(&error))?;
    if let Some(how) = args.split_method().filter(|_| args.prints_list) {
        return list::run(&args, how, &question, &problem, &args.solver.control()?);
    }
    let prefix = match &args.output {
        Some(prefix) => prefix.clone(),
        None => default_prefix(&problem)?,
    };
    let paths = args.paths(&prefix)?;
    args.check_paths(&paths)?;
    let control = args.solver.control()?;
    let report = Report {
        problem: &problem,
        format: args.format,
        task: &task,
        recipe: &Recipe::built_in(write::RECIPE)?,
        paths: &paths,
    };
    if let Some(how) = args.split_method() {
        let (answer, refuted) = match Solution::replay(&problem, Vec::new()) {
            Ok(solution) => (Answer::Solved(solution), 0),
            Err(_) => parts::run(&args, how, &problem, &prefix, &task, &control)?,
        };
        return report.print_parts(answer, refuted);
    }
    report.print(&prove_and_write(
        &args, &task, &problem, &paths, &control, args.quiet,
    )?)
}
