//! `twistsat cases`.

use std::num::NonZeroUsize;
use std::path::Path;

use twistsat::answer::{Engine, Method, Ranking, Task};
use twistsat::problem::case_file::{AllowedTurns, Case};
use twistsat::problem::{Cost, Question};
use twistsat::report;
use twistsat::report::cases::Answer;
use twistsat::search::in_order;

use super::args::{MemoryArgs, RecipeArgs, SolverArgs};
use super::files::Kind;
use super::{Exit, Failure, args, files, output, usage};

pub(super) use twistsat::problem::case_file::Cases;

const EXAMPLES: &str = "\
Examples:
  twistsat cases pll --only T,Y --set RUF
  twistsat cases pll --only T --allow \"<R,U,F>\" --top 3 --cost-file hands --rank
  twistsat cases show oll > cases.toml
  twistsat cases cll --format markdown > cll.md
  twistsat cases pll --only T --set RUF --format html > t.html";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A built-in set of cases (see `twistsat list cases`), or the path of a file; `show NAME` prints a built-in set, to be
    /// copied and changed
    #[arg(value_name = "NAME|FILE")]
    cases: String,
    /// After `show`: the set to print
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Find algorithms only for these cases, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Use only these sets of turns, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    set: Vec<String>,
    /// Use these turns instead of the sets of the file, such as "<R,U>", written as for `solve --allow`
    #[arg(long, value_name = "TURNS", conflicts_with = "set")]
    allow: Option<String>,
    /// List the N shortest algorithms of each case, if that many exist
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    top: Option<u16>,
    /// What turns cost: a built-in name (see `twistsat list costs`) or a path; the table shows the costs
    #[arg(long, value_name = "NAME|PATH", requires = "top")]
    cost_file: Option<String>,
    /// With --top N, list the N cheapest of all algorithms that are not longer than the N-th shortest
    #[arg(long, requires = "cost_file")]
    rank: bool,
    /// Use at most N turns, instead of the file's limit
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: Option<usize>,
    /// The method: `graph` (search from both ends; for longer solutions, tables of cosets), `sat` (a formula and a SAT
    /// solver) or `auto` (a short search from both ends, then formulas)
    /// [default: graph; sat with --recipe or --solver]
    #[arg(long, value_parser = args::listing_engine())]
    method: Option<Engine>,
    #[command(flatten)]
    recipe: RecipeArgs,
    #[command(flatten)]
    solver: SolverArgs,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Use N threads, each for one case at a time; 0 means one per core [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(..=256))]
    jobs: Option<u16>,
    /// How the table is printed
    #[arg(long, value_enum, default_value_t)]
    format: TableFormat,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

/// The output format of tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum TableFormat {
    /// One line for each case and set of turns
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A table in Markdown
    Markdown,
    /// A page with a picture of each case
    Html,
    /// One picture: each case with its algorithms
    Svg,
    /// Comma-separated values, one line per algorithm
    Csv,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    args.solver.start_limit();
    if let Some(name) = &args.name {
        return print_built_in(&args.cases, name);
    }
    let mut cases = args.read_cases()?;
    if let Some(turns) = &args.allow {
        let allowed = cases.with_turn_set(turns);
        cases = allowed.map_err(|error| Failure::Error(format!("--allow: {error}")))?;
    }
    if let Some(turns) = args.max_turns {
        for set in &mut cases.sets {
            set.max_turns = turns;
        }
    }
    let wanted = cases.select(&args.only, &args.set);
    let wanted = wanted.map_err(Failure::error)?;
    let jobs = args.jobs.map_or(NonZeroUsize::MIN, args::threads);
    let task = args.task(&cases, jobs)?;
    let ranking = Ranking {
        top: args.top.map(usize::from),
        cost: args.cost(&cases)?,
        is_by_cost: args.rank,
    };
    let control = args.solver.control()?;
    let answer = |case: &Case, set: &AllowedTurns| -> Result<Answer, Failure> {
        let method = task.method().engine.name();
        let Some(problem) = cases.problem(case, set).map_err(Failure::error)? else {
            return Ok(Answer::without_allowed_turns(&case.name, &set.name, method));
        };
        let found = task.solve_case(&problem, &cases.free, &ranking, &control)?;
        Ok(Answer::new(&case.name, &set.name, method, &problem, &found))
    };
    let (mut answers, mut failure) = (Vec::new(), None);
    in_order(
        &wanted,
        jobs,
        |&(case, set)| answer(case, set),
        |&(case, set), answer| {
            let name = format!("{} {}", case.name, set.name);
            match answer {
                Ok(answer) => {
                    if !args.quiet {
                        output::diagnose(&name);
                    }
                    answers.push(answer);
                }
                Err(error) => failure = Some(error.with_subject(&name)),
            }
            failure.is_none()
        },
    );
    failure.map_or(Ok(()), Err)?;
    let is_settled = answers.iter().all(Answer::is_settled);
    match args.format {
        TableFormat::Text => output::print(&report::cases::text(&cases, &answers))?,
        TableFormat::Markdown => output::print(&report::cases::markdown(&cases, &answers))?,
        TableFormat::Html => output::print(&report::cases::html(&cases, &answers))?,
        TableFormat::Svg => output::print(&report::cases::svg(&cases, &answers))?,
        TableFormat::Csv => output::print(&report::cases::csv(&answers))?,
        TableFormat::Json => output::print_json(&report::cases::json(&cases, &answers))?,
    }
    Ok(Exit::if_known(is_settled))
}

/// Prints a built-in set, to be copied.
fn print_built_in(word: &str, name: &str) -> Result<Exit, Failure> {
    if word != "show" {
        return usage("name only one set of cases; `cases show NAME` prints a set");
    }
    output::print(Cases::text(name)?)?;
    Ok(Exit::Done)
}

impl Args {
    /// The cost of turns.
    fn cost(&self, cases: &Cases) -> Result<Option<Cost>, Failure> {
        let Some(name) = &self.cost_file else {
            return Ok(None);
        };
        let Some(path) = args::cost_path(name) else {
            return Ok(Some(Cost::built_in(name, &cases.puzzle)?));
        };
        let file = files::read_definition(path)?;
        let cost = Cost::from_toml(&file.name, &file.text, &cases.puzzle);
        cost.map(Some).map_err(Failure::error)
    }

    /// The task that solves cases. The memory limit is divided among the threads.
    fn task(&self, cases: &Cases, jobs: NonZeroUsize) -> Result<Task, Failure> {
        let mut method = Method::default();
        self.recipe.apply_to(&mut method)?;
        self.solver.apply_to(&mut method);
        let is_sat = method.implies_sat() || self.solver.has_command();
        let default = if is_sat { Engine::Sat } else { Engine::Graph };
        method.engine = self.method.unwrap_or(default);
        method.max_memory = Some((self.memory.mebibytes() / jobs.get() as u64).max(1));
        let task = Task::new(Question::default(), method, &cases.puzzle)?;
        self.solver.with_solver(task)
    }

    fn read_cases(&self) -> Result<Cases, Failure> {
        if Cases::built_in_names().any(|known| known == self.cases) {
            return Ok(Cases::built_in(&self.cases)?);
        }
        let path = Path::new(&self.cases);
        if !self.cases.contains(['/', '\\', '.']) && !path.exists() {
            return Ok(Cases::built_in(&self.cases)?);
        }
        let text = files::read(path, Kind::Definition)?;
        Cases::from_toml(&files::display_name(path), &text).map_err(Failure::error)
    }
}
