//! `encode --batch` and `encode --turns N..M`: a formula for each state and each length.

use std::path::{Path, PathBuf};

use super::asked::{Args, FOLDER};
use super::format::Written;
use super::one;
use super::places::{Places, file_name};
use crate::cli::files::Kind;
use crate::cli::{Exit, Failure, args, files, interrupt};
use crate::encode::Recipe;
use crate::problem::{Budget, Problem};

pub(super) fn run(args: &Args, recipe: &Recipe, written: &Written<'_>) -> Result<Exit, Failure> {
    let folder = folder(args)?;
    let cancel = interrupt::cancel_flag()?;
    let encode = |mut problem: Problem, budget: Budget, line| {
        if cancel.is_raised() {
            return Err(Failure::Interrupted);
        }
        problem.budget = budget;
        let problem = args.format.asked(problem);
        let name = file_name(&problem, recipe, args.format, line);
        one::write(
            &problem,
            recipe,
            Places::in_folder(&folder, &name),
            written,
            &cancel,
        )
    };
    let Some(path) = &args.batch else {
        for budget in args.budgets() {
            encode(args.problem.problem(|_| Ok(budget))?, budget, None)?;
        }
        return Ok(Exit::Done);
    };
    args.problem.check_one_goal("--batch")?;
    if args.problem.plan.is_asked() {
        let why = "--batch cannot be combined with --stage: whether a stage can start differs from line to line";
        return Err(Failure::Usage(why.to_owned()));
    }
    if path.as_os_str() == "-" && args.problem.to.iter().any(|to| to == "-") {
        return Err(args::twice_stdin());
    }
    let question = args.problem.question()?;
    let text = files::read(path, Kind::List)?;
    // All lines are read before the first formula is written.
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            let what = format!("{}:{number}", files::name(path));
            let problem = question.of_line(line);
            problems.push((number, problem.map_err(|error| error.about(&what))?));
        }
    }
    for (number, problem) in problems {
        for budget in args.budgets() {
            encode(problem.clone(), budget, Some(number))?;
        }
    }
    Ok(Exit::Done)
}

/// The folder that all files go to.
fn folder(args: &Args) -> Result<PathBuf, Failure> {
    if args.map.is_some() {
        let why = "--map names one file, but --batch and --turns N..M write several; each map goes beside its formula";
        return Err(Failure::Usage(why.to_owned()));
    }
    let Some(path) = &args.output else {
        return Ok(Path::new(FOLDER).to_owned());
    };
    if path.as_os_str() == "-" || path.is_file() {
        return Err(Failure::Usage(format!(
            "-o {}: --batch and --turns N..M write several files; give a folder",
            path.display()
        )));
    }
    Ok(path.clone())
}
