//! Compares every gate with its truth table, by enumerating all models of its clauses.

mod cardinality;
mod gates;
mod mux;
mod require;

use rustsat::types::{Assignment, Cl, Lit, TernaryVal};

use super::{Circuit, CircuitOptions, Signal};
use crate::clauses::Clauses;

/// An empty circuit with each kind of options.
fn both_kinds() -> [Circuit; 2] {
    let verbatim = CircuitOptions {
        verbatim: true,
        ..CircuitOptions::default()
    };
    [Circuit::default(), Circuit::new(verbatim)]
}

/// All models, over all variables. A clause is tested as soon as its last variable is assigned. Gates are numbered
/// after their inputs, so wrong branches end early.
fn models(cnf: &Clauses, variables: u32) -> Vec<Assignment> {
    let mut found: Vec<Vec<bool>> = vec![Vec::new()];
    for variable in 0..variables as usize {
        let ends_here = |clause: &&Cl| clause.iter().map(|lit| lit.vidx()).max() == Some(variable);
        let clauses: Vec<&Cl> = cnf.iter().filter(ends_here).collect();
        let holds = |values: &Vec<bool>| {
            let is_true = |lit: &Lit| values[lit.vidx()] == lit.is_pos();
            clauses.iter().all(|clause| clause.iter().any(is_true))
        };
        let longer =
            |values: Vec<bool>| [false, true].map(|value| [&values[..], &[value]].concat());
        found = found.into_iter().flat_map(longer).filter(holds).collect();
    }
    let values = found.into_iter();
    let model = |values: Vec<bool>| values.into_iter().map(TernaryVal::from).collect();
    values.map(model).collect()
}

/// Asserts that every number on `inputs` extends to exactly one model, and that `output` has the expected value in it.
/// `expected` gets a function that returns the value of any signal in the model.
fn assert_is_function(
    circuit: &Circuit,
    inputs: &[Signal],
    output: Signal,
    expected: impl Fn(&dyn Fn(Signal) -> bool) -> bool,
    what: &str,
) {
    let models = models(circuit.cnf(), circuit.variables());
    let mut seen: Vec<usize> = models.iter().map(|m| number(inputs, m)).collect();
    seen.sort_unstable();
    let all: Vec<usize> = (0..1 << inputs.len()).collect();
    assert_eq!(seen, all, "each input has one model: {what}");
    for model in &models {
        let value = |signal: Signal| signal.value(model).unwrap();
        assert_eq!(
            value(output),
            expected(&value),
            "{what}, inputs {}",
            number(inputs, model)
        );
    }
}

/// The number on a bus in a model.
fn number(bus: &[Signal], model: &Assignment) -> usize {
    let bits = bus.iter().map(|signal| signal.value(model).unwrap());
    bits.rev().fold(0, |sum, bit| 2 * sum + usize::from(bit))
}

/// Both constants, and every signal of the bus with both signs.
fn pool(bus: &[Signal]) -> Vec<Signal> {
    let mut pool = vec![Signal::FALSE, Signal::TRUE];
    pool.extend(bus.iter().flat_map(|&signal| [signal, !signal]));
    pool
}

/// All sequences of `length` elements of the pool.
fn sequences(pool: &[Signal], length: usize) -> Vec<Vec<Signal>> {
    (0..length).fold(vec![Vec::new()], |shorter, _| {
        let extend = |s: Vec<Signal>| pool.iter().map(move |&p| [&s[..], &[p]].concat());
        shorter.into_iter().flat_map(extend).collect()
    })
}
