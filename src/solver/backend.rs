//! What a solver is to the rest of the program, and what it says.

use rustsat::types::{Assignment, Cl, Lit};

use super::error::SolverError;
use super::log::ProofLog;
use crate::control::{Control, Stop};

/// A solver that can be chosen by name. It starts [`Engine`]s.
pub trait Backend: Send + Sync {
    /// The name by which users choose the solver.
    fn name(&self) -> &str;

    /// What the solver is, with its version, in one line.
    fn description(&self) -> String;

    /// Makes an engine for a formula over the variables `0..variables`, without
    /// clauses yet.
    ///
    /// # Errors
    ///
    /// When the solver cannot take that many variables.
    fn start(&self, variables: u32) -> Result<Box<dyn Engine>, SolverError>;

    /// Whether it can write proofs.
    fn writes_proofs(&self) -> bool {
        false
    }

    /// As [`Self::start`], and the engine writes a proof: why the clauses that it was
    /// given have no model, if it finds that they have none. It may be solved
    /// once.
    ///
    /// # Errors
    ///
    /// Also [`SolverError::NoProof`] if the solver writes none.
    fn start_with_proof(
        &self,
        _variables: u32,
        _log: ProofLog,
    ) -> Result<Box<dyn Engine>, SolverError> {
        Err(SolverError::NoProof {
            solver: self.name().to_owned(),
        })
    }
}

impl<B: Backend + ?Sized> Backend for &B {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn description(&self) -> String {
        (**self).description()
    }

    fn start(&self, variables: u32) -> Result<Box<dyn Engine>, SolverError> {
        (**self).start(variables)
    }

    fn writes_proofs(&self) -> bool {
        (**self).writes_proofs()
    }

    fn start_with_proof(
        &self,
        variables: u32,
        log: ProofLog,
    ) -> Result<Box<dyn Engine>, SolverError> {
        (**self).start_with_proof(variables, log)
    }
}

/// A solver at work on one formula, clause by clause.
///
/// [`Session`](super::Session) drives it: it adds no empty clause and no variable but those
/// announced, and asks only about a formula that has a clause. An engine stays
/// on the thread that started it.
pub trait Engine {
    /// Searches for a model until `control` says stop.
    ///
    /// A model must give a value to every variable of the formula.
    ///
    /// # Errors
    ///
    /// When the solver fails. A solver that merely ran out of time says
    /// [`Verdict::Unknown`].
    fn solve(&mut self, control: &Control) -> Result<Verdict, SolverError>;

    /// Adds a clause, before the first solve or between two.
    ///
    /// # Errors
    ///
    /// When the solver cannot take the clause.
    fn add_clause(&mut self, clause: &Cl) -> Result<(), SolverError>;

    /// Whether the engine has had its day: it must be started anew, from all
    /// clauses, before it can solve again.
    fn is_spent(&self) -> bool {
        false
    }
}

/// What a solver says about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfiable, by this model. It gives a value to every variable;
    /// variables that do not matter are false.
    Sat(Assignment),
    /// Unsatisfiable, by the word of the solver.
    Unsat,
    /// Stopped before there was an answer.
    Unknown(Stop),
}

/// Completes what a solver says about some variables to a model of all.
pub(super) fn complete(literals: impl IntoIterator<Item = Lit>, variables: u32) -> Assignment {
    let mut values = vec![false; variables as usize];
    for literal in literals {
        if let Some(value) = values.get_mut(literal.vidx()) {
            *value = literal.is_pos();
        }
    }
    values.into_iter().collect()
}
