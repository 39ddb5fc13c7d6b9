//! The interface of solvers, and their verdicts.

use rustsat::types::{Assignment, Cl, Lit};

use super::log::ProofLog;
use crate::control::{Control, Stop};
use crate::error::Error;

/// A solver that can be selected by name. It starts [`Engine`]s.
pub trait Backend: Send + Sync {
    /// The name by which users select the solver.
    fn name(&self) -> &str;

    /// A one-line description, with the version.
    fn description(&self) -> String;

    /// Creates an engine for a formula over the variables `0..variables`, without clauses yet.
    ///
    /// With a log, the engine writes its proof there, which is complete if the verdict is "unsatisfiable", and
    /// [`Engine::solve`] is called only once.
    ///
    /// # Errors
    ///
    /// If the solver does not support that many variables, or cannot write proofs.
    fn start(&self, variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error>;

    /// Whether the solver can write proofs.
    fn writes_proofs(&self) -> bool {
        false
    }
}

impl<B: Backend + ?Sized> Backend for &B {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn description(&self) -> String {
        (**self).description()
    }

    fn start(&self, variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
        (**self).start(variables, log)
    }

    fn writes_proofs(&self) -> bool {
        (**self).writes_proofs()
    }
}

/// A solver for one formula, loaded clause by clause.
///
/// [`Session`](super::Session) drives the engine. A session never adds an empty clause or a variable that was not
/// announced to [`Backend::start`], and only solves formulas with at least one clause. An engine stays on the thread
/// that started it.
pub trait Engine {
    /// Searches for a model until `control` stops it.
    ///
    /// A model must have a value for every variable of the formula.
    ///
    /// # Errors
    ///
    /// If the solver fails. A search keeps its results after an error of kind
    /// [`ErrorKind::NoAnswer`](crate::ErrorKind::NoAnswer), and discards them after any other. Running out of time is
    /// not a failure, but [`Verdict::Unknown`].
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error>;

    /// Adds a clause, before the first solve or between two solves.
    ///
    /// # Errors
    ///
    /// If the solver does not support the clause.
    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error>;

    /// Whether the engine can no longer be used. Then a new engine must be started and given all clauses.
    fn is_spent(&self) -> bool {
        false
    }
}

/// The verdict of a solver on a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfiable, with this model. It has a value for every variable: false if the solver gave none.
    Sat(Assignment),
    /// Unsatisfiable, according to the solver.
    Unsat,
    /// Stopped before the solver had an answer.
    Unknown(Stop),
}

/// A model of all variables, in which these literals are true and variables without a literal are false.
pub(super) fn complete_model(
    literals: impl IntoIterator<Item = Lit>,
    variables: u32,
) -> Assignment {
    let mut values = vec![false; variables as usize];
    for literal in literals {
        if let Some(value) = values.get_mut(literal.vidx()) {
            *value = literal.is_pos();
        }
    }
    values.into_iter().collect()
}
