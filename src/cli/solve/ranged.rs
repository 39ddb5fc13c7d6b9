//! `solve --turns N..M`: a solution of each of these lengths, a line each.

use std::num::NonZeroUsize;

use super::task::Task;
use super::task_args::TaskArgs;
use crate::cli::args::TurnRange;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure, output};
use crate::report;
use crate::report::{json, text};

/// Asks for each length by itself. No solution of any of them is no solution; an unknown length leaves
/// the whole unknown.
pub(super) fn run(
    args: &TaskArgs,
    mut task: Task,
    range: TurnRange,
    jobs: NonZeroUsize,
) -> Result<Exit, Failure> {
    let control = args.solver.control()?.with_jobs(jobs);
    let (mut found, mut unknown) = (false, false);
    for turns in range.first..=range.last {
        task.question.turns = Some(turns);
        let problem = args.problem.problem(&task.question)?;
        let progress = Progress::of_search(args.quiet, &problem, Some(turns));
        let result = task.solve(&problem, &control, |event| progress.show(event))?;
        drop(progress);
        match task.exit(&problem, &result) {
            Exit::Done => found = true,
            Exit::NoSolution => (),
            Exit::Unknown => unknown = true,
        }
        let printed = match args.format {
            Format::Json => output::json_line(&json::Solve::new(&problem, task.names(), &result)),
            Format::Text => {
                let text = text::in_list(&problem, task.notation, &result);
                output::part_line(&format!("{turns}: {text}"))
            }
            Format::Alg => output::part_line(&match &result.solution {
                Some(solution) => report::alg(&problem, task.notation, solution),
                None => format!("# {turns}: {}", text::without_solution(&result)),
            }),
        };
        match printed {
            // Without a reader the other lengths are not asked.
            Err(Failure::OutputClosed) => {
                unknown |= turns < range.last;
                break;
            }
            printed => printed?,
        }
    }
    Ok(match (found, unknown) {
        (_, true) => Exit::Unknown,
        (true, false) => Exit::Done,
        (false, false) => Exit::NoSolution,
    })
}
