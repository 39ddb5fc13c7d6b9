//! Solutions with free turns around them, and the cheapest ones.

use std::num::NonZeroUsize;

use super::alg::print_alg;
use super::task::Task;
use super::task_args::TaskArgs;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure, output};
use crate::problem::Problem;
use crate::report::{json, text};
use crate::search::{Minimum, cheapest};

/// Solves a problem with free turns, or finds the cheapest solution.
pub(super) fn run(
    args: &TaskArgs,
    task: &Task,
    problem: &Problem,
    threads: NonZeroUsize,
) -> Result<Exit, Failure> {
    let notation = task.notation;
    let free = task.question.uncounted_turns(problem)?;
    let control = args.solver.control()?.with_jobs(threads);
    let progress = Progress::of_search(args.quiet, problem, task.question.max_turns);
    let notify = |event: &crate::search::Event<'_>| progress.show(event);
    let ask = |problem: &Problem| task.answer_freed(problem, &free, &control, &notify);
    if !args.cheapest {
        let result = ask(problem)?;
        drop(progress);
        match args.format {
            Format::Json => output::json(&json::Solve::new(problem, task.names(), &result))?,
            Format::Alg => print_alg(problem, notation, &result)?,
            Format::Text => output::print(&text::solve(problem, notation, &result))?,
        }
        return Ok(task.exit(problem, &result));
    }
    let told = |found: &Minimum, cost: usize| {
        if let Some(solution) = &found.solution {
            progress.say(&format!("cost {cost}: {}", solution.write(notation)));
        }
    };
    let result = cheapest(problem, ask, told)?;
    drop(progress);
    match args.format {
        Format::Json => {
            let found = json::Solve::new(problem, task.names(), &result.found);
            output::json(&found.cheapest(&result))?;
        }
        Format::Alg => print_alg(problem, notation, &result.found)?,
        Format::Text => output::print(&text::cheapest(problem, notation, &result))?,
    }
    Ok(match (&result.found.solution, result.is_proved()) {
        (Some(_), true) => Exit::Done,
        (None, true) => Exit::NoSolution,
        (_, false) => Exit::Unknown,
    })
}
