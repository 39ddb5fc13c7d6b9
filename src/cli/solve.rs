//! `twistsat solve`.

use super::input::{self, ProblemArgs, RecipeArgs, SolverArgs};
use super::output::{self, Format};
use super::progress::Progress;
use super::{Exit, Failure};
use crate::puzzle::{Budget, Notation, Problem};
use crate::report::{self, json};
use crate::search::{Event, Minimum, Strategy, exactly, minimum};

const EXAMPLES: &str = "\
Examples:
  twistsat solve pocket --scramble \"R U2 F' R2 U F2 U' R F U\"
  twistsat solve pocket --state UFFULDRFRULBLLFRURBBDBDD --format alg
  twistsat solve pocket --state \"F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR\" --to solved";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    #[command(flatten)]
    recipe: RecipeArgs,
    #[command(flatten)]
    solver: SolverArgs,
    /// Find a solution of exactly N turns, shortest or not
    #[arg(long, value_name = "N", value_parser = input::turns, conflicts_with_all = ["max_turns", "strategy"])]
    turns: Option<usize>,
    /// Look for solutions of at most N turns [default: the puzzle's known maximum]
    #[arg(long, value_name = "N", value_parser = input::turns)]
    max_turns: Option<usize>,
    /// Step the budget down from the maximum, or up from nothing
    #[arg(long, value_enum, default_value_t)]
    strategy: StrategyArg,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print nothing on stderr but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum StrategyArg {
    #[default]
    Descend,
    Ascend,
}

impl From<StrategyArg> for Strategy {
    fn from(strategy: StrategyArg) -> Self {
        match strategy {
            StrategyArg::Descend => Strategy::Descend,
            StrategyArg::Ascend => Strategy::Ascend,
        }
    }
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let recipe = args.recipe.recipe()?;
    let backend = args.solver.backend()?;
    let problem = args.problem.problem(|problem| match args.turns {
        Some(turns) => Ok(Budget::Exactly(turns)),
        None => input::max_turns(args.max_turns, problem).map(Budget::AtMost),
    })?;
    let control = args.solver.control()?;
    let progress = Progress::new(args.quiet);
    let mut notify = |event: &Event<'_>| progress.show(event);
    let result = match problem.budget {
        Budget::Exactly(_) => exactly(&problem, &recipe, &*backend, &control, &mut notify),
        Budget::AtMost(_) => minimum(
            &problem,
            &recipe,
            &*backend,
            args.strategy.into(),
            &control,
            &mut notify,
        ),
    }
    .map_err(Failure::error)?;
    drop(progress);
    let notation = args.problem.text.notation;
    match args.format {
        Format::Json => {
            let names = json::Names {
                recipe: &recipe.name,
                solver: backend.name(),
                to: &args.problem.to,
                notation,
            };
            output::json(&json::Solve::new(&problem, names, &result))?;
        }
        Format::Alg => print_alg(&problem, notation, &result)?,
        Format::Text => print_text(&problem, notation, &result)?,
    }
    Ok(exit(&problem, &result))
}

fn exit(problem: &Problem, result: &Minimum) -> Exit {
    match (&result.solution, problem.budget) {
        (Some(_), Budget::Exactly(_)) => Exit::Done,
        (Some(_), Budget::AtMost(_)) if result.complete => Exit::Done,
        (None, _) if result.complete => Exit::NoSolution,
        _ => Exit::Unknown,
    }
}

fn print_alg(problem: &Problem, notation: Notation, result: &Minimum) -> Result<(), Failure> {
    match &result.solution {
        Some(solution) => output::line(&notation.write_all(&problem.puzzle, solution.turns())),
        None => {
            output::diagnose(&without_solution(problem, result));
            Ok(())
        }
    }
}

fn print_text(problem: &Problem, notation: Notation, result: &Minimum) -> Result<(), Failure> {
    output::print(&report::start(problem))?;
    let Some(solution) = &result.solution else {
        output::line(&without_solution(problem, result))?;
        return refuted(result);
    };
    output::line(&notation.write_all(&problem.puzzle, solution.turns()))?;
    let length = problem.metric.count(solution.len());
    if result.is_minimal() {
        output::line(&format!("{length}, minimal: {}", result.minimal_by()))
    } else if let Budget::Exactly(_) = problem.budget {
        output::line(&format!("{length}, as asked; not necessarily minimal"))
    } else {
        let stop = result
            .stop
            .as_ref()
            .map_or(String::new(), |stop| format!(" ({stop})"));
        output::line(&format!("{length}, not proved minimal{stop}"))?;
        refuted(result)
    }
}

fn without_solution(problem: &Problem, result: &Minimum) -> String {
    let budget = problem.budget.counted_in(problem.metric);
    match &result.stop {
        Some(stop) => format!("unknown whether there is a solution of {budget} ({stop})"),
        None => format!("no solution of {budget}"),
    }
}

fn refuted(result: &Minimum) -> Result<(), Failure> {
    let refuted = result.refuted();
    if refuted.is_empty() {
        return Ok(());
    }
    output::line(&format!("refuted: {}", refuted.join("; ")))
}
