//! `twistsat solve --plan`: all stages of a plan, and then shorter.

use std::num::NonZeroUsize;
use std::path::Path;

use super::certify::{Certify, check_places, places_of_stage};
use super::pictures::PictureArgs;
use super::task::Task;
use super::task_args::TaskArgs;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure, output};
use crate::control::Control;
use crate::platform;
use crate::problem::{self, Problem};
use crate::report::{PlanAnswer, json, text};
use crate::search::{FoundBy, Improvement, UnknownReason, Variant, improve, shortest_variant};

/// What is made of the solution beside what is printed.
pub(super) struct Extra<'a> {
    pub(super) certify: Option<&'a Path>,
    pub(super) pictures: &'a PictureArgs,
}

/// Carries out the plan of a task.
pub(super) fn run(
    args: &TaskArgs,
    task: Task,
    problem: &Problem,
    jobs: NonZeroUsize,
    extra: &Extra<'_>,
) -> Result<Exit, Failure> {
    let certify = extra.certify;
    task.check_questions("--certify", certify.is_some())?;
    if let Some(prefix) = certify {
        let places = (1..=task.stages()).map(|stage| places_of_stage(prefix, stage));
        check_places(args, &places.collect::<Result<Vec<_>, _>>()?)?;
    }
    let certify = certify.map(|prefix| Certify::new(args, &task, prefix));
    let certify = certify.transpose()?;
    let control = args.solver.control()?.with_jobs(jobs);
    let progress = Progress::new(args.quiet).telling(!task.improves, args.verbose);
    let mut answer = answer(&task, problem, &control, &progress)?;
    drop(progress);
    let unproved = match certify {
        Some(certify) => certify.stages(problem, &mut answer, &control)?,
        None => None,
    };
    match args.format {
        Format::Text => output::print(&text::plan(problem, task.notation, &answer))?,
        Format::Alg => print_alg(problem, &task, &answer)?,
        Format::Json => output::json(&json::Plan::new(problem, task.names(), &answer))?,
    }
    extra
        .pictures
        .plan((problem, &task), &answer, control.cancel_flag())?;
    let is_done = match &answer.whole {
        Some(whole) => whole.is_minimal() || task.is_enough(whole),
        None => answer.is_as_asked(),
    };
    Ok(if is_done && unproved.is_none() {
        Exit::Done
    } else {
        Exit::Unknown
    })
}

fn answer(
    task: &Task,
    problem: &Problem,
    control: &Control,
    progress: &Progress,
) -> Result<PlanAnswer, Failure> {
    let start = problem::known_start(problem)?;
    let variants = Variant::all_knowing(task.variants(&start)?, problem);
    let search = task.search(control).notify(|event| progress.show(event));
    let (variant, staged) = shortest_variant(&variants, &search).map_err(Failure::error)?;
    let turns = staged
        .turns
        .as_ref()
        .map(|turns| variants[variant].solving(turns));
    let mut answer = PlanAnswer {
        start,
        variants,
        variant,
        staged,
        turns,
        improvements: Vec::new(),
        whole: None,
    };
    if !task.improves {
        return in_metric(problem, answer);
    }
    if answer.is_solved(problem) == Some(true) {
        let name = answer.chosen().stages.plan().name.clone();
        let first = answer
            .turns
            .take()
            .map(|turns| (turns, FoundBy::Plan(name)));
        let whole =
            task.search_both_sides(problem, first, control, |event| progress.show(event))?;
        answer.turns = whole.solution.as_ref().map(|it| it.turns().to_vec());
        answer.whole = Some(whole);
        return Ok(answer);
    }
    // A plan that ends elsewhere: its end is what there is a shorter way to.
    let plan = answer.chosen().stages.plan();
    if !plan.asks_questions_only() {
        if answer.turns.is_some() {
            output::diagnose(
                "not made shorter: where the plan ends elsewhere, that takes stages that are one question each",
            );
        }
    } else if let (Some(time), Some(found)) = (task.patience, answer.turns.take()) {
        progress.count("making the solution shorter");
        let mut improvements = Vec::new();
        let mut notify = |improvement: &Improvement| {
            progress.count(&format!("{} turns", improvement.turns.len()));
            improvements.push(improvement.clone());
        };
        let search = task.search(control).control(control.within(time));
        // Whichever way was asked for, others may lead to something shorter.
        let first = &answer.variants[0];
        let all = Variant::all(first.stages.plan(), &first.start).map_err(Failure::error)?;
        let shorter = platform::caught(|| improve(&all, &found, &search, &mut notify));
        answer.turns = Some(match shorter {
            Ok(shorter) => shorter.map_err(Failure::error)?,
            Err(message) => {
                answer.staged.stop = Some(UnknownReason::Panicked(message));
                let best = improvements.last().map(|it| it.turns.clone());
                best.unwrap_or(found)
            }
        });
        answer.improvements = improvements;
    }
    in_metric(problem, answer)
}

/// The answer with the turns that the metric has.
fn in_metric(problem: &Problem, answer: PlanAnswer) -> Result<PlanAnswer, Failure> {
    let Some(turns) = &answer.turns else {
        return Ok(answer);
    };
    let Some(turns) = problem::in_metric(problem, turns) else {
        return Err(Failure::Error(format!(
            "the turns of this plan cannot be counted in metric {}: some are not made of turns that it has",
            problem.metric
        )));
    };
    let turns = Some(turns);
    Ok(PlanAnswer { turns, ..answer })
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
