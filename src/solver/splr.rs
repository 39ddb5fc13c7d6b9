//! Splr, a modern CDCL solver in Rust, with vivification and elimination.
//!
//! Four properties of Splr 0.17.2 determine how it is used here.
//!
//! - Adding variables and clauses to an existing solver has undefined behavior (Splr's issue 298). So every solve
//!   builds a solver from the whole formula, and an engine can be used for only one solve.
//! - Only a time limit in whole seconds, which Splr checks between its stages, can interrupt it. So it runs on a thread
//!   of its own, which is *abandoned* at a stop. With a deadline, the thread ends shortly after the deadline. Otherwise
//!   it occupies a core until its search or the program ends.
//! - It reports a contradiction that it finds while it loads the formula as an error.
//! - The order of its hash maps differs from run to run. So the verdict is reproducible, but the model need not be.

use std::fmt;
use std::sync::mpsc;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use rustsat::types::{Cl, Lit};
use splr::solver::SolverResult;
use splr::{Certificate, Config, SolveIF, Solver};

use super::backend::complete_model;
use super::built_in::BuiltIn;
use super::error::{crashed_error, failed_error};
use super::{Engine, Verdict};
use crate::control::{Control, Stop};
use crate::error::Error;
use crate::platform::catch_panic;

const NAME: &str = "splr";

/// The interval between two checks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Splr's time limit, in seconds, if the control has none: thirty years.
const NO_LIMIT: f64 = 1e9;

pub(super) const SPLR: BuiltIn = BuiltIn {
    name: NAME,
    description: || {
        format!(
            "Splr {}, CDCL in Rust with vivification and elimination; starts from scratch for each solve",
            splr::VERSION
        )
    },
    // Splr identifies a clause by a literal with the top bit set, so that bit must be unused.
    max_variables: (1 << 30) - 1,
    writes_proofs: false,
    start: |variables, _| {
        Ok(Box::new(SplrEngine {
            clauses: Some(Numbers::new()),
            variables,
        }))
    },
};

/// The whole formula in Splr's numbering.
type Numbers = Vec<Box<[i32]>>;

struct SplrEngine {
    /// `None` once the solver has started, because it takes the formula.
    clauses: Option<Numbers>,
    variables: u32,
}

impl Engine for SplrEngine {
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        let clauses = self.clauses.take().ok_or_else(already_used_error)?;
        let config = config(control);
        let (sender, answers) = mpsc::channel();
        let work = move || {
            // The receiver is gone if the solve was stopped.
            let _ = sender.send(catch_panic(|| run(clauses, config)));
        };
        let thread = thread::Builder::new().name(NAME.to_owned());
        thread.spawn(work).map_err(failed)?;
        loop {
            match answers.recv_timeout(POLL_INTERVAL) {
                Ok(answer) => {
                    let answer = answer.map_err(|message| crashed_error(NAME, &message))?;
                    return verdict(answer, control, self.variables);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(stop) = control.stop() {
                        return Ok(Verdict::Unknown(stop));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(failed("it ended without an answer"));
                }
            }
        }
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error> {
        let clauses = self.clauses.as_mut().ok_or_else(already_used_error)?;
        clauses.push(clause.iter().map(|literal| literal.to_ipasir()).collect());
        Ok(())
    }

    fn is_spent(&self) -> bool {
        self.clauses.is_none()
    }
}

fn run(clauses: Numbers, config: Config) -> SolverResult {
    let loaded = Solver::try_from((config, clauses.as_slice()));
    drop(clauses);
    match loaded {
        Ok(mut solver) => solver.solve(),
        // Loading propagates units, and reports a conflict in this way. `Session` ensures that no clause of the formula
        // is empty.
        Err(Err(splr::SolverError::EmptyClause)) => Ok(Certificate::UNSAT),
        Err(other) => other,
    }
}

/// Settings that make Splr silent, and stop it some time after the deadline.
fn config(control: &Control) -> Config {
    Config {
        // At least one second, because Splr divides by this number.
        c_timeout: match control.remaining() {
            Some(time) => time.as_secs_f64().ceil() + 1.0,
            None => NO_LIMIT,
        },
        splr_interface: false,
        quiet_mode: true,
        use_certification: false,
        ..Config::default()
    }
}

/// Converts Splr's answer. Only `UNSAT` counts as a refutation, never an error.
fn verdict(answer: SolverResult, control: &Control, variables: u32) -> Result<Verdict, Error> {
    match answer {
        Ok(Certificate::SAT(model)) => {
            let literals: Result<Vec<_>, _> = model.into_iter().map(Lit::from_ipasir).collect();
            let model = complete_model(literals.map_err(failed)?, variables);
            Ok(Verdict::Sat(model))
        }
        Ok(Certificate::UNSAT) => Ok(Verdict::Unsat),
        Err(splr::SolverError::TimeOut) => {
            let stop = control.stop().unwrap_or(Stop::TimeLimit);
            Ok(Verdict::Unknown(stop))
        }
        Err(error) => Err(failed(error)),
    }
}

fn already_used_error() -> Error {
    failed("used again after its only solve")
}

fn failed(reason: impl fmt::Display) -> Error {
    failed_error(NAME, reason)
}
