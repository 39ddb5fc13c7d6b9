//! BatSat, a MiniSat in Rust: incremental, and it asks often whether to stop.

use std::cell::Cell;

use batsat::{Callbacks, SolverInterface};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Cl, TernaryVal, Var};
use rustsat_batsat::Solver;

use super::{Backend, Engine, SolverError, Verdict, check_capacity, complete};
use crate::control::{Control, Stop};

const NAME: &str = "batsat";

/// A literal is twice the variable and a sign, in 32 bits, one of which
/// RustSAT keeps for itself.
const MOST_VARIABLES: u32 = 1 << 30;

/// The control is asked once in this many calls: BatSat calls at every
/// decision, and reading the clock costs about as much as a cheap decision.
const CALLS_PER_LOOK: u32 = 64;

/// The BatSat solver.
pub(super) struct Batsat;

impl Backend for Batsat {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> String {
        "BatSat 0.6, a MiniSat in Rust; incremental, light".to_owned()
    }

    fn start(&self, variables: u32) -> Result<Box<dyn Engine>, SolverError> {
        check_capacity(NAME, variables, MOST_VARIABLES)?;
        let mut solver = Solver::<Watch>::default();
        if let Some(last) = variables.checked_sub(1) {
            solver.reserve(Var::new(last)).map_err(failed)?;
        }
        Ok(Box::new(Running {
            solver,
            variables,
            solved: false,
            clause: Vec::new(),
        }))
    }
}

struct Running {
    solver: Solver<Watch>,
    variables: u32,
    /// Whether it was asked before.
    solved: bool,
    /// Room for the clause that is just being added.
    clause: Vec<batsat::Lit>,
}

impl Engine for Running {
    fn solve(&mut self, control: &Control) -> Result<Verdict, SolverError> {
        self.solved = true;
        *self.solver.batsat_mut().cb_mut() = Watch::over(control);
        match self.solver.solve().map_err(failed)? {
            SolverResult::Sat => self.model(),
            SolverResult::Unsat => Ok(Verdict::Unsat),
            SolverResult::Interrupted => match self.solver.batsat_ref().cb().seen.get() {
                Some(stop) => Ok(Verdict::Unknown(stop)),
                None => Err(failed("stopped without being told to")),
            },
        }
    }

    fn add_clause(&mut self, clause: &Cl) -> Result<(), SolverError> {
        if self.solved {
            // RustSAT must know that its last answer is history.
            return self.solver.add_clause_ref(clause).map_err(failed);
        }
        // That way makes a list for every clause, and formulas have many.
        let solver = self.solver.batsat_mut();
        self.clause.clear();
        for literal in clause {
            let variable = solver.var_of_int(literal.vidx32());
            self.clause
                .push(batsat::Lit::new(variable, literal.is_pos()));
        }
        solver.add_clause_reuse(&mut self.clause);
        Ok(())
    }
}

impl Running {
    fn model(&self) -> Result<Verdict, SolverError> {
        let mut literals = Vec::new();
        for variable in (0..self.variables).map(Var::new) {
            let literal = variable.pos_lit();
            match self.solver.lit_val(literal).map_err(failed)? {
                TernaryVal::True => literals.push(literal),
                TernaryVal::False => literals.push(!literal),
                TernaryVal::DontCare => {}
            }
        }
        Ok(Verdict::Sat(complete(literals, self.variables)))
    }
}

/// Tells BatSat when to stop.
#[derive(Default)]
struct Watch {
    control: Control,
    calls: Cell<u32>,
    /// Once seen, a stop stays: BatSat asks again on its way out, and would
    /// start over if it then got another answer.
    seen: Cell<Option<Stop>>,
}

impl Watch {
    fn over(control: &Control) -> Self {
        Self {
            control: control.clone(),
            ..Self::default()
        }
    }
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        if self.seen.get().is_none() && calls.is_multiple_of(CALLS_PER_LOOK) {
            self.seen.set(self.control.stop());
        }
        self.seen.get().is_some()
    }
}

fn failed(message: impl ToString) -> SolverError {
    SolverError::Failed {
        solver: NAME.to_owned(),
        message: message.to_string(),
    }
}
