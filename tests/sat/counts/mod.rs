//! Compares the turn sequences that formulas admit with counts, and checks that the comparison notices a missing clause.
//! (`src/proof/write/tests.rs` tests that wrong lemmas are noticed.)

mod admitted;
mod check;
mod formulas;
mod missing;
mod open;
mod truth;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use itertools::Itertools;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rustsat::types::{Cl, Clause, Var};
use twistsat::circuit::{Bus, Signal};
use twistsat::control::Control;
use twistsat::encode::{
    Code, Form, Formula, GoalEncoding, Idle, Meaning, Recipe, TurnOrder, decode, encode, map,
};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Arrangement, Color, Metric, Puzzle, State, TurnId};
use twistsat::sat::Clauses;
use twistsat::solver::{Session, Verdict};

use crate::common::canonical::is_canonical;
use crate::common::cli::{FIRST, problem};
use crate::common::sat::{POCKET, batsat, from_state, names, recipe, recipes, scrambled, turns};
use check::*;
use truth::*;

fn variables_of(bus: &Bus) -> HashSet<Var> {
    let literals = bus.iter().filter_map(|signal| signal.as_lit());
    literals.map(|literal| literal.var()).collect()
}

fn variables_of_states(formula: &Formula) -> BTreeSet<Var> {
    let states = formula.meaning.states.steps().iter().flatten();
    states.flat_map(variables_of).collect()
}

/// The formula with only some of its clauses.
fn with_clauses(formula: &Formula, keep: impl Fn(usize, &Cl) -> bool) -> Formula {
    let clauses = formula.cnf.iter().enumerate();
    let cnf = clauses.filter(|(number, clause)| keep(*number, clause));
    let cnf: Clauses = cnf.map(|(_, clause)| clause).collect();
    Formula {
        cnf,
        ..formula.clone()
    }
}

/// Whether a formula implies a clause.
fn implies(formula: &Formula, clause: &Cl) -> bool {
    let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
    for &literal in clause {
        session.add_clause(Clause::from([!literal])).unwrap();
    }
    match session.solve(&Control::unlimited()).unwrap() {
        Verdict::Unsat => true,
        Verdict::Sat(_) => false,
        Verdict::Unknown(stop) => panic!("{stop}"),
    }
}
