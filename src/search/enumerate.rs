//! Enumerates every solution of one exact length.
//!
//! After each model, a clause over the selectors excludes its turn sequence. Every turn has one selector code, and
//! every code stands for at most one turn, so each sequence is found once, whatever the values of other variables. The
//! recipe's options that exclude solutions are off (see [`SoundOptions`](crate::encode::SoundOptions)). If the start is
//! unknown, the clause also contains the colors of its facelets, so each pair of a sequence and a start that it solves
//! is found once.

use std::ops::ControlFlow;

use super::case_by_case::common_refutations;
use super::error::{Outcome, decode_error};
use super::known::KnownSolutions;
use super::solving::{forbid_turn, solution_of, solve_session};
use super::without_solver::refuted_beforehand;
use super::{Refutation, Search, UnknownReason};
use crate::encode::decode::chosen_codes;
use crate::encode::{Encoder, Formula};
use crate::error::Error;
use crate::problem::{Budget, Problem, Solution};
use crate::puzzle::{Premise, TurnId};
use crate::solver::{Session, wrong_refutation_error};

/// The result of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The number of solutions found.
    pub count: usize,
    /// Whether the list is complete.
    pub complete: bool,
    /// Why it ended early; `None` if the list is complete or the caller ended it.
    pub stop: Option<UnknownReason>,
    /// If the list is complete and empty, the refutations of this length.
    pub refutations: Vec<Refutation>,
}

impl Enumeration {
    /// An enumeration that ended early after `count` solutions.
    fn incomplete(count: usize, stop: Option<UnknownReason>) -> Self {
        Self {
            count,
            complete: false,
            stop,
            refutations: Vec::new(),
        }
    }

    /// Combines the enumerations of a question that is answered case by case. `cases` is the number of all cases, answered
    /// or not.
    pub fn of_cases(answered: Vec<Self>, cases: usize) -> Self {
        let count = answered.iter().map(|it| it.count).sum();
        let complete = answered.len() == cases && answered.iter().all(|it| it.complete);
        let stop = answered.iter().find_map(|it| it.stop.clone());
        let refutations: Vec<_> = answered.into_iter().map(|it| it.refutations).collect();
        Self {
            count,
            complete,
            stop,
            refutations: if complete && count == 0 {
                common_refutations(&refutations)
            } else {
                Vec::new()
            },
        }
    }

    /// A complete enumeration of `count` solutions. `refutation` is called if `count` is 0.
    fn completed(count: usize, refutation: impl FnOnce() -> Refutation) -> Self {
        let refutation = (count == 0).then(refutation);
        Self {
            count,
            complete: true,
            stop: None,
            refutations: refutation.into_iter().collect(),
        }
    }
}

impl Search<'_> {
    /// Finds every solution with exactly as many turns as the problem's budget, and passes each to `found` at once. Ends
    /// early if `found` returns [`ControlFlow::Break`].
    ///
    /// # Errors
    /// As [`Self::minimum`]. For a stop, see [`Enumeration::stop`].
    pub fn enumerate(
        &self,
        problem: &Problem,
        found: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Enumeration, Error> {
        let premise = self.check_premise(problem)?;
        let mut encoder = Encoder::new(problem, self.selected_recipe()?)
            .with_partial_layers()
            .allow_smaller_recipe();
        let all = self.enumerate_unchecked(problem, &mut encoder, &[], |_| (), found)?;
        Ok(match premise {
            // "Unsatisfiable" proves nothing if the start itself may be unreachable.
            Premise::Undecided(undecided) if all.count == 0 && all.complete => {
                Enumeration::incomplete(0, Some(UnknownReason::Undecided(undecided)))
            }
            _ => all,
        })
    }

    /// Enumerates solutions, except those that end with a turn of `not_last`. Does not check whether the puzzle can have
    /// the start; if it cannot, "no solution" proves nothing. `encoder` encodes the problem; `built` is called with the
    /// formula before it is solved.
    pub(super) fn enumerate_unchecked(
        &self,
        problem: &Problem,
        encoder: &mut Encoder,
        not_last: &[TurnId],
        built: impl FnOnce(&Formula),
        mut found: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Enumeration, Error> {
        let backend = self.selected_solver()?;
        let control = &self.control;
        let problem = problem.within(Budget::Exactly(problem.budget.slots()));
        let length = problem.budget.slots();
        if let Some(covers) = refuted_beforehand(&problem) {
            return Ok(Enumeration::completed(0, || Refutation::new(covers, None)));
        }
        let formula = match encoder.encode(problem.budget, control) {
            Err(error) => {
                let stop = UnknownReason::of(&error).ok_or(error)?;
                return Ok(Enumeration::incomplete(0, Some(stop)));
            }
            Ok(formula) => formula,
        };
        built(&formula);
        let by_solver = || Refutation::new(formula.covers.clone(), Some(backend.name().to_owned()));
        let mut session = Session::new(backend, &formula.cnf, formula.variables)?;
        for &turn in not_last {
            if let Some(clause) = forbid_turn(&formula, length - 1, turn) {
                session.add_clause(clause)?;
            }
        }
        let known = KnownSolutions::of(&problem);
        let mut missing: Vec<&Solution> = known
            .solutions()
            .iter()
            .filter(|it| it.len() == length && not_last.is_empty())
            .collect();
        let mut count = 0;
        loop {
            let model = match solve_session(&mut session, control)? {
                Outcome::Unsat => {
                    return match missing.first() {
                        None => Ok(Enumeration::completed(count, by_solver)),
                        Some(missing) => Err(wrong_refutation_error(
                            backend.name(),
                            &format!("it ends the list of all solutions without {missing}"),
                        )),
                    };
                }
                Outcome::Unknown(stop) => return Ok(Enumeration::incomplete(count, Some(stop))),
                Outcome::Sat(model) => model,
            };
            let solution = match solution_of(&problem, &formula, backend, &model)? {
                Ok(solution) => solution,
                Err(stop) => return Ok(Enumeration::incomplete(count, Some(stop))),
            };
            count += 1;
            missing.retain(|known| **known != solution);
            let is_enough = found(&solution).is_break();
            let codes = chosen_codes(&formula.meaning, &model)
                .map_err(|error| decode_error(backend, &error))?;
            match formula
                .meaning
                .blocking_clause(&problem, &codes, solution.start())
            {
                None => return Ok(Enumeration::completed(count, by_solver)),
                Some(_) if is_enough => return Ok(Enumeration::incomplete(count, None)),
                Some(clause) => session.add_clause(clause)?,
            }
        }
    }
}
