//! `twistsat solve`.

use std::path::PathBuf;

use super::input::{self, ProblemArgs, RecipeArgs, SolverArgs};
use super::output::{self, Format};
use super::progress::Progress;
use super::{Exit, Failure, batch};
use crate::control::Control;
use crate::encode::Recipe;
use crate::puzzle::{Budget, Notation, Problem};
use crate::report::{self, json};
use crate::search::{Event, Minimum, SearchError, Strategy, exactly, minimum};
use crate::solver::Backend;

const EXAMPLES: &str = "\
Examples:
  twistsat solve pocket --scramble \"R U2 F' R2 U F2 U' R F U\"
  twistsat solve pocket --state UFFULDRFRULBLLFRURBBDBDD --format alg
  twistsat solve pocket --state \"F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR\" --to solved
  twistsat solve pocket --batch scrambles.txt --jobs 2 --format json > answers.jsonl";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) problem: ProblemArgs,
    #[command(flatten)]
    recipe: RecipeArgs,
    #[command(flatten)]
    pub(super) solver: SolverArgs,
    /// Find a solution of exactly N turns, shortest or not
    #[arg(long, value_name = "N", value_parser = input::turns, conflicts_with_all = ["max_turns", "strategy"])]
    turns: Option<usize>,
    /// Look for solutions of at most N turns [default: the puzzle's known maximum]
    #[arg(long, value_name = "N", value_parser = input::turns)]
    max_turns: Option<usize>,
    /// Step the budget down from the maximum, or up from nothing
    #[arg(long, value_enum, default_value_t)]
    strategy: StrategyArg,
    /// Solve every line of a file, `-` for stdin: a scramble if every word of it is one turn, else a
    /// state; `#` begins a comment. --time-limit is for each line
    #[arg(long, value_name = "FILE|-", group = "from")]
    batch: Option<PathBuf>,
    /// With --batch, so many lines at a time; 0 is as many as there are cores [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) jobs: Option<usize>,
    /// How the result is printed; with --batch a line each, JSON objects too
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Print nothing on stderr but errors
    #[arg(long, short)]
    pub(super) quiet: bool,
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
    let task = Task {
        recipe: args.recipe.recipe()?,
        backend: args.solver.backend()?,
        strategy: args.strategy.into(),
        to: args.problem.to.clone(),
        notation: args.problem.text.notation,
    };
    if let Some(batch) = &args.batch {
        return batch::run(&args, batch, &task);
    }
    if args.jobs.is_some() {
        return Err(Failure::Usage("--jobs goes with --batch".to_owned()));
    }
    let problem = args.problem.problem(|problem| args.budget(problem))?;
    let control = args.solver.control()?;
    let progress = Progress::new(args.quiet);
    let mut notify = |event: &Event<'_>| progress.show(event);
    let result = task.search(&problem, &control, &mut notify);
    let result = result.map_err(Failure::error)?;
    drop(progress);
    match args.format {
        Format::Json => output::json(&json::Solve::new(&problem, task.names(), &result))?,
        Format::Alg => print_alg(&problem, task.notation, &result)?,
        Format::Text => print_text(&problem, task.notation, &result)?,
    }
    Ok(exit(&problem, &result))
}

impl Args {
    pub(super) fn budget(&self, problem: &Problem) -> Result<Budget, Failure> {
        match self.turns {
            Some(turns) => Ok(Budget::Exactly(turns)),
            None => input::max_turns(self.max_turns, problem).map(Budget::AtMost),
        }
    }
}

/// How problems are solved, whichever they are.
pub(super) struct Task {
    recipe: Recipe,
    backend: Box<dyn Backend>,
    strategy: Strategy,
    to: String,
    pub(super) notation: Notation,
}

impl Task {
    pub(super) fn search(
        &self,
        problem: &Problem,
        control: &Control,
        notify: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Minimum, SearchError> {
        let (recipe, backend) = (&self.recipe, &*self.backend);
        match problem.budget {
            Budget::Exactly(_) => exactly(problem, recipe, backend, control, notify),
            Budget::AtMost(_) => minimum(problem, recipe, backend, self.strategy, control, notify),
        }
    }

    pub(super) fn names(&self) -> json::Names<'_> {
        json::Names {
            recipe: &self.recipe,
            solver: self.backend.name(),
            to: &self.to,
            notation: self.notation,
        }
    }
}

pub(super) fn exit(problem: &Problem, result: &Minimum) -> Exit {
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

pub(super) fn without_solution(problem: &Problem, result: &Minimum) -> String {
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
