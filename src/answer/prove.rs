//! Proves that no solution exists, with a checked proof.

use super::exclusions;
use super::task::Task;
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::proof::check::Format;
use crate::proof::write;
use crate::proof::write::{Event, Outcome};

/// The name of the result in errors.
const A_PROOF: &str = "a proof";

impl Task {
    /// Rejects a question that a certificate cannot express, and a method with keys that a proof does not use.
    ///
    /// # Errors
    /// [`Error`] names the keys.
    pub fn check_proof(&self) -> Result<(), Error> {
        self.question.check_certifiable(A_PROOF)?;
        exclusions::check_proof(&self.method)
    }

    /// Proves that a problem of the question, or a part of one, has no solution within its budget. `notify` is called with each
    /// event.
    ///
    /// # Errors
    /// As [`Self::check_proof`], and [`Error`] if a goal by name stands for several, or the proof cannot be made. A stop is none, see
    /// [`Outcome::Unknown`].
    pub fn prove(
        &self,
        problem: &Problem,
        format: Format,
        control: &Control,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Outcome, Error> {
        self.check_proof()?;
        self.question.check_names_one_goal(problem, A_PROOF)?;
        // If the start satisfies the goal, there is nothing to refute.
        if let Ok(solution) = Solution::replay(problem, Vec::new()) {
            return Ok(Outcome::Solved(solution));
        }
        let (problem, control) = (&self.sharing(problem), &self.within_time_limit(control));
        let outcome = write::prove_in(problem, format, self.solver(), control, notify);
        outcome.map_err(Error::failed)
    }
}
