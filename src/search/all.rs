//! Enumeration: every solution of one exact length.
//!
//! After each model, one clause over the selectors excludes its turn sequence.
//! Every turn has one selector code and every code at most one turn, so each
//! sequence comes once, whatever other variables there are. Optimisations of
//! the recipe are off (see [`Options`](crate::encode::Options)), so none is missed. Where the
//! start is not known, the clause is about the colours of its facelets, too: then
//! each pair of a sequence and a state that it solves comes once.

use std::ops::ControlFlow;

use rustsat::types::{Clause, Lit};

use super::ask::{ask, solution_of, why_no_formula};
use super::attempt::Means;
use super::case_by_case::in_every_case;
use super::error::{Outcome, check_budget};
use super::known::KnownSolutions;
use super::{Refutation, SearchError, UnknownReason};
use crate::encode::decode::codes;
use crate::encode::{Encoder, Formula, RefutedLengths};
use crate::problem::{Budget, Problem, Solution};
use crate::puzzle::{Premise, TurnId};
use crate::solver::{Session, SolverError};

/// How an enumeration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// How many solutions were found.
    pub count: usize,
    /// Whether there are no others.
    pub complete: bool,
    /// Why it ended early, unless it was told to.
    pub stop: Option<UnknownReason>,
    /// Where there is none: what refutes this length, and who says so.
    pub refutations: Vec<Refutation>,
}

impl Enumeration {
    /// What ended early with so many solutions.
    fn partly(count: usize, stop: Option<UnknownReason>) -> Self {
        Self {
            count,
            complete: false,
            stop,
            refutations: Vec::new(),
        }
    }

    /// The enumeration of a question that was answered case by case, one after the other; `cases` counts those
    /// that were not asked, too.
    #[must_use]
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
                in_every_case(&refutations)
            } else {
                Vec::new()
            },
        }
    }

    /// All of so many solutions. If there are none, `refutation` says why.
    fn all(count: usize, refutation: impl FnOnce() -> Refutation) -> Self {
        let refutation = (count == 0).then(refutation);
        Self {
            count,
            complete: true,
            stop: None,
            refutations: refutation.into_iter().collect(),
        }
    }
}

/// See [`Search::enumerate`](super::Search::enumerate). `encoder` is one of the problem. Solutions that end in one of `ends` are left out.
pub(super) fn enumerate(
    problem: &Problem,
    encoder: &mut Encoder,
    ends: &[Vec<TurnId>],
    means: &Means<'_>,
    found: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Result<Enumeration, SearchError> {
    check_budget(problem)?;
    let premise = problem.premise()?;
    let all = all(problem, encoder, ends, means, |_| (), found)?;
    Ok(match premise {
        // That there is none says nothing of a state that the puzzle may not have.
        Premise::Undecided(undecided) if all.count == 0 && all.complete => {
            Enumeration::partly(0, Some(UnknownReason::Undecided(undecided)))
        }
        _ => all,
    })
}

/// The same, whatever is known of the start: that there is none says nothing of a state that the puzzle may not have. `built`
/// is told of the formula before it is asked.
pub(super) fn all(
    problem: &Problem,
    encoder: &mut Encoder,
    ends: &[Vec<TurnId>],
    means: &Means<'_>,
    built: impl FnOnce(&Formula),
    mut found: impl FnMut(&Solution) -> ControlFlow<()>,
) -> Result<Enumeration, SearchError> {
    let Means {
        backend, control, ..
    } = *means;
    let problem = problem.within(Budget::Exactly(problem.budget.slots()));
    let known = RefutedLengths::beforehand(&problem);
    let length = problem.budget.slots();
    let refuting = |covers: &RefutedLengths| covers.lengths.contains(length);
    if let Some(covers) = known.into_iter().find(refuting) {
        return Ok(Enumeration::all(0, || Refutation::new(covers, None)));
    }
    let formula = match encoder.encode(problem.budget, control) {
        Err(error) => return Ok(Enumeration::partly(0, Some(why_no_formula(error)?))),
        Ok(formula) => formula,
    };
    built(&formula);
    let by_solver = || Refutation::new(formula.covers.clone(), Some(backend.name().to_owned()));
    let mut session = Session::new(backend, &formula.cnf, formula.variables)?;
    for end in ends {
        if let Some(clause) = without_end(&formula, length, end) {
            session.add_clause(clause)?;
        }
    }
    let known = KnownSolutions::of(&problem);
    let mut missing: Vec<&Solution> = known
        .given()
        .iter()
        .filter(|it| it.len() == length && ends.is_empty())
        .collect();
    let mut count = 0;
    loop {
        let model = match ask(&mut session, control)? {
            Outcome::Unsat => {
                return match missing.first() {
                    None => Ok(Enumeration::all(count, by_solver)),
                    Some(missing) => Err(unlisted(backend.name(), missing).into()),
                };
            }
            Outcome::Unknown(stop) => return Ok(Enumeration::partly(count, Some(stop))),
            Outcome::Sat(model) => model,
        };
        let solution = match solution_of(&problem, &formula, backend, &model)? {
            Ok(solution) => solution,
            Err(stop) => return Ok(Enumeration::partly(count, Some(stop))),
        };
        count += 1;
        missing.retain(|known| **known != solution);
        let ends = found(&solution).is_break();
        let codes = codes(&formula.meaning, &model).map_err(|error| SearchError::Decode {
            solver: backend.name().to_owned(),
            error,
        })?;
        match formula
            .meaning
            .blocking_clause(&problem, &codes, solution.start())
        {
            None => return Ok(Enumeration::all(count, by_solver)),
            Some(_) if ends => return Ok(Enumeration::partly(count, None)),
            Some(clause) => session.add_clause(clause)?,
        }
    }
}

/// What is wrong with a solver that knows of no other solution.
fn unlisted(solver: &str, missing: &Solution) -> SolverError {
    SolverError::WrongRefutation {
        solver: solver.to_owned(),
        reason: format!("it ends the list of all solutions without {missing}"),
    }
}

/// The clause that so many turns do not end so; `None` if they cannot.
fn without_end(formula: &Formula, length: usize, end: &[TurnId]) -> Option<Clause> {
    let first = length.checked_sub(end.len())?;
    let made = (first..).zip(end);
    let literals = made.map(|(slot, &turn)| formula.turn(slot, turn));
    let literals: Vec<Vec<Lit>> = literals.collect::<Option<_>>()?;
    Some(
        literals
            .into_iter()
            .flatten()
            .map(|literal| !literal)
            .collect(),
    )
}
