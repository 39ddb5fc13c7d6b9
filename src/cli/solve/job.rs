//! `solve` as a job of a campaign: many starts, one task.

use super::Args;
use super::task::Task;
use super::task_args::TaskArgs;
use crate::cli::args::ProblemArgs;
use crate::cli::{Exit, Failure};
use crate::control::Control;
use crate::problem::{Problem, Question, StartText};
use crate::search::Minimum;

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
        let args = (args.task, args.staged);
        let mut task = Task::new(&args.0, question.clone(), &args.1)?;
        let args = args.0;
        args.check_whole_plan(&question)?;
        let puzzle = args.problem.puzzle.puzzle()?;
        if let Some(plan) = question.whole_plan(&puzzle)? {
            task = task.by_plan(plan)?;
        }
        Ok(Self { args, task })
    }

    pub(crate) fn args(&self) -> &ProblemArgs {
        &self.args.problem
    }

    pub(crate) fn question(&self) -> &Question {
        &self.task.question
    }

    pub(crate) fn problem(&self, start: StartText<'_>) -> Result<Problem, Failure> {
        let puzzle = self.args.problem.puzzle.puzzle()?;
        let problem = self.task.question.problem_from(&puzzle, start)?;
        self.task.posed(problem)
    }

    /// What came of it.
    pub(crate) fn answer(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Minimum, Exit), Failure> {
        let control = self.args.solver.limited(control);
        let found = self.task.solve(problem, &control, |_| ())?;
        let exit = self.task.exit(problem, &found);
        Ok((found, exit))
    }
}
