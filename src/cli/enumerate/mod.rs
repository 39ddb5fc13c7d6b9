//! `twistsat enumerate`.

mod collected;
mod listed;

use std::num::NonZeroUsize;

use super::args::ProblemArgs;
use super::args::{FreeArgs, MemoryArgs, RecipeArgs, SolverArgs};
use super::graph::meet;
use super::graph::method::meet_hint as hint;
use super::output::Format;
use super::progress::Progress;
use super::{Exit, Failure, args, output};
use crate::problem::{Budget, Sameness};
use crate::puzzle::MOST_TURNS;
use crate::report::{json, text};
use crate::search::Search;
use collected::Collected;
use listed::{Listed, Lister};

const EXAMPLES: &str = "\
Examples:
  twistsat enumerate pocket --scramble \"R U2 F'\" --turns 5
  twistsat enumerate pocket --state UFFULDRFRULBLLFRURBBDBDD --shortest
  twistsat enumerate rubik --scramble \"R U R' U' R' F R2\" --allow \"R U F\" --shortest --method meet
  twistsat enumerate rubik --scramble \"R U2 R' U' R U' R'\" --shortest --method meet --free U --distinct rotation,auf
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
    #[command(flatten)]
    free: FreeArgs,
    /// One solution of each class, and how many are in it: a list of rotation, mirror, inverse,
    /// auf (other free turns around it) and commuting, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    distinct: Vec<Sameness>,
    /// The cheapest first; --cost and --cost-file say what turns cost
    #[arg(long)]
    rank: bool,
    /// Use N threads; 0 means one per core. With --method sat, solutions are split by their first turn
    /// [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(..=256))]
    jobs: Option<u16>,
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
    constraints.check_ranked("--rank", args.rank)?;
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
    let mut output = Collected::new(&args, &mut problem)?;
    let free = args.free.uncounted(&problem, output.notation)?;
    let threads = args.jobs.map_or(NonZeroUsize::MIN, args::threads);
    let control = args.solver.control()?.with_jobs(threads);
    let hint = (args.method == Method::Sat)
        .then(|| hint(&problem))
        .flatten();
    let progress = Progress::of_search(args.quiet, &problem, args.max_turns).hinting(hint);
    let lister = Lister {
        args: &args,
        search: Search::default()
            .recipe(&recipe)
            .solver(&*backend)
            .control(control.clone())
            .notify(|event| progress.show(event)),
        control: &control,
        progress: &progress,
    };
    let Listed {
        turns,
        result,
        shorter,
    } = lister.list(&problem, &free, &mut |solution| {
        output.take(&problem, solution, &progress)
    })?;
    drop(lister);
    drop(progress);
    let (solutions, starts) = output.finish(&problem)?;
    let refuted = match args.turns {
        Some(_) => result.refutations.iter().map(ToString::to_string).collect(),
        None => shorter,
    };
    let to = args.problem.goal();
    let names = json::Names {
        recipe: (args.method == Method::Sat).then_some(&recipe),
        solver: Some(match args.method {
            Method::Sat => backend.name(),
            Method::Meet => meet::NAME,
        }),
        to: Some(&to),
        notation: output.notation,
    };
    let summary = || {
        let counted = text::enumerated(&problem, turns, &result, &refuted);
        match output.classes() {
            Some(classes) => format!("{counted}, in {classes}"),
            None => counted,
        }
    };
    match args.format {
        Format::Json => {
            let told = json::Enumerate::new(
                &problem,
                names,
                turns,
                &result,
                refuted.clone(),
                (solutions, starts),
            );
            output::json(&json::Enumerate {
                alike: output.alike.clone(),
                costs: output.costs.clone(),
                ..told
            })?;
        }
        Format::Text => output::line(&summary())?,
        Format::Alg if !args.quiet => output::diagnose(&summary()),
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
