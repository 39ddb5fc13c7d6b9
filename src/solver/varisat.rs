//! Varisat, a CDCL solver in Rust: incremental, writes proofs.
//!
//! Varisat 0.2.2 has no way to interrupt a solve. But it writes a proof to any [`Write`], and gives up at the next
//! conflict if writing fails. So it gets a sink that fails once it is time to stop, and that discards the proof unless one
//! is wanted. The proof passes through a buffer of 8 KiB, which fills up within a few hundred conflicts. These take a few
//! milliseconds on hard combinatorial formulas, and up to half a second on a random formula with a million clauses.
//! Writing the proof takes up to a sixth of the time.
//!
//! A discarded proof is in varisat's own format, because its DRAT writer panics when clauses are added after the first
//! solve. A logged proof is in DRAT, and the solver is not used again.

use std::cell::{Cell, RefCell};
use std::io;
use std::io::Write;
use std::rc::Rc;

use rustsat::types::{Cl, Lit};
use varisat::{ExtendFormula, ProofFormat, Solver};

use super::backend::complete_model;
use super::built_in::BuiltIn;
use super::error::failed_error;
use super::{Engine, ProofLog, Verdict};
use crate::control::{Control, Stop};
use crate::error::Error;

const NAME: &str = "varisat";

pub(super) const VARISAT: BuiltIn = BuiltIn {
    name: NAME,
    description: || "Varisat 0.2.2, CDCL in Rust; incremental, writes proofs".to_owned(),
    // Varisat reserves four bits of a variable's 32 (`Var::max_count`).
    max_variables: 1 << 28,
    writes_proofs: true,
    start,
};

fn start(variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
    let stop_poll = Rc::new(StopPoll::default());
    let mut solver = Solver::new();
    let format = match log {
        Some(_) => ProofFormat::BinaryDrat,
        None => ProofFormat::Varisat,
    };
    let sink = ProofSink {
        stop_poll: Rc::clone(&stop_poll),
        log: log.clone(),
    };
    // Must be called before the first clause is added.
    solver.write_proof(sink, format);
    Ok(Box::new(VarisatEngine {
        solver,
        literals: Vec::new(),
        stop_poll,
        variables,
        is_spent: false,
        log,
    }))
}

struct VarisatEngine {
    solver: Solver<'static>,
    /// Reusable memory for the clause being added.
    literals: Vec<varisat::Lit>,
    stop_poll: Rc<StopPoll>,
    variables: u32,
    /// Whether the solver can no longer be used: its proof has ended, or a write failed, after which varisat panics.
    is_spent: bool,
    log: Option<ProofLog>,
}

impl VarisatEngine {
    fn model(&self) -> Result<Verdict, Error> {
        let model = self.solver.model();
        let model = model.ok_or_else(|| failed_error(NAME, "no model"))?;
        let literal = |it: varisat::Lit| Lit::new(it.index() as u32, it.is_negative());
        let literals = model.into_iter().map(literal);
        Ok(Verdict::Sat(complete_model(literals, self.variables)))
    }
}

impl Engine for VarisatEngine {
    fn solve(&mut self, control: &Control) -> Result<Verdict, Error> {
        if self.is_spent {
            let reason = "used again after its proof ended or it was stopped";
            return Err(failed_error(NAME, reason));
        }
        self.stop_poll.seen_stop.set(None);
        self.stop_poll.control.replace(Some(control.clone()));
        let mut answer = self.solver.solve();
        if self.log.is_some() && answer.is_ok() {
            // The end of the proof is still in the buffer.
            answer = self.solver.close_proof().and(answer);
            self.is_spent = true;
        }
        self.stop_poll.control.replace(None);
        match answer {
            Ok(true) => self.model(),
            Ok(false) => Ok(Verdict::Unsat),
            Err(error) => {
                self.is_spent = true;
                match self.stop_poll.seen_stop.get() {
                    Some(stop) => Ok(Verdict::Unknown(stop)),
                    None => Err(failed_error(NAME, error)),
                }
            }
        }
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), Error> {
        self.literals.clear();
        let literal = |it: &Lit| varisat::Lit::from_index(it.vidx(), it.is_pos());
        self.literals.extend(clause.iter().map(literal));
        self.solver.add_clause(&self.literals);
        Ok(())
    }

    fn is_spent(&self) -> bool {
        self.is_spent
    }
}

/// Data shared by the sink, which the solver owns, and the engine, which owns the solver.
#[derive(Default)]
struct StopPoll {
    /// Set during a solve; between two solves, writing must not fail.
    control: RefCell<Option<Control>>,
    seen_stop: Cell<Option<Stop>>,
}

/// Passes the proof to the log, or discards it if there is no log. Fails once it is time to stop.
struct ProofSink {
    stop_poll: Rc<StopPoll>,
    log: Option<ProofLog>,
}

impl Write for ProofSink {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        let control = self.stop_poll.control.borrow();
        match (control.as_ref().and_then(Control::stop), &mut self.log) {
            (Some(stop), _) => {
                self.stop_poll.seen_stop.set(Some(stop));
                // Not `Interrupted`, which makes writers try again.
                Err(io::Error::other("stopped"))
            }
            (None, Some(log)) => log.write(proof),
            (None, None) => Ok(proof.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
