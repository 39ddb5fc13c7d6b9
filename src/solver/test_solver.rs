//! A solver for tests, whose answers are computed by a function.

use std::sync::Arc;

use rustsat::types::Cl;

use super::{Backend, Engine, ProofLog, Verdict, by_name};
use crate::control::Control;
use crate::error::Error;

/// Computes an answer from an engine of `batsat` that has the clauses, from the number of variables, and from the control.
type Solve =
    dyn Fn(&mut dyn Engine, u32, &Control) -> Result<Verdict, Error> + Send + Sync + 'static;

/// A solver for tests. It passes the clauses to an engine of `batsat`, and its function computes the answers.
pub struct TestSolver {
    name: &'static str,
    solve: Arc<Solve>,
}

impl TestSolver {
    /// A solver with this function, which gets the engine of `batsat`, the number of variables, and the control.
    pub fn new(
        name: &'static str,
        solve: impl Fn(&mut dyn Engine, u32, &Control) -> Result<Verdict, Error> + Send + Sync + 'static,
    ) -> Self {
        let solve = Arc::new(solve);
        Self { name, solve }
    }
}

impl Backend for TestSolver {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> String {
        "a solver for tests".to_owned()
    }

    fn start(&self, variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
        Ok(Box::new(TestEngine {
            inner: by_name("batsat")?.start(variables, log)?,
            variables,
            solve: Arc::clone(&self.solve),
        }))
    }
}

struct TestEngine {
    inner: Box<dyn Engine>,
    variables: u32,
    solve: Arc<Solve>,
}

impl Engine for TestEngine {
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        (self.solve)(&mut *self.inner, self.variables, control)
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error> {
        self.inner.add_clause(clause)
    }
}
