//! `twistsat encode`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::args::ProblemArgs;
use super::args::RecipeArgs;
use super::drafts::Draft;
use super::{Exit, Failure, args, interrupt, output, places};
use crate::control::{CancelFlag, Control};
use crate::encode::{EncodeError, Formula, Justification, Recipe, describe, encode_under, map};
use crate::files::piped;
use crate::problem::{Budget, Cost, Problem};
use crate::puzzle::{Metric, Premise};
use crate::search::UnknownReason;

const EXAMPLES: &str = "\
Examples:
  twistsat encode pocket --scramble \"R U2 F'\" --turns 3
  twistsat encode pocket --scramble \"R U2 F'\" --turns 3 -o - --map three.json > three.cnf
  twistsat encode pocket --scramble \"R2\" --max-turns 4 --format wcnf --cost half=3 -o cheap.wcnf

The formula is satisfiable if and only if the state has a solution within the budget. `decode`
translates a model back into turns, with the map.";

/// Where formulas go unless told otherwise.
const FOLDER: &str = "cnf-out";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "budget", required = true, multiple = false, args = ["turns", "max_turns"])]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    recipe: RecipeArgs,
    /// Solutions of exactly N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    turns: Option<usize>,
    /// Solutions of at most N turns; requires a recipe with idle slots
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: Option<usize>,
    /// The DIMACS file, `-` for stdout; an existing file is replaced [default:
    /// cnf-out/PUZZLE-RECIPE-BUDGET.cnf]
    #[arg(long, short, value_name = "FILE|-")]
    output: Option<PathBuf>,
    /// The format: cnf (DIMACS), or wcnf for MaxSAT solvers, in which turns cost what --cost says
    #[arg(long, value_enum, default_value_t)]
    format: FormulaFormat,
    /// The map [default: the DIMACS file's name with .map.json; none for stdout]
    #[arg(long, value_name = "PATH")]
    map: Option<PathBuf>,
}

/// How a formula is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum FormulaFormat {
    #[default]
    Cnf,
    Wcnf,
}

impl FormulaFormat {
    fn extension(self) -> &'static str {
        match self {
            FormulaFormat::Cnf => "cnf",
            FormulaFormat::Wcnf => "wcnf",
        }
    }
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    args.problem.plan.check_stage()?;
    let constraints = &args.problem.constraints;
    if args.format == FormulaFormat::Cnf {
        constraints.check()?;
    }
    constraints.check_turns("--turns", args.turns)?;
    constraints.check_turns("--max-turns", args.max_turns)?;
    if let Some(path) = &args.output {
        check_places(&args, Some(path), args.map.as_deref())?;
    }
    let recipe = args.recipe.recipe()?;
    let problem = args.problem.problem(|_| {
        Ok(match (args.turns, args.max_turns) {
            (Some(turns), _) => Budget::Exactly(turns),
            (None, most) => Budget::AtMost(most.unwrap_or_default()),
        })
    })?;
    let problem = match args.format {
        FormulaFormat::Cnf => problem,
        FormulaFormat::Wcnf => with_cost(problem),
    };
    let places = Places::new(&args, &problem, &recipe)?;
    if let Ok(Premise::Undecided(why)) = problem.premise() {
        output::diagnose(&format!("note: {}", UnknownReason::Undecided(why)));
    }
    let cancel = interrupt::cancel_flag()?;
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let control = Control::new(cancel.clone(), None).with_jobs(threads);
    let formula = encode_under(&problem, &recipe, &control).map_err(|error| match error {
        EncodeError::Stopped(_) => Failure::Interrupted,
        error => Failure::error(error),
    })?;
    let at_most = matches!(problem.budget, Budget::AtMost(_));
    if at_most && formula.covers.justification != Justification::IdleSlots {
        return Err(Failure::Usage(format!(
            "recipe `{}` has no idle slots, so its formula is about one exact length; use --turns N, or choose a recipe with `idle = \"trailing\"`",
            recipe.name
        )));
    }
    let written = places.write(&problem, &recipe, &formula, &cancel);
    // What fails because of Ctrl-C is no news.
    written.map_err(|failure| {
        if cancel.is_raised() {
            Failure::Interrupted
        } else {
            failure
        }
    })?;
    Ok(Exit::Done)
}

/// Where formula and map go.
struct Places {
    /// Whether it is our own folder, which need not be there.
    in_folder: bool,
    /// `None` is stdout.
    formula: Option<PathBuf>,
    map: Option<PathBuf>,
    format: FormulaFormat,
}

impl Places {
    fn new(args: &Args, problem: &Problem, recipe: &Recipe) -> Result<Self, Failure> {
        let formula = match &args.output {
            Some(path) if path.as_os_str() == "-" => None,
            Some(path) => Some(path.clone()),
            None => Some(Path::new(FOLDER).join(file_name(problem, recipe, args.format))),
        };
        let default_map = || {
            formula
                .as_deref()
                .filter(|path| !is_stream(path))
                .map(beside)
        };
        let map = args.map.clone().or_else(default_map);
        if map.as_ref().is_some_and(|map| map.as_os_str() == "-") {
            return Err(Failure::Usage(
                "the map cannot be written to stdout; give --map a path".to_owned(),
            ));
        }
        check_places(args, formula.as_deref(), map.as_deref())?;
        Ok(Self {
            in_folder: args.output.is_none(),
            formula,
            map,
            format: args.format,
        })
    }

    fn write_formula(
        &self,
        problem: &Problem,
        formula: &Formula,
        comments: &[String],
        writer: &mut impl Write,
    ) -> io::Result<()> {
        match self.format {
            FormulaFormat::Cnf => formula.write_dimacs(comments, writer),
            FormulaFormat::Wcnf => formula.write_wcnf(problem, comments, writer),
        }
    }

    /// Both files are whole before either appears.
    fn write(
        self,
        problem: &Problem,
        recipe: &Recipe,
        formula: &Formula,
        cancel: &CancelFlag,
    ) -> Result<(), Failure> {
        if self.in_folder {
            fs::create_dir_all(FOLDER)
                .map_err(|error| Failure::Error(format!("cannot create {FOLDER}: {error}")))?;
        }
        let comments = describe(problem, recipe, formula);
        let content = |mut writer: &mut dyn Write| {
            self.write_formula(problem, formula, &comments, &mut writer)
        };
        let mut drafts = Vec::new();
        if let Some(path) = &self.formula {
            drafts.push(Draft::write(path, cancel, content)?);
        }
        if let Some(path) = &self.map {
            let text = map::write(problem, recipe, formula);
            let write = |writer: &mut dyn Write| writer.write_all(text.as_bytes());
            drafts.push(Draft::write(path, cancel, write)?);
        }
        if self.formula.is_none() {
            piped::write(|| Ok(io::stdout()), cancel, content).map_err(output::closed)?;
        }
        Draft::publish_all(drafts)?;
        // What goes to stdout is the formula alone.
        let written = self.formula.iter().chain(&self.map);
        let told = written.filter(|_| self.formula.is_some());
        { told }.try_for_each(|path| output::line(&path.display().to_string()))
    }
}

/// The problem in which each turn costs something: one, unless it says otherwise. So what
/// a recipe would leave out for a cheaper solution stays.
fn with_cost(mut problem: Problem) -> Problem {
    let weights = vec![1; problem.puzzle.turns().len()];
    let cost = &mut problem.constraints.cost;
    cost.get_or_insert(Cost::of_turns(weights, None));
    problem
}

fn file_name(problem: &Problem, recipe: &Recipe, format: FormulaFormat) -> String {
    let budget = match problem.budget {
        Budget::Exactly(turns) => format!("exactly-{turns}"),
        Budget::AtMost(turns) => format!("at-most-{turns}"),
    };
    let metric = match problem.metric {
        Metric::HalfTurn => String::new(),
        Metric::QuarterTurn => format!("{}-", problem.metric),
    };
    let (puzzle, recipe) = (problem.puzzle.name(), &recipe.name);
    let extension = format.extension();
    format!("{puzzle}-{recipe}-{metric}{budget}.{extension}")
}

/// Refuses to write over what is read, or two things to one place. `None` is stdout for the
/// formula, and for the map that there is none so far.
fn check_places(args: &Args, formula: Option<&Path>, map: Option<&Path>) -> Result<(), Failure> {
    let mut places = places::Places::default();
    args.problem.note(&mut places);
    args.recipe.note(&mut places);
    places.writes("-o", formula.unwrap_or(Path::new("-")));
    if let Some(map) = map {
        places.writes("--map", map);
    }
    places.check()
}

/// Whether a path names a pipe or a device.
fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// `FILE.map.json` for `FILE` or `FILE.cnf`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".map.json");
    PathBuf::from(name)
}
