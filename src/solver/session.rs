//! The only way to call a solver: every model is checked before it is used.
//!
//! The check is one pass over the clauses, which costs little compared with the search. It turns a solver's bug into an
//! error instead of a wrong answer, as in CaDiCaL, which can run an independent checker alongside its solver. (Only a
//! proof can show that the verdict "unsatisfiable" is right.)

use rustsat::types::{Assignment, Cl, Clause, Lit, TernaryVal, Var};

use super::backend::complete_model;
use super::error::crashed_error;
use super::log::{MAX_PROOF_BYTES, ProofLog};
use super::{Backend, Engine, Verdict};
use crate::clauses::Clauses;
use crate::control::Control;
use crate::error::{Error, ErrorKind};
use crate::platform::catch_panic;

/// The control is polled once per this many clauses while they are loaded.
const CLAUSES_PER_CHECK: usize = 1024;

/// A formula loaded into a solver.
///
/// Clauses can be added between solves, for example to exclude a model. After an interruption or an error the session can
/// still be used: the solver is restarted if necessary.
pub struct Session<'f> {
    backend: &'f dyn Backend,
    formula: &'f Clauses,
    added: Clauses,
    variables: u32,
    log: Option<ProofLog>,
    /// Started by the first solve, so that everything that may fail or take long happens in a solve.
    engine: Option<Box<dyn Engine>>,
    /// The number of clauses that the engine has, the formula's first. The next solve adds the others.
    loaded: usize,
    /// Whether the clauses are known to be unsatisfiable, which adding clauses cannot change.
    refuted: bool,
}

impl<'f> Session<'f> {
    /// Prepares to solve `formula` over the variables `0..variables`.
    ///
    /// # Errors
    ///
    /// [`Error`] if a clause contains another variable.
    pub fn new(
        backend: &'f dyn Backend,
        formula: &'f Clauses,
        variables: u32,
    ) -> Result<Self, Error> {
        for clause in formula {
            check_variables(clause, variables)?;
        }
        Ok(Self {
            backend,
            formula,
            added: Clauses::new(),
            variables,
            log: None,
            engine: None,
            loaded: 0,
            refuted: formula.iter().any(|clause| clause.is_empty()),
        })
    }

    /// Makes the solver write its proof to `log`.
    pub(crate) fn with_proof(mut self, log: ProofLog) -> Self {
        self.log = Some(log);
        self
    }

    /// Adds a clause for the following solves.
    ///
    /// # Errors
    ///
    /// [`Error`] if the clause contains a variable that the formula does not have.
    pub fn add_clause(&mut self, clause: Clause) -> Result<(), Error> {
        check_variables(clause.as_ref(), self.variables)?;
        self.refuted |= clause.is_empty();
        self.added.add(clause);
        Ok(())
    }

    /// Searches for a model of all clauses until `control` stops it.
    ///
    /// # Errors
    ///
    /// If the solver crashes, fails or returns a wrong model.
    pub fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        if let Some(stop) = control.stop() {
            return Ok(Verdict::Unknown(stop));
        }
        // Not every solver accepts an empty clause, or an empty formula.
        if self.refuted {
            return Ok(Verdict::Unsat);
        }
        if self.formula.is_empty() && self.added.is_empty() {
            return Ok(Verdict::Sat(complete_model([], self.variables)));
        }
        // After an error the engine is dropped, so its state after a panic is never used.
        let result = catch_panic(|| self.run_engine(control))
            .unwrap_or_else(|message| Err(crashed_error(self.backend.name(), &message)));
        if result.is_err() || self.engine.as_ref().is_some_and(|it| it.is_spent()) {
            self.drop_engine();
        }
        let verdict = result?;
        match &verdict {
            Verdict::Sat(model) => self.check(model)?,
            Verdict::Unsat => self.refuted = true,
            Verdict::Unknown(_) => {}
        }
        Ok(verdict)
    }

    /// Runs the engine, after adding the clauses that it lacks.
    fn run_engine(&mut self, control: &Control) -> Result<Verdict, Error> {
        let engine = match &mut self.engine {
            Some(engine) => engine,
            None => {
                self.loaded = 0;
                let engine = self.backend.start(self.variables, self.log.clone())?;
                self.engine.insert(engine)
            }
        };
        let old = self.formula.iter_from(self.loaded);
        let new = self.loaded.saturating_sub(self.formula.len());
        for clause in old.chain(self.added.iter_from(new)) {
            // Loading a million clauses takes a second or two.
            if self.loaded.is_multiple_of(CLAUSES_PER_CHECK)
                && let Some(stop) = control.stop()
            {
                return Ok(Verdict::Unknown(stop));
            }
            engine.add_clause(clause)?;
            self.loaded += 1;
        }
        let verdict = engine.solve(control);
        if self.log.as_ref().is_some_and(ProofLog::is_full) {
            let (solver, mebibytes) = (self.backend.name(), MAX_PROOF_BYTES >> 20);
            let reason = format!("the proof of {solver} is larger than {mebibytes} MiB");
            return Err(Error::failed(reason));
        }
        verdict
    }

    /// Checks a model against every clause, including those added later.
    fn check(&self, model: &Assignment) -> Result<(), Error> {
        let wrong = |reason| {
            let solver = self.backend.name();
            let reason = format!("{solver} returned a wrong model: {reason}");
            Error::new(ErrorKind::WrongAnswer, reason)
        };
        let mut variables = (0..self.variables).map(Var::new);
        if let Some(open) = variables.find(|it| model.var_value(*it) == TernaryVal::DontCare) {
            return Err(wrong(format!("it gives no value to {open}")));
        }
        let is_true = |literal: &Lit| model.lit_value(*literal) == TernaryVal::True;
        let holds = |clause: &&Cl| clause.iter().any(is_true);
        let mut clauses = self.formula.iter().chain(&self.added);
        match clauses.find(|clause| !holds(clause)) {
            Some(violated) => Err(wrong(format!("it violates the clause {violated}"))),
            None => Ok(()),
        }
    }

    /// Drops the engine. A solver that has crashed may crash again in its destructor; the second crash is ignored.
    fn drop_engine(&mut self) {
        let engine = self.engine.take();
        let _ = catch_panic(|| drop(engine));
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.drop_engine();
    }
}

fn check_variables(clause: &Cl, variables: u32) -> Result<(), Error> {
    if clause.iter().all(|literal| literal.vidx32() < variables) {
        return Ok(());
    }
    Err(Error::failed(format!(
        "clause {clause} mentions a variable beyond the formula's {variables}"
    )))
}
