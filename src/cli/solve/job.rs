//! `solve` as a job of a campaign: many starts, one task.

use super::Args;
use super::task_args::TaskArgs;
use crate::answer::{Answer, Task};
use crate::cli::Failure;
use crate::cli::args::ProblemArgs;
use crate::control::Control;
use crate::problem::{Problem, Question, StartText};

/// What all starts share.
pub(crate) struct Prepared {
    args: TaskArgs,
    task: Task,
}

impl Prepared {
    /// Refuses what makes no sense in a job.
    pub(crate) fn new(args: Args) -> Result<Self, Failure> {
        args.task.problem.check_job()?;
        let question = args.task.question()?;
        let refused = [
            ("--batch", args.batch.is_some()),
            ("--jobs", args.jobs.is_some()),
            ("--certify", args.certify.is_some()),
            ("--svg, --html or --link", args.pictures.is_asked()),
            ("--cheapest", args.task.cheapest),
            ("free turns", question.has_free_turns()),
        ];
        if let Some((option, _)) = refused.iter().find(|(_, is_asked)| *is_asked) {
            return Err(Failure::Usage(format!(
                "a job of a campaign cannot be combined with {option}"
            )));
        }
        let task = args.task.task(question, &args.staged)?;
        Ok(Self {
            args: args.task,
            task,
        })
    }

    pub(crate) fn args(&self) -> &ProblemArgs {
        &self.args.problem
    }

    pub(crate) fn question(&self) -> &Question {
        self.task.question()
    }

    pub(crate) fn problem(&self, start: StartText<'_>) -> Result<Problem, Failure> {
        let puzzle = self.args.problem.puzzle.puzzle()?;
        let problem = self.task.question().problem_from(&puzzle, start)?;
        Ok(self.task.posed(&problem)?)
    }

    /// What came of it.
    pub(crate) fn answer(&self, problem: &Problem, control: &Control) -> Result<Answer, Failure> {
        Ok(self.task.solve(problem, control, &|_| ())?)
    }
}
