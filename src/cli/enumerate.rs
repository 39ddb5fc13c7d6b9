//! `twistsat enumerate`.

use std::ops::ControlFlow;

use super::args::ProblemArgs;
use super::args::{MemoryArgs, RecipeArgs, SolverArgs};
use super::graph::meet;
use super::graph::method::meet_hint as hint;
use super::output::Format;
use super::progress::Progress;
use super::{Exit, Failure, args, output};
use crate::control::Control;
use crate::problem::{Budget, Problem, Solution};
use crate::puzzle::MOST_TURNS;
use crate::report;
use crate::report::{json, text};
use crate::search::{Enumeration, Event, Minimum, Search};

const EXAMPLES: &str = "\
Examples:
  twistsat enumerate pocket --scramble \"R U2 F'\" --turns 5
  twistsat enumerate pocket --state UFFULDRFRULBLLFRURBBDBDD --shortest
  twistsat enumerate rubik --scramble \"R U R' U' R' F R2\" --allow \"R U F\" --shortest --method meet
  twistsat enumerate rubik --scramble \"R U F\" --plan thistlethwaite --stage 1 --shortest";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "length", required = true, multiple = false, args = ["turns", "shortest"])]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    recipe: RecipeArgs,
    #[command(flatten)]
    solver: SolverArgs,
    /// How solutions are found
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    #[command(flatten)]
    memory: MemoryArgs,
    /// Solutions of exactly N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    turns: Option<usize>,
    /// All shortest solutions; with --canonical, all shortest canonical ones
    #[arg(long)]
    shortest: bool,
    /// With --shortest, look for solutions of at most N turns [default: the puzzle's known maximum,
    /// if it holds; else no limit]
    #[arg(long, value_name = "N", value_parser = args::turns, conflicts_with = "turns")]
    max_turns: Option<usize>,
    /// Only canonical sequences: never two turns of one face in a row, commuting turns in a fixed
    /// order
    #[arg(long)]
    canonical: bool,
    /// Stop after K solutions (at least 1)
    #[arg(long, value_name = "K", value_parser = args::at_least_one)]
    limit: Option<usize>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print only errors to stderr
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    args.solver.begin();
    args.problem.plan.check_stage()?;
    let constraints = &args.problem.constraints;
    constraints.check()?;
    constraints.check_turns("--turns", args.turns)?;
    constraints.check_turns("--max-turns", args.max_turns)?;
    let recipe = args.recipe.recipe()?;
    let backend = args.solver.backend()?;
    let mut problem = args.problem.problem(|problem| {
        Ok(match (args.turns, args.method) {
            (Some(turns), _) => Budget::Exactly(turns),
            (None, Method::Sat) => Budget::AtMost(args::max_turns(args.max_turns, problem)),
            // It knows how far it comes.
            (None, Method::Meet) => Budget::AtMost(args.max_turns.unwrap_or(MOST_TURNS)),
        })
    })?;
    // Of the canonical solutions, too, the shortest are meant.
    problem.canonical = args.canonical;
    let control = args.solver.control()?;
    let hint = (args.method == Method::Sat)
        .then(|| hint(&problem))
        .flatten();
    let progress = Progress::of_search(args.quiet, &problem, args.max_turns).hinting(hint);
    let notation = args.problem.text.notation;
    let (mut solutions, mut starts) = (Vec::new(), Vec::new());
    let (mut broken, mut count) = (None, 0);
    let found = |solution: &Solution| {
        let printed = match args.format {
            Format::Json => {
                solutions.push(notation.write_all(&problem.puzzle, solution.turns()));
                starts.extend(report::completed(&problem, solution));
                Ok(())
            }
            Format::Text | Format::Alg => {
                let text = report::with_start(&problem, notation, solution);
                progress.suspend(|| output::line(&text))
            }
        };
        broken = printed.err();
        count += 1;
        match broken.is_none() && args.limit != Some(count) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let Listed {
        turns,
        result,
        shorter,
    } = match args.method {
        Method::Sat => {
            let search = Search::default()
                .recipe(&recipe)
                .solver(&*backend)
                .control(control)
                .notify(|event| progress.show(event));
            by_sat(&args, &problem, &search, &progress, found)?
        }
        Method::Meet => by_meet(&args, &problem, &control, &progress, found)?,
    };
    drop(progress);
    if let Some(failure) = broken {
        return Err(failure);
    }
    let refuted = match args.turns {
        Some(_) => result.refutations.iter().map(ToString::to_string).collect(),
        None => shorter,
    };
    let names = json::Names {
        recipe: (args.method == Method::Sat).then_some(&recipe),
        solver: Some(match args.method {
            Method::Sat => backend.name(),
            Method::Meet => meet::NAME,
        }),
        to: Some(&args.problem.to),
        notation,
    };
    match args.format {
        Format::Json => output::json(&json::Enumerate::new(
            &problem,
            names,
            turns,
            &result,
            refuted,
            (solutions, starts),
        ))?,
        Format::Text => output::line(&text::enumerated(&problem, turns, &result, &refuted))?,
        Format::Alg if !args.quiet => {
            output::diagnose(&text::enumerated(&problem, turns, &result, &refuted));
        }
        Format::Alg => (),
    }
    Ok(if result.stop.is_some() {
        Exit::Unknown
    } else {
        Exit::Done
    })
}

/// Who finds the solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Method {
    /// A formula and a SAT solver
    #[default]
    Sat,
    /// A breadth-first search from both ends, for solutions of few turns on any puzzle. Recipe and
    /// solver are ignored
    Meet,
}

/// What came of listing solutions.
struct Listed {
    /// Their length; `None` if no length has one, or if it was not found out.
    turns: Option<usize>,
    result: Enumeration,
    /// What refutes the shorter lengths, if the shortest was looked for.
    shorter: Vec<String>,
}

fn by_sat(
    args: &Args,
    problem: &Problem,
    search: &Search<'_>,
    progress: &Progress,
    found: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Result<Listed, Failure> {
    let mut shorter = Vec::new();
    let length = match args.turns {
        Some(turns) => Length::Known(turns),
        None => {
            let result = match args.max_turns {
                Some(_) => search.minimum(problem),
                None => search.up_to_maximum(problem),
            };
            let result = result.map_err(Failure::error)?;
            shorter = result.refuted();
            Length::of(result)
        }
    };
    let (turns, result) = match length {
        Length::Unknown(none) => (None, none),
        Length::Known(turns) => {
            progress.count("enumerating");
            let problem = problem.within(Budget::Exactly(turns));
            let result = search.enumerate(&problem, found);
            (Some(turns), result.map_err(Failure::error)?)
        }
    };
    Ok(Listed {
        turns,
        result,
        shorter,
    })
}

fn by_meet(
    args: &Args,
    problem: &Problem,
    control: &Control,
    progress: &Progress,
    found: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Result<Listed, Failure> {
    let means = meet::Means {
        memory: args.memory.bytes(),
        control,
        notify: &|turns, states| progress.show(&Event::Meeting { turns, states }),
    };
    let (turns, result, whole) = meet::enumerate(problem, &means, found)?;
    Ok(Listed {
        turns,
        result,
        shorter: whole.refuted(),
    })
}

/// What the search for the shortest length came to.
enum Length {
    Known(usize),
    /// There is none, or it was not found out.
    Unknown(Enumeration),
}

impl Length {
    fn of(result: Minimum) -> Self {
        match (&result.solution, result.stop) {
            (Some(solution), None) => Length::Known(solution.len()),
            (_, stop) => Length::Unknown(Enumeration {
                count: 0,
                complete: stop.is_none(),
                stop,
                refutations: result.refutations,
            }),
        }
    }
}
