//! One attempt at a problem: encodes it, solves the formula, decodes the model and replays the solution.

use super::error::Outcome;
use super::solving::{solution_of, solve_session};
use super::split::{parts, solve_in_parts};
use super::{Attempt, AttemptVerdict, Event, Search, UnknownReason};
use crate::control::{Stop, Stopwatch};
use crate::encode::{Encoder, Formula, RefutedLengths};
use crate::error::Error;
use crate::platform;
use crate::problem::{Budget, Problem, Solution};
use crate::solver::{Backend, Session};

pub(super) enum Answer {
    Found(Solution),
    Refuted(RefutedLengths),
    Stopped(UnknownReason),
}

impl Answer {
    fn verdict(&self) -> AttemptVerdict {
        match self {
            Self::Found(solution) => AttemptVerdict::Sat {
                found: solution.len(),
            },
            Self::Refuted(_) => AttemptVerdict::Unsat,
            Self::Stopped(stop) => AttemptVerdict::Unknown(stop.clone()),
        }
    }
}

impl Search<'_> {
    /// Encodes a problem, solves the formula, decodes the model and replays the solution. After a panic, the encoder must
    /// not be used again; earlier results remain valid.
    pub(super) fn attempt(
        &self,
        problem: &Problem,
        encoder: &mut Encoder,
    ) -> Result<(Attempt, Answer), Error> {
        let backend = self.selected_solver()?;
        let mut attempt = Attempt {
            turns: problem.budget.slots(),
            verdict: AttemptVerdict::Unknown(UnknownReason::Stopped(Stop::Cancelled)),
            variables: 0,
            clauses: 0,
            encode_seconds: 0.0,
            solve_seconds: 0.0,
            recipe: encoder.recipe().name.clone(),
            solver: backend.name().to_owned(),
            parts: parts(problem, &self.control),
            up_to_rotation: false,
        };
        let answer = platform::catch_panic(|| {
            let answer = self.answer(problem, encoder, backend, &mut attempt)?;
            attempt.verdict = answer.verdict();
            self.report(&Event::Answered(&attempt));
            Ok::<_, Error>(answer)
        });
        let answer = answer.unwrap_or_else(|message| {
            let answer = Answer::Stopped(UnknownReason::Panicked(message));
            attempt.verdict = answer.verdict();
            Ok(answer)
        });
        Ok((attempt, answer?))
    }

    /// The answer to a problem. Fills in the recipe, the sizes and the times of `attempt`.
    fn answer(
        &self,
        problem: &Problem,
        encoder: &mut Encoder,
        backend: &dyn Backend,
        attempt: &mut Attempt,
    ) -> Result<Answer, Error> {
        let control = &self.control;
        let watch = Stopwatch::start(control);
        let formula = match encoder.encode(problem.budget, control) {
            Err(error) => {
                attempt.encode_seconds = watch.seconds();
                let stop = UnknownReason::of(&error).ok_or(error)?;
                return Ok(Answer::Stopped(stop));
            }
            Ok(formula) => formula,
        };
        if let Some(replaced) = encoder.take_replaced() {
            self.report(&Event::ReplacedRecipe(&replaced));
        }
        attempt.recipe.clone_from(&encoder.recipe().name);
        attempt.variables = formula.variables;
        attempt.clauses = formula.cnf.len();
        attempt.encode_seconds = watch.seconds();
        self.report(&Event::Solving {
            turns: attempt.turns,
            variables: attempt.variables,
            clauses: attempt.clauses,
        });
        let watch = Stopwatch::start(control);
        let outcome = if attempt.parts > 1 {
            solve_in_parts(problem, &formula, backend, control)?
        } else {
            solve_session(
                &mut Session::new(backend, &formula.cnf, formula.variables)?,
                control,
            )?
        };
        attempt.solve_seconds = watch.seconds();
        answer_of_outcome(problem, &formula, backend, outcome)
    }
}

/// Converts the solver's outcome to an answer. A model is decoded and replayed.
fn answer_of_outcome(
    problem: &Problem,
    formula: &Formula,
    backend: &dyn Backend,
    outcome: Outcome,
) -> Result<Answer, Error> {
    let model = match outcome {
        Outcome::Unsat => return Ok(Answer::Refuted(formula.covers.clone())),
        Outcome::Unknown(stop) => return Ok(Answer::Stopped(stop)),
        Outcome::Sat(model) => model,
    };
    Ok(match solution_of(problem, formula, backend, &model)? {
        Err(stop) => Answer::Stopped(stop),
        Ok(solution) if matches!(problem.budget, Budget::Exactly(_)) => Answer::Found(solution),
        Ok(solution) => Answer::Found(solution.without_redundant_turns(problem)),
    })
}
