//! Proves that no solution exists, with a checked proof.

use super::exclusions;
use super::task::Task;
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::proof::check::Format;
use crate::proof::write;
use crate::proof::write::{Event, Outcome};
#[cfg(feature = "internals")]
use crate::search::Minimum;
#[cfg(feature = "internals")]
use crate::solver::{self, Backend};

/// The name of the result in errors.
const RESULT_NAME: &str = "a proof";

impl Task {
    /// The solver that writes proofs: that of the task or, if it writes none, the first built-in one that does.
    #[cfg(feature = "internals")]
    pub fn prover(&self) -> &dyn Backend {
        let built_in = solver::built_in().iter().copied();
        let mut all = [self.solver()].into_iter().chain(built_in);
        let prover = all.find(|backend| backend.writes_proofs());
        prover.unwrap_or(self.solver())
    }

    /// The largest budget that a certificate can refute after a search.
    ///
    /// # Errors
    /// The reason why there is nothing to refute.
    #[cfg(feature = "internals")]
    pub fn certifiable_budget(problem: &Problem, found: &Minimum) -> Result<usize, &'static str> {
        match &found.solution {
            _ if !found.complete => Err("no solution is known to be minimal"),
            Some(solution) => (solution.len().checked_sub(1))
                .ok_or("the start is the goal, so there is nothing to prove"),
            None => Ok(problem.budget.slots()),
        }
    }

    /// Rejects a question that a certificate cannot express, and a method with keys that a proof does not use.
    pub fn check_proof(&self) -> Result<(), Error> {
        self.question.check_certifiable(RESULT_NAME)?;
        exclusions::check_proof_method(&self.method)
    }

    /// Proves that a problem of the question, or a part of one, has no solution within its budget. `notify` is called
    /// with each event.
    ///
    /// # Errors
    /// As [`Self::check_proof`], and [`Error`] if the name of a goal stands for several goals, or the proof cannot be
    /// made. A stop is not an error: see [`Outcome::Unknown`].
    pub fn prove(
        &self,
        problem: &Problem,
        format: Format,
        control: &Control,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Outcome, Error> {
        self.check_proof()?;
        self.question.check_names_one_goal(problem, RESULT_NAME)?;
        // If the start satisfies the goal, there is nothing to refute.
        if let Ok(solution) = Solution::replay(problem, Vec::new()) {
            return Ok(Outcome::Solved(solution));
        }
        let (problem, control) = (
            &self.with_shared_cache(problem),
            &self.within_time_limit(control),
        );
        write::prove(problem, format, self.solver(), control, notify)
    }
}
