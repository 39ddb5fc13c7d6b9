//! `solve` as a job of a campaign: many starts, one task.

use super::Args;
use super::task::Task;
use super::task_args::TaskArgs;
use crate::cli::args::{ProblemArgs, Start};
use crate::cli::{Exit, Failure};
use crate::control::Control;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::search::Minimum;

/// What all starts share.
pub(crate) struct Prepared {
    args: TaskArgs,
    task: Task,
}

impl Prepared {
    /// Refuses what makes no sense in a job.
    pub(crate) fn new(args: Args) -> Result<Self, Failure> {
        let refused = [
            ("--batch", args.batch.is_some()),
            ("--jobs", args.jobs.is_some()),
            ("--certify", args.certify.is_some()),
            ("--svg, --html or --link", args.pictures.is_asked()),
            ("--cheapest", args.task.cheapest),
            ("free turns", args.task.free.is_asked()),
        ];
        if let Some((option, _)) = refused.iter().find(|(_, is_asked)| *is_asked) {
            return Err(Failure::Usage(format!(
                "a job of a campaign cannot be combined with {option}"
            )));
        }
        let args = (args.task, args.staged);
        let mut task = Task::new(&args.0, &args.1)?;
        let args = args.0;
        let plan = &args.problem.plan;
        if let Some(option) = plan.is_whole().then(|| args.beside_a_plan()).flatten() {
            return Err(Failure::Usage(format!(
                "--plan cannot be combined with {option}; a single stage can (--stage N)"
            )));
        }
        let puzzle = args.problem.puzzle.puzzle()?;
        if let Some(plan) = plan.whole(&puzzle)? {
            task = task.by_plan(plan)?;
        }
        Ok(Self { args, task })
    }

    pub(crate) fn args(&self) -> &ProblemArgs {
        &self.args.problem
    }

    pub(crate) fn notation(&self) -> Notation {
        self.task.notation
    }

    pub(crate) fn problem(&self, start: Start<'_>) -> Result<Problem, Failure> {
        let problem = &self.args.problem;
        problem.problem_from(start, |problem| self.task.budget(problem))
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
