//! Checks every encoding of "at most one" and "at most N".

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::circuit::tests::*;
use crate::circuit::{AtMostOne, Cardinality};

/// Asserts that the models, restricted to these inputs, are exactly the expected values.
fn assert_allows(
    count: usize,
    mut circuit: Circuit,
    require: impl Fn(&mut Circuit, &[Signal]),
    holds: impl Fn(&[bool]) -> bool,
    what: &str,
) {
    let inputs = circuit.input_bus(count);
    require(&mut circuit, &inputs);
    let models = models(circuit.cnf(), circuit.variables());
    let found: BTreeSet<usize> = models.iter().map(|it| number(&inputs, it)).collect();
    let bits = |code: usize| (0..count).map(move |at| code >> at & 1 == 1);
    let all = 0..1_usize << count;
    let expected: BTreeSet<usize> = all.filter(|&it| holds(&bits(it).collect_vec())).collect();
    assert_eq!(found, expected, "{what} of {count}");
}

/// With more than 40 signals, each true one sets auxiliary bits to its number: two true ones contradict each other.
#[test]
fn at_most_one_of_more_than_forty_is_true() {
    for count in [41, 64, 65] {
        for (a, b) in [(0, 1), (0, count - 1), (31, 32), (7, 7)] {
            let mut circuit = Circuit::default();
            let inputs = circuit.input_bus(count);
            for (at, &input) in inputs.iter().enumerate() {
                circuit.require(input.negate_if(at != a && at != b));
            }
            circuit.require_at_most_one(&inputs);
            let models = models(circuit.cnf(), circuit.variables());
            assert_eq!(models.is_empty(), a != b);
        }
    }
}

#[test]
fn many_signals_take_few_clauses() {
    for count in [1, 2, 39, 40, 41, 64, 65] {
        let mut circuit = Circuit::default();
        let inputs = circuit.input_bus(count);
        circuit.require_exactly_one(&inputs);
        let clauses = crate::circuit::at_most_one_clause_count(count) + 1;
        assert_eq!(circuit.n_clauses(), clauses, "{count}");
    }
}

/// Compares the models of each encoding, projected to the inputs, with the constraint.
#[test]
fn all_cardinality_encodings_are_equivalent() {
    let ways = [
        AtMostOne::Auto,
        AtMostOne::Pairwise,
        AtMostOne::Ladder,
        AtMostOne::Bitwise,
        AtMostOne::Commander,
        AtMostOne::Bimander,
        AtMostOne::Product,
    ];
    let sums = [
        Cardinality::Totalizer,
        Cardinality::Adder,
        Cardinality::Watchdog,
    ];
    let ones = |v: &[bool]| v.iter().filter(|&&value| value).count();
    for (count, way) in (0..=6).cartesian_product(ways) {
        let circuit = Circuit::new(CircuitOptions {
            at_most_one: way,
            ..CircuitOptions::default()
        });
        let require = |c: &mut Circuit, s: &[Signal]| c.require_at_most_one(s);
        let what = format!("{way:?}");
        assert_allows(count, circuit, require, |v| ones(v) <= 1, &what);
    }
    let weights = [1, 2, 2, 3];
    for (sum, most) in sums.into_iter().cartesian_product(0..=8) {
        let options = CircuitOptions {
            cardinality: sum,
            ..CircuitOptions::default()
        };
        let what = format!("{sum:?}: {most}");
        let require = |c: &mut Circuit, s: &[Signal]| c.require_at_most(s, most);
        assert_allows(
            4,
            Circuit::new(options),
            require,
            |v| ones(v) <= most,
            &what,
        );
        let require = |c: &mut Circuit, s: &[Signal]| {
            let costs: Vec<(Signal, usize)> = s.iter().copied().zip(weights).collect();
            c.require_cost_at_most(&costs, most);
        };
        let paid = |v: &[bool]| -> usize {
            let paid = v.iter().zip(weights).filter(|(value, _)| **value);
            paid.map(|(_, weight)| weight).sum()
        };
        assert_allows(
            4,
            Circuit::new(options),
            require,
            |v| paid(v) <= most,
            &what,
        );
    }
}
