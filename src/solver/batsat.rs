//! BatSat, a reimplementation of MiniSat in Rust. It is incremental, and asks at every decision whether to stop.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, clause, lbool};
use rustsat::types::{Assignment, Cl};

use super::built_in::BuiltIn;
use super::error::failed_error;
use super::{Engine, ProofLog, Verdict};
use crate::control::{Control, Stop};
use crate::error::Error;

const NAME: &str = "batsat";

/// The control is polled once per this many calls of [`Callbacks::stop`]: BatSat calls it at every decision, and
/// reading the clock costs about as much as a cheap decision.
const CALLS_PER_CHECK: u32 = 64;

pub(super) const BATSAT: BuiltIn = BuiltIn {
    name: NAME,
    description: || "BatSat 0.6, a MiniSat in Rust; incremental, writes proofs".to_owned(),
    // A literal is twice the variable plus a sign, in 32 bits; RustSAT reserves one of these bits.
    max_variables: 1 << 30,
    writes_proofs: true,
    start,
};

fn start(variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
    let mut solver = Solver::<StopPoll>::default();
    if let Some(last) = variables.checked_sub(1) {
        solver.var_of_int(last); // Also creates the variables before it.
    }
    solver.cb_mut().log = log;
    Ok(Box::new(BatsatEngine {
        solver,
        variables,
        clause: Vec::new(),
    }))
}

struct BatsatEngine {
    solver: Solver<StopPoll>,
    variables: u32,
    /// Reusable memory for the clause being added.
    clause: Vec<Lit>,
}

impl Engine for BatsatEngine {
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        let poll = self.solver.cb_mut();
        poll.control = control.clone();
        poll.calls.set(0);
        poll.seen_stop.set(None);
        let answer = self.solver.solve_limited(&[]);
        if answer == lbool::TRUE {
            return Ok(Verdict::Sat(self.model()));
        }
        if answer == lbool::FALSE {
            return Ok(Verdict::Unsat);
        }
        match self.solver.cb().seen_stop.get() {
            Some(stop) => Ok(Verdict::Unknown(stop)),
            None => Err(failed_error(NAME, "it stopped without a request")),
        }
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error> {
        self.clause.clear();
        for literal in clause {
            let variable = self.solver.var_of_int(literal.vidx32());
            self.clause.push(Lit::new(variable, literal.is_pos()));
        }
        self.solver.add_clause_reuse(&mut self.clause);
        Ok(())
    }
}

impl BatsatEngine {
    fn model(&self) -> Assignment {
        let model = self.solver.get_model();
        let is_true = |variable| model.get(variable).is_some_and(|&it| it == lbool::TRUE);
        (0..self.variables as usize).map(is_true).collect()
    }
}

/// Tells BatSat when to stop, and logs learned and deleted clauses for the proof.
#[derive(Default)]
struct StopPoll {
    control: Control,
    calls: Cell<u32>,
    /// The first stop. It is kept, because BatSat asks again while it returns, and would start over if the answer changed.
    seen_stop: Cell<Option<Stop>>,
    log: Option<ProofLog>,
}

impl Callbacks for StopPoll {
    fn stop(&self) -> bool {
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if self.seen_stop.get().is_none() && calls.is_multiple_of(CALLS_PER_CHECK) {
            let full = self.log.as_ref().is_some_and(ProofLog::is_full);
            let stop = self.control.stop();
            self.seen_stop.set(stop.or(full.then_some(Stop::Cancelled)));
        }
        self.seen_stop.get().is_some()
    }

    /// Logs a learned clause. It follows from the previous clauses by unit propagation, as DRAT requires.
    fn on_new_clause(&mut self, clause: &[Lit], _: clause::Kind) {
        if let Some(log) = &self.log {
            log.add(clause.iter().map(dimacs));
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        if let Some(log) = &self.log {
            log.delete(clause.iter().map(dimacs));
        }
    }
}

/// A literal in the numbering of the formula. BatSat's sign is true for a literal that is not negated.
fn dimacs(literal: &Lit) -> i32 {
    let variable = literal.var().idx().cast_signed() + 1;
    if literal.sign() { variable } else { -variable }
}
