//! `encode --batch` and `encode --turns N..M`: one formula for each state and each length.

use std::fs;
use std::path::{Path, PathBuf};

use twistsat::answer::{ExtraTasks, Method, check_combination};
use twistsat::encode::{Recipe, file_name};
use twistsat::problem::{Cache, Problem, Question};

use super::args::{Args, FOLDER};
use super::output_paths::{OutputFormat, OutputPaths};
use super::size;
use crate::args::ProblemArgs;
use crate::files::Kind;
use crate::{Exit, Failure, files, interrupt, usage};

pub(super) fn run(
    args: &Args,
    question: &Question,
    recipe: &Recipe,
    format: &OutputFormat,
) -> Result<Exit, Failure> {
    let folder = folder(args)?;
    let cancel = interrupt::cancel_flag()?;
    let problems = problems(args, question)?;
    if let Some((_, first)) = problems.first() {
        let first = args.format.problem_to_encode(first.clone());
        size::check(args, &first, recipe, problems.len())?;
    }
    let mut created = CreatedFiles::in_folder(&folder);
    for (line, problem) in problems {
        for budget in args.budgets(&problem) {
            let problem = args.format.problem_to_encode(problem.within(budget));
            let name = file_name(&problem, recipe, args.format, line);
            let paths = OutputPaths::in_folder(&folder, &name);
            created.register(&paths);
            let done = if cancel.is_raised() {
                Err(Failure::Interrupted)
            } else {
                paths.write_formula(&problem, recipe, format, &cancel)
            };
            if let Err(Failure::Interrupted) = done {
                created.remove_all();
            }
            done?;
        }
    }
    Ok(Exit::Done)
}

/// The problem of the command line, or one for each line of a list, with the line's number. All lines are read before
/// the first formula is written.
fn problems(args: &Args, question: &Question) -> Result<Vec<(Option<usize>, Problem)>, Failure> {
    let Some(path) = &args.batch else {
        return Ok(vec![(None, args.problem.problem(question)?)]);
    };
    let extras = ExtraTasks {
        batch: true,
        ..ExtraTasks::default()
    };
    check_combination(question, &Method::default(), extras)?;
    let text = files::read(path, Kind::List)?;
    let puzzle = args.problem.puzzle.puzzle()?;
    let (mut problems, cache) = (Vec::new(), Cache::default());
    for line in twistsat::list::lines(&text) {
        let place = format!("{}:{}", files::display_name(path), line.number);
        let problem = ProblemArgs::problem_of_line(question, &puzzle, &line.input);
        let problem = problem.map_err(|error| error.with_subject(&place))?;
        problems.push((Some(line.number), problem.with_cache(&cache)));
    }
    Ok(problems)
}

/// The files that the command creates. They are removed if it is interrupted, so that an incomplete set is not mistaken
/// for a complete one.
struct CreatedFiles {
    /// The folder, if the command creates it.
    folder: Option<PathBuf>,
    files: Vec<PathBuf>,
}

impl CreatedFiles {
    fn in_folder(folder: &Path) -> Self {
        Self {
            folder: (!folder.exists()).then(|| folder.to_owned()),
            files: Vec::new(),
        }
    }

    /// Registers files that are about to be written.
    fn register(&mut self, paths: &OutputPaths) {
        let files = paths.formula.iter().chain(&paths.map);
        self.files
            .extend(files.filter(|path| !path.exists()).cloned());
    }

    /// Removes the files and the folder, as far as possible.
    fn remove_all(&self) {
        for path in &self.files {
            let _ = fs::remove_file(path);
        }
        if let Some(folder) = &self.folder {
            // A folder that is not empty is kept.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// The output folder.
fn folder(args: &Args) -> Result<PathBuf, Failure> {
    if args.map.is_some() {
        let why = "--map names one file, but --batch and --turns N..M write several; each map is written next to its formula";
        return usage(why);
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
