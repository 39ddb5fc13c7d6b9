//! `twistsat solve --plan`: carries out all stages of a plan and, if requested, shortens the solution.

use std::num::NonZeroUsize;
use std::path::Path;

use twistsat::answer::{PlanAnswer, Task};
use twistsat::plan::Plan;
use twistsat::problem::Problem;
use twistsat::report::{json, text};
use twistsat::search::Stages;

use super::certify::{Certifier, check_paths, stage_paths};
use super::pictures::PictureArgs;
use super::task_args::TaskArgs;
use crate::output::Format;
use crate::progress::Progress;
use crate::{Exit, Failure, output};

/// Carries out the plan of a task.
pub(super) fn run(
    args: &TaskArgs,
    task: &Task,
    problem: &Problem,
    jobs: Option<NonZeroUsize>,
    certify: Option<&Path>,
    pictures: &PictureArgs,
) -> Result<Exit, Failure> {
    if let Some(prefix) = certify {
        check_single_questions(task, "--certify")?;
        let stages = task.stages().map_or(0, |it| it.plan().stages.len());
        let paths = (1..=stages).map(|stage| stage_paths(prefix, stage));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        check_paths(args, pictures, &paths)?;
    }
    let certify = certify.map(|prefix| Certifier::new(task, prefix, args.quiet));
    let certify = certify.transpose()?;
    let control = args.solver.control_on(jobs)?;
    let progress =
        Progress::new(args.quiet).with_formula_lines(!task.shortens_plan_solution(), args.verbose);
    let answer = task.carry_out(problem, &control, &|event| {
        progress.show_event(event);
    });
    let mut answer = answer.map_err(|error| args.problem.explain_error(&error))?;
    drop(progress);
    if task.shortens_plan_solution()
        && answer.whole.is_none()
        && answer.turns.is_some()
        && !stages_are_questions(task)
    {
        output::diagnose(
            "not made shorter: the plan does not end in the solved state, and not all of its stages are single questions",
        );
    }
    let unproved = match certify {
        Some(certify) => certify.certify_stages(problem, &mut answer, &control)?,
        None => None,
    };
    match args.format {
        Format::Text => {
            let notation = task.question().notation;
            let turns = answer.turns.as_deref();
            let turns = turns.map(|turns| notation.write_all(&problem.puzzle, turns));
            let nets = if output::is_terminal() {
                text::after_stages(problem, &answer)
            } else {
                Vec::new()
            };
            let text = text::plan(problem, notation, &answer, &nets);
            output::print_answer(&text, turns.as_deref())?;
        }
        Format::Alg => print_alg(problem, task, &answer)?,
        Format::Json => output::print_json(&json::plan(problem, task, &answer))?,
    }
    pictures.draw_plan(problem, task, &answer, control.cancel_flag())?;
    Ok(Exit::if_known(task.is_done(&answer) && unproved.is_none()))
}

/// Whether each stage of the plan is a single question, not solved a few pieces at a time or on a smaller puzzle.
fn stages_are_questions(task: &Task) -> bool {
    let plan = task.stages().map(Stages::plan);
    plan.is_none_or(Plan::asks_questions_only)
}

/// Rejects an option that requires stages that are single questions.
pub(super) fn check_single_questions(task: &Task, option: &str) -> Result<(), Failure> {
    let plan = task.stages().map(Stages::plan);
    match plan.filter(|_| !stages_are_questions(task)) {
        None => Ok(()),
        Some(plan) => Err(Failure::Usage(format!(
            "{option} cannot be combined with plan {}: not all of its stages are single questions",
            plan.name
        ))),
    }
}

fn print_alg(problem: &Problem, task: &Task, answer: &PlanAnswer) -> Result<(), Failure> {
    let Some(turns) = &answer.turns else {
        output::diagnose(&text::why_no_plan_solution(answer));
        return Ok(());
    };
    output::print_line(&task.question().notation.write_all(&problem.puzzle, turns))?;
    if let Some(unsolved) = text::unsolved_note(problem, answer) {
        output::diagnose(&unsolved);
    }
    Ok(())
}
