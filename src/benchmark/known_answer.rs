//! The known answer to the question of a formula, and the check of the formula against it.
//!
//! *Independent check.* A search from both ends counts the solutions. If it finds a solution, the formula must have a
//! model with the same turns, and that model is decoded and replayed. The verdict of the reference solver must agree.

use std::ops::ControlFlow;

use super::families::Objective;
use crate::control::{Control, Stopwatch};
use crate::encode::Formula;
use crate::error::{Error, ErrorKind};
use crate::graph::MAX_BYTES;
use crate::graph::meet::{Meet, Outcome};
use crate::problem::Problem;
use crate::puzzle::TurnId;
use crate::solver::{Backend, Session, Verdict};

/// What a search from both ends found.
#[derive(Default)]
pub(super) struct KnownAnswer {
    /// The number of solutions; at most one if the question is only whether a solution exists.
    solutions: usize,
    /// One of the cheapest solutions; without costs, the first one found.
    pub(super) witness: Option<Vec<TurnId>>,
    least_cost: Option<usize>,
}

impl KnownAnswer {
    /// Explores all sequences within the budget.
    pub(super) fn compute(
        problem: &Problem,
        objective: Objective,
        control: &Control,
    ) -> Result<Self, Error> {
        let mut known_answer = KnownAnswer::default();
        let cost = problem.constraints.cost.as_ref();
        let met = Meet::new(problem, MAX_BYTES, control).run(&mut |turns| {
            known_answer.solutions += 1;
            let cost = cost.and_then(|cost| cost.of(turns));
            if known_answer.witness.is_none() || cost < known_answer.least_cost {
                known_answer.witness = Some(turns.to_vec());
                known_answer.least_cost = cost;
            }
            match objective {
                Objective::Verdict => ControlFlow::Break(()),
                Objective::Count | Objective::Cheapest => ControlFlow::Continue(()),
            }
        })?;
        match (met.outcome, met.cut) {
            (Outcome::Found(_), None) | (Outcome::None, _) => Ok(known_answer),
            _ => Err(match control.stop() {
                Some(stop) => stop.into(),
                None => Error::new(
                    ErrorKind::TooLarge,
                    "not enough memory for a search from both ends",
                ),
            }),
        }
    }

    /// The value of `expected` in the index.
    pub(super) fn expected(&self, objective: Objective) -> String {
        match (objective, &self.witness, self.least_cost) {
            (Objective::Count, ..) => self.solutions.to_string(),
            (_, None, _) => "unsat".to_owned(),
            (Objective::Cheapest, Some(_), Some(least_cost)) => least_cost.to_string(),
            (_, Some(_), _) => "sat".to_owned(),
        }
    }

    /// Checks that the formula has a model with the turns of the witness, if there is one, and that the model decodes
    /// to them.
    pub(super) fn check(
        &self,
        problem: &Problem,
        formula: &Formula,
        backend: &dyn Backend,
        control: &Control,
    ) -> Result<(), Error> {
        let Some(witness) = &self.witness else {
            return Ok(());
        };
        let wrong = |reason| Error::failed(format!("the formula is wrong: {reason}"));
        let mut session = Session::new(backend, &formula.cnf, formula.variables)?;
        for (slot, &turn) in witness.iter().enumerate() {
            let literals = formula.turn_literals(slot, turn);
            for literal in literals.ok_or_else(|| wrong("a turn of a solution cannot be made"))? {
                session.add_clause([literal].into_iter().collect())?;
            }
        }
        match session.solve(control)? {
            Verdict::Sat(model) => {
                let solution = formula.decode(problem, &model)?;
                if solution.turns() == witness {
                    Ok(())
                } else {
                    Err(wrong("its model decodes to other turns"))
                }
            }
            Verdict::Unsat => Err(wrong("it has no model with the turns of a known solution")),
            Verdict::Unknown(stop) => Err(stop.into()),
        }
    }
}

/// The reference solver's verdict, and its time in seconds. An error if it contradicts the known answer.
pub(super) fn run_solver(
    problem: &Problem,
    formula: &Formula,
    known_answer: &KnownAnswer,
    backend: &dyn Backend,
    control: &Control,
) -> Result<(&'static str, f64), Error> {
    let watch = Stopwatch::start(control);
    let session = Session::new(backend, &formula.cnf, formula.variables);
    let verdict = session.and_then(|mut session| session.solve(control))?;
    let seconds = watch.seconds();
    let verdict = match (verdict, &known_answer.witness) {
        (Verdict::Unknown(stop), _) if control.cancel_flag().is_raised() => {
            return Err(stop.into());
        }
        (Verdict::Unknown(_), _) => "unknown",
        (Verdict::Sat(model), Some(_)) => {
            formula.decode(problem, &model)?;
            "sat"
        }
        (Verdict::Unsat, None) => "unsat",
        (Verdict::Sat(_), None) | (Verdict::Unsat, Some(_)) => {
            let solver = backend.name();
            return Err(Error::new(
                ErrorKind::WrongAnswer,
                format!("{solver} contradicts the search from both ends"),
            ));
        }
    };
    Ok((verdict, seconds))
}
