//! `prove` as a job of a campaign: many starts, one solver.

use std::path::{Path, PathBuf};

use super::asked::Args;
use super::one::prove;
use crate::cli::Failure;
use crate::cli::args::ProblemArgs;
use crate::control::{CancelFlag, Control};
use crate::problem::{Cache, Problem, Question, StartText};
use crate::proof::write::{Outcome, Refutation};
use crate::solver::Backend;

/// What all starts share.
pub(crate) struct Prepared {
    args: Args,
    question: Question,
    cache: Cache,
    backend: Box<dyn Backend>,
}

impl Prepared {
    /// Refuses what makes no sense in a job.
    pub(crate) fn new(mut args: Args) -> Result<Self, Failure> {
        args.problem.check_job()?;
        let refused = [
            ("--output", args.output.is_some()),
            ("--proof", args.proof.is_some()),
            ("--split", args.split.is_some()),
            ("--look-ahead", args.look_ahead.is_some()),
        ];
        if let Some((option, _)) = refused.iter().find(|(_, is_asked)| *is_asked) {
            return Err(Failure::Usage(format!(
                "a job of a campaign cannot be combined with {option}"
            )));
        }
        let question = args.question()?;
        args.problem.puzzle.prefer_built_in()?;
        let backend = args.solver.prover(None)?;
        Ok(Self {
            args,
            question,
            cache: Cache::default(),
            backend,
        })
    }

    pub(crate) fn args(&self) -> &ProblemArgs {
        &self.args.problem
    }

    pub(crate) fn question(&self) -> &Question {
        &self.question
    }

    pub(crate) fn problem(&self, start: StartText<'_>) -> Result<Problem, Failure> {
        let puzzle = self.args.problem.puzzle.puzzle()?;
        Ok(Problem {
            cache: self.cache.clone(),
            ..self.question.problem_from(&puzzle, start)?
        })
    }

    /// What came of it.
    pub(crate) fn answer(&self, problem: &Problem, control: &Control) -> Result<Outcome, Failure> {
        let control = self.args.solver.limited(control);
        let format = self.args.proof_format.into();
        prove((problem, format), &*self.backend, &control, true)
    }

    /// Writes the certificate; its place.
    pub(crate) fn write(
        &self,
        problem: &Problem,
        refutation: &Refutation,
        prefix: &Path,
        cancel: &CancelFlag,
    ) -> Result<PathBuf, Failure> {
        let places = self.args.places(prefix)?;
        let (file, solver) = (self.args.problem.puzzle.file()?, self.backend.name());
        let made = (refutation, self.args.form());
        places.write(problem, file, solver, made, cancel)?;
        Ok(places.certificate)
    }
}
