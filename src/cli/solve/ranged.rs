//! `solve --turns N..M`: a solution of each of these lengths, one per line.

use std::num::NonZeroUsize;

use super::task_args::TaskArgs;
use crate::answer::{Outcome, Task};
use crate::cli::args::TurnRange;
use crate::cli::output::Format;
use crate::cli::progress::Progress;
use crate::cli::{Exit, Failure, output};
use crate::report;
use crate::report::{json, text};

/// Answers each length separately. If none has a solution, neither has the whole; an unknown length leaves the whole
/// unknown.
pub(super) fn run(
    args: &TaskArgs,
    task: &Task,
    range: TurnRange,
    jobs: Option<NonZeroUsize>,
) -> Result<Exit, Failure> {
    let control = args.solver.control_on(jobs)?;
    let names = json::Names::of(task);
    let mut question = task.question().clone();
    let (mut found, mut unknown) = (false, false);
    for turns in range.first..=range.last {
        question.turns = Some(turns);
        let problem = args.problem.problem(&question)?;
        let progress = Progress::of_search(args.quiet, &problem, Some(turns));
        let answer = task.solve(&problem, &control, &|event| progress.show(event))?;
        drop(progress);
        match answer.outcome {
            Outcome::Solved => found = true,
            Outcome::NoSolution => (),
            Outcome::Unknown => unknown = true,
        }
        let result = &answer.found;
        let printed = match args.format {
            Format::Json => output::json_line(&json::Solve::of(&answer, names)),
            Format::Text => {
                let text = text::in_list(&problem, names.notation, result);
                output::part_line(&format!("{turns}: {text}"))
            }
            Format::Alg => output::part_line(&match &result.solution {
                Some(solution) => report::alg(&problem, names.notation, solution),
                None => format!("# {turns}: {}", text::without_solution(result)),
            }),
        };
        match printed {
            // If the pipe is closed, the other lengths are skipped.
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
