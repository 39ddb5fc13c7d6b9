//! MiniSat and Glucose, incremental solvers in C++, through RustSAT.
//!
//! These solvers do not ask whether to stop, so another thread checks that and interrupts them. They stop between two
//! decisions. An interrupt cannot be withdrawn, so an engine cannot be used after a stop.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rustsat::solvers::{Interrupt, InterruptSolver, Solve, SolverResult};
use rustsat::types::{Cl, Var};

use super::backend::complete_model;
use super::built_in::BuiltIn;
use super::error::failed_error;
use super::{Engine, Verdict};
use crate::control::Control;
use crate::error::Error;

/// MiniSat's literals are signed 32-bit numbers: twice the variable plus a sign.
const MAX_VARIABLES: u32 = (1 << 30) - 1;

/// The interval between two checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// MiniSat, the ancestor of many other solvers.
#[cfg(feature = "minisat")]
pub(super) const MINISAT: BuiltIn = BuiltIn {
    name: "minisat-lib",
    description: || "MiniSat 2.2, in C++, built in; incremental".to_owned(),
    max_variables: MAX_VARIABLES,
    writes_proofs: false,
    start: |variables, _| start::<rustsat_minisat::core::Minisat>("minisat-lib", variables),
};

/// Glucose, which keeps learned clauses whose literals are from few decision levels.
#[cfg(feature = "glucose")]
pub(super) const GLUCOSE: BuiltIn = BuiltIn {
    name: "glucose-lib",
    description: || "Glucose 4, in C++, built in; incremental".to_owned(),
    max_variables: MAX_VARIABLES,
    writes_proofs: false,
    start: |variables, _| start::<rustsat_glucose::core::Glucose>("glucose-lib", variables),
};

fn start<S: Default + Solve + Interrupt + 'static>(
    name: &'static str,
    variables: u32,
) -> Result<Box<dyn Engine>, Error> {
    let mut engine = RustsatEngine {
        solver: S::default(),
        name,
        variables,
        is_spent: false,
    };
    if let Some(last) = variables.checked_sub(1) {
        let reserved = engine.solver.reserve(Var::new(last));
        reserved.map_err(|error| engine.failed(error))?;
    }
    Ok(Box::new(engine))
}

struct RustsatEngine<S> {
    solver: S,
    name: &'static str,
    variables: u32,
    is_spent: bool,
}

impl<S: Solve + Interrupt> Engine for RustsatEngine<S> {
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        let interrupter = self.solver.interrupter();
        let (done, ended) = channel::<()>();
        let interrupted = AtomicBool::new(false);
        let answer = thread::scope(|scope| {
            let (interrupter, interrupted) = (&interrupter, &interrupted);
            let poll = move || interrupt_on_stop(control, &ended, interrupter, interrupted);
            let watching = thread::Builder::new().spawn_scoped(scope, poll);
            watching.map_err(|error| self.failed(error))?;
            // When the search ends, even by a panic, the sender is dropped, which ends the other thread.
            let _done = done;
            self.solver.solve().map_err(|error| self.failed(error))
        });
        self.is_spent = interrupted.into_inner();
        match answer? {
            SolverResult::Sat => self.model(),
            SolverResult::Unsat => Ok(Verdict::Unsat),
            SolverResult::Interrupted => match control.stop() {
                Some(stop) => Ok(Verdict::Unknown(stop)),
                None => Err(self.failed("it stopped without a request")),
            },
        }
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error> {
        let added = self.solver.add_clause_ref(clause);
        added.map_err(|error| self.failed(error))
    }

    fn is_spent(&self) -> bool {
        self.is_spent
    }
}

impl<S: Solve> RustsatEngine<S> {
    fn model(&self) -> Result<Verdict, Error> {
        let Some(last) = self.variables.checked_sub(1) else {
            return Ok(Verdict::Sat(complete_model([], 0)));
        };
        let model = self.solver.solution(Var::new(last));
        let model = model.map_err(|error| self.failed(error))?;
        Ok(Verdict::Sat(complete_model(model.iter(), self.variables)))
    }

    fn failed(&self, reason: impl fmt::Display) -> Error {
        failed_error(self.name, reason)
    }
}

/// Interrupts a solver once it is time to stop. Returns when the solver's search ends.
fn interrupt_on_stop(
    control: &Control,
    ended: &Receiver<()>,
    interrupter: &impl InterruptSolver,
    interrupted: &AtomicBool,
) {
    while ended.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if control.stop().is_some() {
            interrupted.store(true, Ordering::Relaxed);
            interrupter.interrupt();
        }
    }
}
