//! `twistsat cases`.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use super::args::{MemoryArgs, RecipeArgs, SolverArgs};
use super::files::Kind;
use super::places::Places;
use super::{Exit, Failure, args, files, output};
use crate::answer::{Engine, Method, Task};
use crate::control::Control;
use crate::notation::Notation;
use crate::problem::case_file::{Case, Set};
use crate::problem::{Budget, Cost, Problem, Question, Solution};
use crate::report;
use crate::report::json;
use crate::report::json::{CaseAlgorithm, CaseAnswer as Answer};
use crate::search::{Minimum, in_order};

pub(super) use crate::problem::case_file::Cases;

/// The maximum number of algorithms to rank per case.
const MOST_RANKED: usize = 100_000;

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
    /// Only these cases, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Only these sets of turns, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    set: Vec<String>,
    /// Use these turns instead of the sets of the file, such as "<R,U>", written as for `solve --allow`
    #[arg(long, value_name = "TURNS", conflicts_with = "set")]
    allow: Option<String>,
    /// List the N shortest algorithms of each case, if that many exist
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    top: Option<u16>,
    /// What turns cost: a built-in name (see `twistsat list costs`) or a path; the costs are shown
    #[arg(long, value_name = "NAME|PATH", requires = "top")]
    cost_file: Option<String>,
    /// Sort all algorithms of the lengths that --top covers by cost, cheapest first
    #[arg(long, requires = "cost_file")]
    rank: bool,
    /// Use at most N turns, instead of the file's limit
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: Option<usize>,
    /// How solutions are found: `graph`, by a search from both ends and, beyond its reach, with tables of cosets, `sat`,
    /// by a formula and a SAT solver, or `auto`, by a short search from both ends, then by formulas
    /// [default: graph; sat with --recipe or --solver]
    #[arg(long, value_parser = args::engine_of_lists())]
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
    args.solver.begin();
    if let Some(name) = &args.name {
        return show(&args.cases, name);
    }
    let cases = args.read()?;
    let cases = match &args.allow {
        None => cases,
        Some(turns) => cases
            .allowing(turns)
            .map_err(|error| Failure::Error(format!("--allow: {error}")))?,
    };
    let cost = args.cost(&cases)?;
    let chosen = |names: &[String], what: &str, known: Vec<&str>| {
        let missing = names.iter().find(|name| !known.contains(&name.as_str()));
        match missing {
            Some(name) => Err(Failure::Error(format!(
                "there is no {what} `{}`; there are {}",
                crate::text::shown(name),
                crate::text::listed(known.iter(), ", ")
            ))),
            None => Ok(()),
        }
    };
    let names = cases.cases.iter().map(|it| it.name.as_str());
    chosen(&args.only, "case", names.collect())?;
    let names = cases.sets.iter().map(|it| it.name.as_str());
    chosen(&args.set, "set of turns", names.collect())?;
    let is_chosen = |names: &[String], name: &String| names.is_empty() || names.contains(name);
    let wanted: Vec<(&Case, &Set)> = cases
        .cases
        .iter()
        .filter(|case| is_chosen(&args.only, &case.name))
        .flat_map(|case| cases.sets.iter().map(move |set| (case, set)))
        .filter(|(_, set)| is_chosen(&args.set, &set.name))
        .collect();
    let jobs = args.jobs.map_or(NonZeroUsize::MIN, args::threads);
    let asker = Asker {
        cases: &cases,
        args: &args,
        task: args.task(&cases, jobs)?,
        cost,
        control: args.solver.control()?,
    };
    let (mut answers, mut failure) = (Vec::new(), None);
    in_order(
        &wanted,
        jobs,
        |&(case, set)| {
            let about = |failure: Failure| failure.about(&format!("{} {}", case.name, set.name));
            asker.answer(case, set).map_err(about)
        },
        |&(case, set), answer| match answer {
            Ok(answer) => {
                if !args.quiet {
                    output::diagnose(&format!("{} {}", case.name, set.name));
                }
                answers.push(answer);
                true
            }
            Err(error) => {
                failure = Some(error);
                false
            }
        },
    );
    if let Some(failure) = failure {
        return Err(failure);
    }
    match args.format {
        TableFormat::Text => output::print(&report::cases::text(&cases, &answers))?,
        TableFormat::Markdown => output::print(&report::cases::markdown(&cases, &answers))?,
        TableFormat::Html => output::print(&report::cases::html(&cases, &answers))?,
        TableFormat::Svg => output::print(&report::cases::svg(&cases, &answers))?,
        TableFormat::Csv => output::print(&report::cases::csv(&answers))?,
        TableFormat::Json => output::json(&json::Cases {
            about: json::About::new(json::Schema::Cases, &cases.puzzle),
            title: cases.title.clone(),
            answers: answers.clone(),
        })?,
    }
    let is_open = |it: &Answer| it.algorithm.is_some() && !it.minimal;
    let is_unknown = |it: &Answer| it.none.as_ref().is_some_and(|it| it.starts_with("unknown"));
    Ok(if answers.iter().any(|it| is_open(it) || is_unknown(it)) {
        Exit::Unknown
    } else {
        Exit::Done
    })
}

/// Prints a built-in set, to be copied.
fn show(word: &str, name: &str) -> Result<Exit, Failure> {
    if word != "show" {
        let why = "one set of cases at a time; `cases show NAME` prints a set";
        return Err(Failure::Usage(why.to_owned()));
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
        let file = files::definition(path)?;
        let cost = Cost::from_toml(&file.name, &file.text, &cases.puzzle);
        cost.map(Some).map_err(Failure::error)
    }

    /// How cases are solved. The threads share the memory.
    fn task(&self, cases: &Cases, jobs: NonZeroUsize) -> Result<Task, Failure> {
        let mut method = Method::default();
        self.recipe.ask(&mut method)?;
        self.solver.ask(&mut method);
        let says_sat = method.names_sat() || self.solver.is_program();
        let usual = if says_sat { Engine::Sat } else { Engine::Graph };
        method.engine = self.method.unwrap_or(usual);
        method.max_memory = Some((self.memory.mebibytes() / jobs.get() as u64).max(1));
        let task = Task::new(Question::default(), method, &cases.puzzle)?;
        self.solver.solving(task)
    }

    fn read(&self) -> Result<Cases, Failure> {
        if Cases::built_in_names().any(|known| known == self.cases) {
            return Ok(Cases::built_in(&self.cases)?);
        }
        let path = Path::new(&self.cases);
        if !self.cases.contains(['/', '\\', '.']) && !path.exists() {
            return Ok(Cases::built_in(&self.cases)?);
        }
        let mut places = Places::default();
        places.reads("", path);
        let text = files::read(path, Kind::Definition)?;
        Cases::from_toml(&files::name(path), &text).map_err(Failure::error)
    }
}

/// Solves cases.
struct Asker<'a> {
    cases: &'a Cases,
    args: &'a Args,
    task: Task,
    cost: Option<Cost>,
    control: Control,
}

impl Asker<'_> {
    fn answer(&self, case: &Case, set: &Set) -> Result<Answer, Failure> {
        if let Some(stop) = self.control.stop() {
            return Ok(self.told(
                case,
                set,
                &Minimum::default(),
                Some(format!("unknown ({stop})")),
            ));
        }
        let Some(mut problem) = self.cases.problem(case, set).map_err(Failure::error)? else {
            let why = "none: no turn is left".to_owned();
            return Ok(self.told(case, set, &Minimum::default(), Some(why)));
        };
        if let Some(most) = self.args.max_turns {
            problem = problem.at_most(most);
        }
        let free = &self.cases.free;
        let found = self.task.solve_freed(&problem, free, &self.control)?;
        let none = match &found.solution {
            Some(_) => None,
            None if found.complete && found.unsolvable() => Some("none".to_owned()),
            None if found.complete => Some(format!("none of {}", problem.asked_for())),
            None => Some(format!(
                "unknown ({})",
                found
                    .stop
                    .as_ref()
                    .map_or_else(String::new, ToString::to_string)
            )),
        };
        let held = problem.held_at_end().filter(|_| found.solution.is_some());
        let best = match (self.args.top, &found.solution) {
            (Some(top), Some(shortest)) => self.best(&problem, shortest.len(), top.into())?,
            _ => Vec::new(),
        };
        Ok(Answer {
            held_at_end: held.map(ToOwned::to_owned),
            best,
            ..self.told(case, set, &found, none)
        })
    }

    /// The best algorithms: tries one length after another until there are enough.
    fn best(
        &self,
        problem: &Problem,
        shortest: usize,
        top: usize,
    ) -> Result<Vec<CaseAlgorithm>, Failure> {
        let mut best: Vec<CaseAlgorithm> = Vec::new();
        for turns in shortest..=problem.budget.slots() {
            let enough = if self.args.rank { MOST_RANKED } else { top };
            let exactly = problem.within(Budget::Exactly(turns));
            let free = &self.cases.free;
            let mut take = |solution: &Solution| {
                best.push(CaseAlgorithm {
                    algorithm: solution.write(Notation::Singmaster),
                    turns,
                    cost: self
                        .cost
                        .as_ref()
                        .and_then(|cost| cost.of(solution.turns())),
                });
                if best.len() < enough {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            self.task
                .enumerate_freed(&exactly, free, &self.control, &mut take)?;
            if best.len() >= top || self.control.stop().is_some() {
                break;
            }
        }
        if self.args.rank {
            // Algorithms without a cost come last.
            best.sort_by_key(|one| (one.cost.is_none(), one.cost));
        }
        best.truncate(top);
        Ok(best)
    }

    /// The answer for a case. `none` says why there is no algorithm.
    fn told(&self, case: &Case, set: &Set, found: &Minimum, none: Option<String>) -> Answer {
        Answer {
            case: case.name.clone(),
            set: set.name.clone(),
            algorithm: found
                .solution
                .as_ref()
                .map(|it| it.write(Notation::Singmaster)),
            turns: found.solution.as_ref().map(|it| it.len()),
            held_at_end: None,
            best: Vec::new(),
            minimal: found.is_minimal(),
            none,
            method: self.task.method().engine.name(),
            refuted: found.refuted(),
        }
    }
}
