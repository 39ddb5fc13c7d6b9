//! The only way to call a solver: every model is checked before it is used.
//!
//! This follows CaDiCaL's practice of running an independent checker alongside the solver. The check is one pass over the
//! clauses, which costs little compared with the search, and it turns a solver's bug into an error instead of a wrong
//! answer. (There is no cheap check of an unsatisfiable verdict: it needs a proof.)

use rustsat::types::{Assignment, Cl, Clause, TernaryVal, Var};

use super::backend::complete_model;
use super::error::{crashed_error, proof_too_large_error};
use super::log::ProofLog;
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
    /// Started by the first solve, so that everything that may fail or take long happens there.
    engine: Option<Box<dyn Engine>>,
    /// The number of clauses that the engine already has. The next solve adds the others.
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
        let spent = self.engine.as_ref().is_some_and(|e| e.is_spent());
        if result.is_err() || spent {
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
            return Err(proof_too_large_error(self.backend.name()));
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
        if let Some(free) = (0..self.variables)
            .map(Var::new)
            .find(|variable| model.var_value(*variable) == TernaryVal::DontCare)
        {
            return Err(wrong(format!("it gives no value to {free}")));
        }
        let holds = |clause: &&Cl| {
            clause
                .iter()
                .any(|literal| model.lit_value(*literal) == TernaryVal::True)
        };
        let mut clauses = self.formula.iter().chain(&self.added);
        match clauses.find(|clause| !holds(clause)) {
            Some(violated) => Err(wrong(format!("it violates the clause {violated}"))),
            None => Ok(()),
        }
    }

    /// Drops the engine. A solver that has crashed may crash again in its destructor, which is ignored.
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustsat::types::Lit;

    use super::super::TestSolver;
    use super::*;
    use crate::control::{CancelFlag, Stop};

    fn lit(dimacs: i32) -> Lit {
        Lit::from_ipasir(dimacs).unwrap()
    }

    fn formula(clauses: &[&[i32]]) -> Clauses {
        let clause = |numbers: &&[i32]| numbers.iter().copied().map(lit).collect::<Clause>();
        clauses.iter().map(clause).collect()
    }

    fn parrot(values: &'static [bool]) -> TestSolver {
        TestSolver::new("parrot", move |_, _, _| {
            Ok(Verdict::Sat(values.iter().copied().collect()))
        })
    }

    fn is_wrong_model(result: &Result<Verdict, Error>) -> bool {
        result.as_ref().is_err_and(|error| {
            error
                .to_string()
                .starts_with("parrot returned a wrong model")
                && error.kind() == ErrorKind::WrongAnswer
        })
    }

    #[test]
    fn a_model_that_violates_an_added_clause_is_noticed() {
        let cnf = formula(&[&[1, 2]]);
        let forgetful = parrot(&[true, false]);
        let mut session = Session::new(&forgetful, &cnf, 2).unwrap();
        session.solve(&Control::unlimited()).unwrap();
        session.add_clause(Clause::from([lit(-1)])).unwrap();
        assert!(is_wrong_model(&session.solve(&Control::unlimited())));
    }

    #[test]
    fn a_model_that_leaves_variables_open_is_noticed() {
        let cnf = formula(&[&[1]]);
        let brief = parrot(&[true]);
        let mut session = Session::new(&brief, &cnf, 2).unwrap();
        assert!(is_wrong_model(&session.solve(&Control::unlimited())));
    }

    /// A solver that crashes, in `start` or later, and again when dropped.
    struct CrashingBackend {
        starts: bool,
    }

    impl Backend for CrashingBackend {
        fn name(&self) -> &str {
            "wreck"
        }
        fn description(&self) -> String {
            "crashes".to_owned()
        }
        fn start(&self, _: u32, _: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
            assert!(self.starts, "no engine");
            Ok(Box::new(PanickingEngine))
        }
    }

    struct PanickingEngine;

    impl Engine for PanickingEngine {
        fn solve(&mut self, _: &Control) -> Result<Verdict, Error> {
            panic!("glug")
        }
        fn add_clause(&mut self, _: &Cl) -> Result<(), Error> {
            Ok(())
        }
    }

    impl Drop for PanickingEngine {
        fn drop(&mut self) {
            panic!("glug glug")
        }
    }

    #[test]
    fn a_crash_is_an_error_and_not_a_verdict() {
        let cnf = formula(&[&[1]]);
        for (starts, last_words) in [(false, "no engine"), (true, "glug")] {
            let wreck = CrashingBackend { starts };
            let mut session = Session::new(&wreck, &cnf, 1).unwrap();
            let error = session.solve(&Control::unlimited()).unwrap_err();
            assert_eq!(error.to_string(), format!("wreck crashed: {last_words}"));
        }
    }

    /// A solver that raises a flag while it is being loaded, and returns unsat.
    struct StopsWhileLoading {
        clauses: Arc<AtomicUsize>,
        flag: CancelFlag,
    }

    impl Backend for StopsWhileLoading {
        fn name(&self) -> &str {
            "tired"
        }
        fn description(&self) -> String {
            "interrupts".to_owned()
        }
        fn start(&self, _: u32, _: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
            Ok(Box::new(StopsWhileLoading {
                clauses: Arc::clone(&self.clauses),
                flag: self.flag.clone(),
            }))
        }
    }

    impl Engine for StopsWhileLoading {
        fn solve(&mut self, _: &Control) -> Result<Verdict, Error> {
            Ok(Verdict::Unsat)
        }
        fn add_clause(&mut self, _: &Cl) -> Result<(), Error> {
            self.clauses.fetch_add(1, Ordering::Relaxed);
            self.flag.raise();
            Ok(())
        }
    }

    #[test]
    fn loading_can_be_stopped_and_continued() {
        let many = 3 * CLAUSES_PER_CHECK;
        let cnf: Clauses = (0..many).map(|_| Clause::from([lit(1)])).collect();
        let clauses = Arc::new(AtomicUsize::new(0));
        let control = Control::unlimited();
        let tired = StopsWhileLoading {
            clauses: Arc::clone(&clauses),
            flag: control.cancel_flag().clone(),
        };
        let mut session = Session::new(&tired, &cnf, 1).unwrap();
        let verdict = session.solve(&control).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::Cancelled));
        assert!(clauses.load(Ordering::Relaxed) < many);
        let verdict = session.solve(&Control::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unsat);
        assert_eq!(clauses.load(Ordering::Relaxed), many);
    }
}
