//! `twistsat enumerate`.

use super::input::{self, ProblemArgs, RecipeArgs, SolverArgs};
use super::output::{self, Format};
use super::progress::Progress;
use super::solve::with_start;
use super::{Exit, Failure};
use crate::control::Control;
use crate::encode::Recipe;
use crate::puzzle::{Budget, Problem, Solution};
use crate::report::{self, json};
use crate::search::{Enumeration, Event, Halt, Strategy, enumerate, minimum};
use crate::solver::Backend;

const EXAMPLES: &str = "\
Examples:
  twistsat enumerate pocket --scramble \"R U2 F'\" --turns 5
  twistsat enumerate pocket --state UFFULDRFRULBLLFRURBBDBDD --shortest";

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
    /// Solutions of exactly N turns
    #[arg(long, value_name = "N", value_parser = input::turns)]
    turns: Option<usize>,
    /// Solutions of the smallest number of turns that has any
    #[arg(long)]
    shortest: bool,
    /// With --shortest, look for solutions of at most N turns [default: the puzzle's known maximum, if it
    /// holds; else any number]
    #[arg(long, value_name = "N", value_parser = input::turns, conflicts_with = "turns")]
    max_turns: Option<usize>,
    /// Canonical sequences only: never two turns of one face in a row, commuting turns in one order
    #[arg(long)]
    canonical: bool,
    /// Stop after K solutions
    #[arg(long, value_name = "K")]
    limit: Option<usize>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print nothing on stderr but errors
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    args.problem.constraints.check()?;
    let recipe = args.recipe.recipe()?;
    let backend = args.solver.backend()?;
    let mut problem = args.problem.problem(|problem| match args.turns {
        Some(turns) => Ok(Budget::Exactly(turns)),
        None => Ok(Budget::AtMost(input::max_turns(args.max_turns, problem))),
    })?;
    let control = args.solver.control()?;
    let progress = Progress::new(args.quiet);
    let length = match args.turns {
        Some(turns) => Length::Known(turns),
        None => shortest(&problem, &recipe, &*backend, &control, &progress)?,
    };
    problem.canonical = args.canonical;
    let notation = args.problem.text.notation;
    let (mut solutions, mut starts) = (Vec::new(), Vec::new());
    let mut broken = None;
    let (turns, result) = match length {
        Length::None => (None, nothing(true, None)),
        Length::Stopped(stop) => (None, nothing(false, Some(stop))),
        Length::Known(turns) => {
            let mut found = |solution: &Solution| {
                let printed = match args.format {
                    Format::Json => {
                        solutions.push(notation.write_all(&problem.puzzle, solution.turns()));
                        starts.extend(report::completed(&problem, solution));
                        Ok(())
                    }
                    Format::Text | Format::Alg => {
                        let text = with_start(&problem, notation, solution);
                        progress.suspend(|| output::line(&text))
                    }
                };
                broken = printed.err();
                broken.is_none()
            };
            progress.count("enumerating");
            let problem = problem.within(Budget::Exactly(turns));
            let result = enumerate(
                &problem, &recipe, &*backend, args.limit, &control, &mut found,
            );
            (Some(turns), result.map_err(Failure::error)?)
        }
    };
    drop(progress);
    if let Some(failure) = broken {
        return Err(failure);
    }
    let names = json::Names {
        recipe: Some(&recipe),
        solver: backend.name(),
        to: &args.problem.to,
        notation,
    };
    match args.format {
        Format::Json => output::json(&json::Enumerate::new(
            &problem,
            names,
            turns,
            &result,
            (solutions, starts),
        ))?,
        Format::Text => output::line(&summary(&problem, turns, &result))?,
        Format::Alg if !args.quiet => output::diagnose(&summary(&problem, turns, &result)),
        Format::Alg => (),
    }
    Ok(if result.stop.is_some() {
        Exit::Unknown
    } else {
        Exit::Done
    })
}

/// What the search for the shortest length came to.
enum Length {
    Known(usize),
    None,
    Stopped(Halt),
}

fn shortest(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
    control: &Control,
    progress: &Progress,
) -> Result<Length, Failure> {
    let mut notify = |event: &Event<'_>| progress.show(event);
    let result = minimum(
        problem,
        recipe,
        backend,
        Strategy::default(),
        control,
        &mut notify,
    )
    .map_err(Failure::error)?;
    Ok(match (result.solution, result.stop) {
        (_, Some(stop)) => Length::Stopped(stop),
        (Some(solution), None) => Length::Known(solution.len()),
        (None, None) => Length::None,
    })
}

fn nothing(complete: bool, stop: Option<Halt>) -> Enumeration {
    Enumeration {
        count: 0,
        complete,
        stop,
    }
}

fn summary(problem: &Problem, turns: Option<usize>, result: &Enumeration) -> String {
    let canonical = if problem.canonical { "canonical " } else { "" };
    let solutions = match result.count {
        1 => format!("1 {canonical}solution"),
        count => format!("{count} {canonical}solutions"),
    };
    let budget = turns.map_or(problem.budget, Budget::Exactly);
    let length = problem.within(budget).asked_for();
    match (&result.stop, result.complete) {
        (Some(stop), _) => format!("{solutions} of {length} found, there may be more ({stop})"),
        (None, true) => format!("{solutions} of {length}"),
        (None, false) => format!("{solutions} of {length} found, there may be more (--limit)"),
    }
}
