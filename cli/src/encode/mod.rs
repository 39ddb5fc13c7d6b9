//! `twistsat encode`.

mod args;
mod many;
mod output_paths;
mod size;

use std::path::{Path, PathBuf};

use super::files::{Kind, map_path};
use super::{Exit, Failure, files, interrupt, usage};
pub(super) use args::Args;
use args::FOLDER;
use output_paths::{OutputFormat, OutputPaths, is_pipe_or_device};
use twistsat::encode::{Format, FormulaContent, Recipe, file_name};
use twistsat::problem::Problem;

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    check_cubes(&args)?;
    if let Some(list) = &args.batch {
        args.problem.check_list(list)?;
    }
    let question = args.question()?;
    let is_range = args.turns.is_some_and(|it| it.single().is_none());
    if is_range && args.problem.only_prints_question() {
        let why = "--print-question cannot be combined with --turns N..M; ask for each number of turns separately";
        return usage(why);
    }
    if args.problem.print_question(&question)? {
        return Ok(Exit::Done);
    }
    let is_many = args.batch.is_some() || is_range;
    if let (Some(path), false) = (&args.output, is_many) {
        check_paths(&args, Some(path), args.map.as_deref())?;
    }
    let recipe = args.recipe.recipe()?;
    let suited = args.format.check(&recipe);
    suited.map_err(|error| Failure::Usage(error.to_string()))?;
    let read = |path: &PathBuf| Ok::<_, Failure>((path.clone(), files::read(path, Kind::List)?));
    let format = OutputFormat {
        format: args.format,
        content: if args.explain {
            FormulaContent::Explained
        } else {
            args.format.content()
        },
        cubes: args.cubes.as_ref().map(read).transpose()?,
    };
    if is_many {
        return many::run(&args, &question, &recipe, &format);
    }
    let problem = args.problem.problem(&question)?;
    let problem = args.format.problem_to_encode(problem);
    let paths = paths_of_one(&args, &problem, &recipe)?;
    let cancel = interrupt::cancel_flag()?;
    paths.write_formula(&problem, &recipe, &format, &cancel)?;
    Ok(Exit::Done)
}

/// The paths of a single formula and its map.
fn paths_of_one(args: &Args, problem: &Problem, recipe: &Recipe) -> Result<OutputPaths, Failure> {
    let formula = match &args.output {
        Some(path) if path.as_os_str() == "-" => None,
        Some(path) => Some(path.clone()),
        None => Some(Path::new(FOLDER).join(file_name(problem, recipe, args.format, None))),
    };
    let file = formula.as_deref().filter(|path| !is_pipe_or_device(path));
    let map = args.map.clone().or_else(|| file.map(map_path));
    if map.as_ref().is_some_and(|map| map.as_os_str() == "-") {
        return usage("the map cannot be written to stdout; give --map a path");
    }
    check_paths(args, formula.as_deref(), map.as_deref())?;
    Ok(OutputPaths {
        folder: args.output.is_none().then(|| FOLDER.into()),
        formula,
        map,
    })
}

/// Rejects output files that would overwrite input files or each other. Without a path, the formula goes to stdout, and
/// no map is written.
fn check_paths(args: &Args, formula: Option<&Path>, map: Option<&Path>) -> Result<(), Failure> {
    let mut paths = super::path_conflicts::PathRegistry::default();
    args.register_paths(&mut paths);
    paths.register_output("-o", formula.unwrap_or(Path::new("-")));
    if let Some(map) = map {
        paths.register_output("--map", map);
    }
    paths.check()
}

/// Rejects `--cubes` for formats without cubes, and the format `icnf` without `--cubes`.
fn check_cubes(args: &Args) -> Result<(), Failure> {
    let why = match (args.format == Format::Icnf, &args.cubes) {
        (true, None) => "--format icnf requires --cubes FILE, one cube per line such as `a 1 -2 0`",
        (false, Some(_)) => "--cubes requires --format icnf, the format that has cubes",
        _ => return Ok(()),
    };
    usage(why)
}
