//! `twistsat solve --plan`: all stages of a plan.

use std::time::Duration;

use super::task::{Task, TaskArgs};
use crate::cli::args::whole_start;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure, args, output};
use crate::control::Control;
use crate::plan::Plan;
use crate::problem::Problem;
use crate::puzzle::State;
use crate::report::{PlanAnswer, json, text};
use crate::search::{Improvement, Search, Variant, improve, shortest_variant};

/// How a plan is carried out.
#[derive(clap::Args)]
pub(super) struct StagedArgs {
    /// With --plan: hold the puzzle as the plan does (one), or in every way that makes a
    /// difference, and solve the inverse state too (all); the shortest solution is kept
    #[arg(
        long,
        value_enum,
        default_value_t,
        requires = "planned",
        conflicts_with = "stage"
    )]
    axis: Axis,
    /// With --plan: spend this much time on shortening the solution, for example `30s`
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true, requires = "planned", conflicts_with = "stage")]
    improve: Option<Duration>,
    /// With --plan: search for a shortest solution of each stage for at most this time, whatever
    /// the plan file says; what is found after that need not be minimal
    #[arg(long, value_name = "TIME", value_parser = args::duration, allow_negative_numbers = true, requires = "planned", conflicts_with = "stage")]
    stage_limit: Option<Duration>,
}

/// How the puzzle is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Axis {
    #[default]
    One,
    All,
}

pub(super) fn run(
    args: &TaskArgs,
    how: &StagedArgs,
    task: &Task,
    problem: &Problem,
    plan: Plan,
) -> Result<Exit, Failure> {
    let start = whole_start(problem)?;
    let variants = match how.axis {
        Axis::One => Variant::plain(plan, &start).map_err(Failure::error)?,
        Axis::All => Variant::all(&plan, &start).map_err(Failure::error)?,
    };
    let control = args.solver.control()?;
    let search = task.search(&control).stage_limit(how.stage_limit);
    let answer = answer(args, how, (variants, start), &search, &control)?;
    match args.format {
        Format::Text => output::print(&text::plan(problem, task.notation, &answer))?,
        Format::Alg => print_alg(problem, task, &answer)?,
        Format::Json => output::json(&json::Plan::new(problem, task.names(), &answer))?,
    }
    Ok(match answer.staged.is_minimal_in_stages() {
        true => Exit::Done,
        false => Exit::Unknown,
    })
}

fn answer(
    args: &TaskArgs,
    how: &StagedArgs,
    (variants, start): (Vec<Variant>, State),
    search: &Search<'_>,
    control: &Control,
) -> Result<PlanAnswer, Failure> {
    let progress = Progress::new(args.quiet);
    let told = search.clone().notify(|event| progress.show(event));
    let (variant, staged) = shortest_variant(&variants, &told).map_err(Failure::error)?;
    let mut turns = staged
        .turns
        .as_ref()
        .map(|turns| variants[variant].solving(turns));
    let mut improvements = Vec::new();
    if let (Some(time), Some(found)) = (how.improve, &turns) {
        progress.count("making the solution shorter");
        let mut notify = |improvement: &Improvement| {
            progress.count(&format!("{} turns", improvement.turns.len()));
            improvements.push(improvement.clone());
        };
        let search = search.clone().control(control.within(time));
        // Whichever way was asked for, others may lead to something shorter.
        let all =
            Variant::all(variants[0].stages.plan(), &variants[0].start).map_err(Failure::error)?;
        let shorter = improve(&all, found, &search, &mut notify);
        turns = Some(shorter.map_err(Failure::error)?);
    }
    Ok(PlanAnswer {
        start,
        variants,
        variant,
        staged,
        turns,
        improvements,
    })
}

fn print_alg(problem: &Problem, task: &Task, answer: &PlanAnswer) -> Result<(), Failure> {
    let Some(turns) = &answer.turns else {
        output::diagnose(&text::without_plan(answer));
        return Ok(());
    };
    output::line(&task.notation.write_all(&problem.puzzle, turns))?;
    if let Some(unsolved) = text::unsolved(problem, answer) {
        output::diagnose(&unsolved);
    }
    Ok(())
}
