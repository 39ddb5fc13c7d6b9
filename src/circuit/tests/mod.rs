//! Compares every gate with its truth table, by enumerating all models of its clauses.

mod cardinality;
mod gates;
mod mux;
mod random;
mod require;
mod sharing;
mod signal;

use rustsat::types::{Assignment, Cl, Lit, TernaryVal, Var};

use super::{Bus, Circuit, CircuitOptions, Signal};
use crate::clauses::Clauses;

/// An empty circuit with each kind of options.
fn both_kinds() -> [Circuit; 2] {
    [Circuit::default(), verbatim()]
}

fn verbatim() -> Circuit {
    Circuit::new(CircuitOptions {
        verbatim: true,
        ..CircuitOptions::default()
    })
}

/// All models, over all variables. A clause is tested as soon as its last variable is
/// assigned. Gates are numbered after their inputs, so wrong branches end early.
fn models(cnf: &Clauses, variables: u32) -> Vec<Assignment> {
    let mut ending_at: Vec<Vec<&Cl>> = vec![Vec::new(); variables as usize];
    for clause in cnf {
        let Some(last) = clause.iter().map(|lit| lit.vidx()).max() else {
            return Vec::new();
        };
        ending_at[last].push(clause);
    }
    let mut found = Vec::new();
    extend(&ending_at, &mut Vec::new(), &mut found);
    found
}

fn extend(ending_at: &[Vec<&Cl>], values: &mut Vec<bool>, found: &mut Vec<Assignment>) {
    let next = values.len();
    if next == ending_at.len() {
        let ternary = |&value| {
            if value {
                TernaryVal::True
            } else {
                TernaryVal::False
            }
        };
        found.push(values.iter().map(ternary).collect());
        return;
    }
    for value in [false, true] {
        values.push(value);
        let holds = |clause: &&Cl| clause.iter().any(|l| values[l.vidx()] == l.is_pos());
        if ending_at[next].iter().all(holds) {
            extend(ending_at, values, found);
        }
        values.pop();
    }
}

/// Asserts that every number on `inputs` extends to exactly one model, and that
/// `output` has the expected value in it. `expected` gets a function that returns the
/// value of any signal in the model.
fn assert_is_function(
    circuit: &Circuit,
    inputs: &Bus,
    output: Signal,
    expected: impl Fn(&dyn Fn(Signal) -> bool) -> bool,
    what: &str,
) {
    let models = models(circuit.cnf(), circuit.variables());
    let mut seen: Vec<usize> = models.iter().map(|m| inputs.value(m).unwrap()).collect();
    seen.sort_unstable();
    let all: Vec<usize> = (0..1 << inputs.width()).collect();
    assert_eq!(seen, all, "each input has one model: {what}");
    for model in &models {
        let value = |signal: Signal| signal.value(model).unwrap();
        assert_eq!(
            value(output),
            expected(&value),
            "{what}, inputs {}",
            inputs.value(model).unwrap()
        );
    }
}

/// Both constants, and every signal of the bus with both signs.
fn pool(bus: &Bus) -> Vec<Signal> {
    let mut pool = vec![Signal::FALSE, Signal::TRUE];
    pool.extend(bus.iter().flat_map(|signal| [signal, !signal]));
    pool
}

/// All sequences of `length` elements of the pool.
fn sequences(pool: &[Signal], length: usize) -> Vec<Vec<Signal>> {
    (0..length).fold(vec![Vec::new()], |shorter, _| {
        let extend = |s: Vec<Signal>| pool.iter().map(move |&p| [&s[..], &[p]].concat());
        shorter.into_iter().flat_map(extend).collect()
    })
}

/// The clauses as DIMACS would write them.
fn clauses(circuit: &Circuit) -> Vec<Vec<i32>> {
    let number = |lit: &Lit| lit.to_ipasir();
    circuit
        .cnf()
        .iter()
        .map(|clause| clause.iter().map(number).collect())
        .collect()
}

#[test]
fn the_model_finder_finds_every_model() {
    let lit = |i: u32| Var::new(i).pos_lit();
    let mut cnf = Clauses::new();
    assert_eq!(models(&cnf, 3).len(), 8);
    cnf.add([lit(0), lit(1), lit(2)]);
    assert_eq!(models(&cnf, 3).len(), 7);
    cnf.add([!lit(1)]);
    assert_eq!(models(&cnf, 3).len(), 3);
    cnf.add([]);
    assert_eq!(models(&cnf, 3).len(), 0);
}
