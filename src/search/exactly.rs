//! Searches for a solution of one exact length.

use super::attempt::Answer;
use super::known::KnownSolutions;
use super::without_solver::{refuted_beforehand, refuted_without_formula};
use super::{Minimum, Refutation, Search};
use crate::encode::Encoder;
use crate::error::Error;
use crate::problem::{Budget, Problem};

impl Search<'_> {
    /// Finds any solution with exactly as many turns as the problem's budget.
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn exactly(&self, problem: &Problem) -> Result<Minimum, Error> {
        let premise = self.check_premise(problem)?;
        let asked = &problem.within(Budget::Exactly(problem.budget.slots()));
        let mut result = Minimum::of(asked);
        let mut encoder = Encoder::new(asked, self.selected_recipe()?).allow_smaller_recipe();
        let refuted = match refuted_beforehand(asked) {
            None => refuted_without_formula(&mut encoder, asked, &self.control)?,
            covers => covers,
        };
        if let Some(covers) = refuted {
            result.complete = true;
            result.refutations.push(Refutation::new(covers, None));
            return Ok(result.with_premise(premise));
        }
        let (attempt, answer) = self.attempt(asked, &mut encoder)?;
        let solver = attempt.solver_in_words();
        result.attempts.push(attempt);
        match answer {
            Answer::Found(solution) => {
                result.complete = solution.is_empty();
                result.solution = Some(solution);
            }
            Answer::Refuted(covers) => {
                result.complete = true;
                let refutation = Refutation::new(covers, Some(solver));
                result.refutations.push(refutation);
                KnownSolutions::of(asked).check(&result.refutations)?;
            }
            Answer::Stopped(stop) => result.stop = Some(stop),
        }
        Ok(result.with_premise(premise))
    }
}
