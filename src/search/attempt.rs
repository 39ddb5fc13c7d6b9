//! One budget: encode, solve, decode and replay.

use std::sync::atomic::AtomicUsize;

use super::ask::{solution_of, solve_session};
use super::error::Outcome;
use super::split::{parts, solve_in_parts};
use super::strategy::Strategy;
use super::{Attempt, AttemptVerdict, Event, UnknownReason};
use crate::control::{Control, Stop, Stopwatch};
use crate::encode::{Encoder, Formula, Recipe, RefutedLengths};
use crate::error::Error;
use crate::platform;
use crate::problem::{Budget, Problem, Solution};
use crate::solver::{Backend, Session};

/// The settings of a search, independent of the problem: a [`Search`](super::Search) with its names resolved.
#[derive(Clone, Copy)]
pub(super) struct SearchSettings<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) backend: &'a dyn Backend,
    pub(super) strategy: Strategy,
    pub(super) control: &'a Control,
    /// The length of a solution found by another engine; only shorter ones are of interest.
    pub(super) found_length: Option<&'a AtomicUsize>,
}

/// The result of one budget.
pub(super) enum Answer {
    Found(Solution),
    Refuted(RefutedLengths),
    Stopped(UnknownReason),
}

impl SearchSettings<'_> {
    /// Encodes a problem, solves it, decodes and replays. After a panic the encoder must not be used again; earlier
    /// results remain valid.
    pub(super) fn attempt(
        &self,
        problem: &Problem,
        encoder: &mut Encoder,
        notify: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(Attempt, Answer), Error> {
        let mut attempt = self.new_attempt(problem, encoder.recipe());
        let answer = platform::catch_panic(|| self.answer(problem, encoder, &mut attempt, notify));
        let answer = answer.unwrap_or_else(|message| {
            let stop = UnknownReason::Panicked(message);
            attempt.verdict = AttemptVerdict::Unknown(stop.clone());
            Ok(Answer::Stopped(stop))
        });
        Ok((attempt, answer?))
    }

    /// An attempt without any results yet.
    fn new_attempt(&self, problem: &Problem, recipe: &Recipe) -> Attempt {
        Attempt {
            turns: problem.budget.slots(),
            verdict: AttemptVerdict::Unknown(UnknownReason::Stopped(Stop::Cancelled)),
            variables: 0,
            clauses: 0,
            lemmas: 0,
            encode_seconds: 0.0,
            solve_seconds: 0.0,
            recipe: recipe.name.clone(),
            solver: self.backend.name().to_owned(),
            parts: parts(problem, self.control),
            up_to_rotation: false,
        }
    }

    fn answer(
        &self,
        problem: &Problem,
        encoder: &mut Encoder,
        attempt: &mut Attempt,
        notify: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Answer, Error> {
        let Self {
            backend, control, ..
        } = *self;
        let watch = Stopwatch::start(control);
        let formula = match encoder.encode(problem.budget, control) {
            Err(error) => {
                let stop = UnknownReason::of(&error).ok_or(error)?;
                attempt.verdict = AttemptVerdict::Unknown(stop.clone());
                attempt.encode_seconds = watch.seconds();
                notify(&Event::Answered(attempt));
                return Ok(Answer::Stopped(stop));
            }
            Ok(formula) => formula,
        };
        if let Some(replaced) = encoder.take_replaced() {
            notify(&Event::ReplacedRecipe(&replaced));
        }
        attempt.recipe.clone_from(&encoder.recipe().name);
        attempt.variables = formula.variables;
        attempt.clauses = formula.cnf.len();
        attempt.lemmas = formula.lemmas;
        attempt.encode_seconds = watch.seconds();
        notify(&Event::Solving {
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
        let (verdict, answer) = check_outcome(problem, &formula, backend, outcome)?;
        attempt.verdict = verdict;
        notify(&Event::Answered(attempt));
        Ok(answer)
    }
}

/// Decodes and replays a model, and converts the solver's outcome.
fn check_outcome(
    problem: &Problem,
    formula: &Formula,
    backend: &dyn Backend,
    outcome: Outcome,
) -> Result<(AttemptVerdict, Answer), Error> {
    Ok(match outcome {
        Outcome::Unsat => (
            AttemptVerdict::Unsat,
            Answer::Refuted(formula.covers.clone()),
        ),
        Outcome::Unknown(stop) => (AttemptVerdict::Unknown(stop.clone()), Answer::Stopped(stop)),
        Outcome::Sat(model) => {
            let solution = match solution_of(problem, formula, backend, &model)? {
                Ok(solution) => solution,
                Err(stop) => {
                    return Ok((AttemptVerdict::Unknown(stop.clone()), Answer::Stopped(stop)));
                }
            };
            let solution = match problem.budget {
                Budget::Exactly(_) => solution,
                Budget::AtMost(_) => solution.without_redundant_turns(problem),
            };
            (
                AttemptVerdict::Sat {
                    found: solution.len(),
                },
                Answer::Found(solution),
            )
        }
    })
}
