//! `twistsat solve --plan`: all stages of a plan.

use std::time::Duration;

use itertools::Itertools;

use super::task::{Task, TaskArgs};
use crate::cli::args::whole_start;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure, args, output};
use crate::control::Control;
use crate::graph::RotationTable;
use crate::plan::Plan;
use crate::problem::Problem;
use crate::puzzle::{State, TurnId};
use crate::report;
use crate::report::json;
use crate::search::{Improvement, Improver, Search, Staged, Variant, improve, shortest_variant};

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

/// What came of a plan.
struct Answer {
    variants: Vec<Variant>,
    /// The way that led to the shortest solution, by its number.
    variant: usize,
    staged: Staged,
    /// The turns of that way, brought to the state itself.
    turns: Option<Vec<TurnId>>,
    improvements: Vec<Improvement>,
}

impl Answer {
    /// The number of the last stage that was done, and what it does.
    fn reached(&self) -> Option<(usize, &str)> {
        let done = { self.staged.stages.iter() }.take_while(|stage| stage.turns.is_some());
        let number = done.count();
        let stage = number.checked_sub(1)?;
        let stages = &self.variants[self.variant].stages.plan().stages;
        Some((number, stages.get(stage)?.title.as_str()))
    }
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
    let answer = answer(args, how, variants, &search, &control)?;
    match args.format {
        Format::Text => print_text(problem, &start, task, &answer)?,
        Format::Alg => print_alg(problem, &start, task, &answer)?,
        Format::Json => {
            let Answer {
                variant,
                staged,
                turns,
                improvements,
                ..
            } = &answer;
            let ending = json::Ending {
                solved: { turns.as_ref() }.map(|turns| is_solved(problem, &start, turns)),
                reached: answer.reached().map(|(_, title)| title.to_owned()),
            };
            let variant = &answer.variants[*variant];
            let turns = turns.as_deref();
            let names = task.names();
            let report =
                json::Plan::new(problem, names, variant, staged, turns, improvements, ending);
            output::json(&report)?;
        }
    }
    Ok(match answer.staged.is_minimal_in_stages() {
        true => Exit::Done,
        false => Exit::Unknown,
    })
}

fn answer(
    args: &TaskArgs,
    how: &StagedArgs,
    variants: Vec<Variant>,
    search: &Search<'_>,
    control: &Control,
) -> Result<Answer, Failure> {
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
    Ok(Answer {
        variants,
        variant,
        staged,
        turns,
        improvements,
    })
}

/// Whether turns solve the puzzle itself, up to rotation: a plan may end before that.
fn is_solved(problem: &Problem, start: &State, turns: &[TurnId]) -> bool {
    let end = problem.puzzle.apply(start, turns);
    let rotations = RotationTable::new(&problem.puzzle);
    let mut ends = rotations.all().iter().map(|rotation| end.after(rotation));
    ends.any(|end| problem.goal.admits(&end))
}

/// `the puzzle is not solved: the plan ends with stage 2, one face`; `None` if it is.
fn unsolved(problem: &Problem, start: &State, answer: &Answer, turns: &[TurnId]) -> Option<String> {
    if is_solved(problem, start, turns) {
        return None;
    }
    let (number, title) = answer.reached()?;
    Some(format!(
        "the puzzle is not solved: the plan ends with stage {number}, {title}"
    ))
}

fn print_text(
    problem: &Problem,
    start: &State,
    task: &Task,
    answer: &Answer,
) -> Result<(), Failure> {
    let write = |turns: &[_]| task.notation.write_all(&problem.puzzle, turns);
    let variant = &answer.variants[answer.variant];
    output::print(&report::start(problem))?;
    if answer.variants.len() > 1 {
        let number = answer.variant + 1;
        let which = if variant.inverse {
            ", the inverse state"
        } else {
            ""
        };
        output::line(&format!("way {number} of {}{which}", answer.variants.len()))?;
    }
    let stages = &variant.stages.plan().stages;
    for (number, (stage, about)) in answer.staged.stages.iter().zip(stages).enumerate() {
        let result = &stage.minimum;
        let count = |turns: &Vec<TurnId>| problem.metric.count(turns.len());
        let length = match (&stage.turns, result.is_minimal()) {
            (Some(turns), true) => format!("{}, minimal", count(turns)),
            (Some(turns), false) => format!("{}, not proved minimal", count(turns)),
            (None, _) => "no solution".to_owned(),
        };
        output::line(&format!("stage {}, {}: {length}", number + 1, about.title))?;
        if let Some(turns) = &stage.turns {
            output::line(&format!("  {}", write(turns)))?;
        }
    }
    for Improvement { seconds, turns, by } in &answer.improvements {
        let by = match by {
            Improver::OtherWay => "other solutions of the stages".to_owned(),
            Improver::Window(size) => format!("a window of {size}"),
        };
        let count = problem.metric.count(turns.len());
        output::line(&format!("after {seconds:.1} s: {count}, by {by}"))?;
    }
    let Some(turns) = &answer.turns else {
        return output::line(&without(answer));
    };
    output::line(&write(turns))?;
    let unsolved = unsolved(problem, start, answer, turns);
    let goal = match unsolved {
        Some(_) => "way there",
        None => "solution",
    };
    output::line(&summary(problem, answer, turns, goal))?;
    unsolved.map_or(Ok(()), |unsolved| output::line(&unsolved))
}

/// `31 turns; each stage minimal; the whole need not be the shortest solution`.
fn summary(problem: &Problem, answer: &Answer, turns: &[TurnId], goal: &str) -> String {
    let count = problem.metric.count(turns.len());
    let unproved = { answer.staged.stages.iter().enumerate() }
        .filter(|(_, stage)| !stage.minimum.is_minimal())
        .map(|(at, _)| format!("stage {}", at + 1));
    let stages = match unproved.collect::<Vec<_>>() {
        unproved if unproved.is_empty() => "each stage minimal".to_owned(),
        unproved => format!("{} not proved minimal", unproved.iter().join(" and ")),
    };
    format!("{count}; {stages}; the whole need not be the shortest {goal}")
}

/// `no solution by this plan (interrupted)`.
fn without(answer: &Answer) -> String {
    let stop = answer.staged.stop.as_ref();
    let stop = stop.map(|stop| format!(" ({stop})")).unwrap_or_default();
    format!("no solution found by this plan{stop}")
}

fn print_alg(
    problem: &Problem,
    start: &State,
    task: &Task,
    answer: &Answer,
) -> Result<(), Failure> {
    let Some(turns) = &answer.turns else {
        output::diagnose(&without(answer));
        return Ok(());
    };
    output::line(&task.notation.write_all(&problem.puzzle, turns))?;
    if let Some(unsolved) = unsolved(problem, start, answer, turns) {
        output::diagnose(&unsolved);
    }
    Ok(())
}
