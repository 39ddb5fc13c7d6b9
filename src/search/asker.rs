//! Models whose start the puzzle can have.
//!
//! *Idea.* A formula may not know all that turns conserve. So the start of each model is looked at; if the puzzle
//! cannot have it, it is excluded, and the solver is asked again.
//!
//! *Why sound.* Where it was not found out whether the puzzle can have a start, that is excluded as well, but from
//! then on there is no verdict *unsat*: what was excluded may have been a solution.

use rustsat::types::{Assignment, Clause};

use super::error::Outcome;
use super::{SearchError, UnknownReason};
use crate::control::Control;
use crate::encode::Formula;
use crate::problem::Problem;
use crate::puzzle::{Possibility, Undecided};
use crate::solver::{Backend, Session, SolverError, Verdict};

/// Starts that were not decided before nothing more is asked: each may have taken some tenths of a second.
const MOST_UNDECIDED: usize = 10;

/// Asks a solver about a formula.
pub(super) struct Asker<'a> {
    problem: &'a Problem,
    formula: &'a Formula,
    session: Session<'a>,
    /// Why it was not found out whether the puzzle can have some start that was excluded, and how many there
    /// were.
    undecided: Option<Undecided>,
    excluded: usize,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        formula: &'a Formula,
        backend: &'a dyn Backend,
    ) -> Result<Self, SolverError> {
        Ok(Self {
            problem,
            formula,
            session: Session::new(backend, &formula.cnf, formula.variables)?,
            undecided: None,
            excluded: 0,
        })
    }

    /// Adds a clause that models must satisfy from then on.
    pub(super) fn add_clause(&mut self, clause: Clause) -> Result<(), SolverError> {
        self.session.add_clause(clause)
    }

    /// Asks until there is no model, or one whose start the puzzle can have.
    pub(super) fn ask(&mut self, control: &Control) -> Result<Outcome, SearchError> {
        loop {
            let model = match self.ask_solver(control)? {
                Outcome::Sat(model) => model,
                Outcome::Unsat => return Ok(self.without_model()),
                unknown => return Ok(unknown),
            };
            if self.has_possible_start(&model) {
                return Ok(Outcome::Sat(model));
            }
            let meaning = &self.formula.meaning;
            match meaning.excluding_start(self.problem, &model) {
                Some(clause) if self.excluded < MOST_UNDECIDED => {
                    self.session.add_clause(clause)?
                }
                // There is no other start, or enough was tried.
                _ => return Ok(self.without_model()),
            }
        }
    }

    /// Whether the puzzle can have the start of a model. One that cannot be read is left to whoever reads the
    /// model, and tells what is wrong with it.
    fn has_possible_start(&mut self, model: &Assignment) -> bool {
        let start = self.formula.meaning.start(self.problem, model);
        match start.map(|start| self.problem.possibility(&start)) {
            None | Some(Possibility::Possible) => true,
            Some(Possibility::Impossible(_)) => false,
            Some(Possibility::Undecided(undecided)) => {
                self.undecided = Some(undecided);
                self.excluded += 1;
                false
            }
        }
    }

    /// What it means that there is no other model.
    fn without_model(&self) -> Outcome {
        match self.undecided {
            None => Outcome::Unsat,
            Some(undecided) => Outcome::Unknown(UnknownReason::Undecided(undecided)),
        }
    }

    fn ask_solver(&mut self, control: &Control) -> Result<Outcome, SearchError> {
        match self.session.solve(control) {
            Ok(Verdict::Sat(model)) => Ok(Outcome::Sat(model)),
            Ok(Verdict::Unsat) => Ok(Outcome::Unsat),
            Ok(Verdict::Unknown(stop)) => Ok(Outcome::Unknown(UnknownReason::Stopped(stop))),
            Err(
                error @ (SolverError::Crashed { .. }
                | SolverError::GaveUp { .. }
                | SolverError::Failed { .. }),
            ) => Ok(Outcome::Unknown(UnknownReason::Failed(error))),
            Err(error) => Err(error.into()),
        }
    }
}
