//! CaDiCaL, in C++, linked into the program. It is incremental and writes proofs.
//!
//! CaDiCaL may add variables of its own (option `factor`), so the variables of the formula are declared first. When a
//! proof is written, the option is off, so that the proof contains only variables of the formula.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use rustsat::types::{Assignment, Cl};

use super::built_in::BuiltIn;
use super::error::failed_error;
use super::{Engine, ProofLog, Verdict};
use crate::control::{Control, Stop};
use crate::error::Error;

const NAME: &str = "cadical-lib";

pub(super) const CADICAL: BuiltIn = BuiltIn {
    name: NAME,
    description: || {
        let version = CaDiCal::version();
        format!("CaDiCaL {version}, in C++, built in; incremental, writes proofs")
    },
    // A literal is a signed 32-bit number; RustSAT reserves one more bit.
    max_variables: 1 << 30,
    writes_proofs: true,
    start,
};

fn start(variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
    let mut solver = CaDiCal::new();
    if let Some(log) = &log {
        if !solver.set("factor", 0) {
            return Err(failed_error(NAME, "it has no option `factor`"));
        }
        solver.connect_proof_tracer1(Tracer(log.clone()), false, false);
    }
    solver.declare_more_variables(variables.cast_signed());
    let stop_poll = StopPoll {
        log,
        ..StopPoll::default()
    };
    let stop_poll = Rc::new(RefCell::new(stop_poll));
    solver.connect_terminator(stop_poll.clone());
    Ok(Box::new(CadicalEngine {
        solver,
        variables,
        stop_poll,
    }))
}

struct CadicalEngine {
    solver: CaDiCal,
    variables: u32,
    stop_poll: Rc<RefCell<StopPoll>>,
}

impl Engine for CadicalEngine {
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        self.stop_poll.borrow_mut().control = control.clone();
        self.stop_poll.borrow_mut().seen_stop = None;
        match self.solver.solve() {
            Status::SATISFIABLE => Ok(Verdict::Sat(self.model())),
            Status::UNSATISFIABLE => Ok(Verdict::Unsat),
            Status::UNKNOWN => match self.stop_poll.borrow().seen_stop {
                Some(stop) => Ok(Verdict::Unknown(stop)),
                None => Err(failed_error(NAME, "it stopped without a request")),
            },
        }
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error> {
        for literal in clause {
            self.solver.add(literal.to_ipasir());
        }
        self.solver.add(0);
        Ok(())
    }
}

impl CadicalEngine {
    fn model(&mut self) -> Assignment {
        let is_true = |variable| self.solver.val(variable) > 0;
        (1..=self.variables.cast_signed()).map(is_true).collect()
    }
}

#[derive(Default)]
struct StopPoll {
    control: Control,
    log: Option<ProofLog>,
    /// The first reason to stop. CaDiCaL polls again while it shuts down.
    seen_stop: Option<Stop>,
}

impl Terminator for StopPoll {
    fn terminated(&mut self) -> bool {
        let full = self.log.as_ref().is_some_and(ProofLog::is_full);
        let stop = || self.control.stop().or(full.then_some(Stop::Cancelled));
        self.seen_stop = self.seen_stop.or_else(stop);
        self.seen_stop.is_some()
    }
}

struct Tracer(ProofLog);

impl ProofTracer for Tracer {
    /// Logs a derived clause. In DRAT, a clause that is not RUP must be RAT on its first literal.
    fn add_derived_clause(&mut self, _: i64, _: bool, witness: i32, clause: &[i32], _: &[i64]) {
        let first = clause.iter().filter(|&&literal| literal == witness);
        let others = clause.iter().filter(|&&literal| literal != witness);
        self.0.add(first.chain(others).copied());
    }

    fn delete_clause(&mut self, _: i64, _: bool, clause: &[i32]) {
        self.0.delete(clause.iter().copied());
    }

    // These steps have no equivalent in DRAT, or occur only in incremental proofs.
    fn add_original_clause(&mut self, _: i64, _: bool, _: &[i32], _: bool) {}
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
