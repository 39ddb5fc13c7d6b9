//! At most one, and exactly one, allow exactly what they say.

use std::collections::BTreeSet;

use crate::circuit::tests::*;
use crate::circuit::{AtMostOne, Cardinality};

/// The numbers of inputs that are true in the models, each model once by the
/// inputs.
fn trues(inputs: &Bus, circuit: &Circuit) -> Vec<Vec<bool>> {
    let mut all: Vec<Vec<bool>> = models(circuit.cnf(), circuit.variables())
        .iter()
        .map(|model| inputs.iter().map(|s| s.value(model).unwrap()).collect())
        .collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn at_most_one_of_any_signals_is_true() {
    for options in all_options() {
        for arity in 0..=3 {
            for choice in sequences(&pool(&Circuit::new().input_bus(2)), arity) {
                for exactly in [false, true] {
                    let mut circuit = Circuit::with_options(options);
                    let inputs = circuit.input_bus(2);
                    if exactly {
                        circuit.require_exactly_one(&choice);
                    } else {
                        circuit.require_at_most_one(&choice);
                    }
                    let holds = |model: &Assignment| {
                        let values = choice.iter().map(|s| s.value(model).unwrap());
                        let count = values.filter(|&value| value).count();
                        count == 1 || (count == 0 && !exactly)
                    };
                    let mut expected = models(&Clauses::new(), 2);
                    expected.retain(holds);
                    let number = |model: &Assignment| inputs.value(model).unwrap();
                    let found = models(circuit.cnf(), circuit.variables());
                    let found: Vec<_> = found.iter().map(number).collect();
                    let expected: Vec<_> = expected.iter().map(number).collect();
                    assert_eq!(found, expected, "{choice:?} with {options:?}");
                }
            }
        }
    }
}

/// Above 40, two that are true at once contradict each other in some bit of their
/// numbers, and one alone does not.
#[test]
fn of_more_than_forty_no_two_are_true() {
    for count in [41, 64, 65] {
        for (a, b) in [(0, 1), (0, count - 1), (31, 32), (7, 7)] {
            let mut circuit = Circuit::new();
            // The inputs are known, so only auxiliary variables are left.
            let inputs: Vec<Signal> = (0..count)
                .map(|at| circuit.constant_signal(at == a || at == b))
                .collect();
            let inputs = distinct(&mut circuit, &inputs);
            circuit.require_at_most_one(&inputs);
            assert_eq!(
                models(circuit.cnf(), circuit.variables()).is_empty(),
                a != b
            );
        }
    }
}

/// Signals of their own, equal to these.
fn distinct(circuit: &mut Circuit, signals: &[Signal]) -> Vec<Signal> {
    let equal = |&signal: &Signal| {
        let own = circuit.input();
        circuit.require_equal(own, signal);
        own
    };
    signals.iter().map(equal).collect()
}

#[test]
fn many_signals_take_few_clauses_and_mean_the_same() {
    for count in [1, 2, 39, 40, 41, 64, 65] {
        let mut circuit = Circuit::new();
        let inputs = circuit.input_bus(count);
        circuit.require_exactly_one(inputs.signals());
        let clauses = crate::circuit::at_most_one_clauses(count) + 1;
        assert_eq!(circuit.n_clauses(), clauses, "{count}");
        let mut expected: Vec<Vec<bool>> = (0..count)
            .map(|one| (0..count).map(|at| at == one).collect())
            .collect();
        expected.sort();
        // The model finder is not made for auxiliary variables that come last.
        if count <= 40 {
            assert_eq!(trues(&inputs, &circuit), expected);
        }
    }
}

/// Each encoding by all its models, projected on the inputs.
#[test]
fn every_way_to_count_means_the_same() {
    let ways = [
        AtMostOne::Usual,
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
    let true_ones = |inputs: &Bus, circuit: &Circuit| -> BTreeSet<Vec<bool>> {
        trues(inputs, circuit).into_iter().collect()
    };
    let all = |count: usize| {
        (0..1_usize << count).map(move |code| (0..count).map(|at| code >> at & 1 == 1).collect())
    };
    for count in 0..=6 {
        for way in ways {
            let mut circuit = Circuit::new().counting(way, Cardinality::default());
            let inputs = circuit.input_bus(count);
            circuit.require_at_most_one(inputs.signals());
            let holds = |values: &Vec<bool>| values.iter().filter(|&&value| value).count() <= 1;
            let expected: BTreeSet<Vec<bool>> = all(count).filter(holds).collect();
            assert_eq!(true_ones(&inputs, &circuit), expected, "{way:?} of {count}");
        }
    }
    let weights = [1, 2, 2, 3];
    for (sum, most) in sums
        .into_iter()
        .flat_map(|sum| (0..=8).map(move |most| (sum, most)))
    {
        let mut circuit = Circuit::new().counting(AtMostOne::default(), sum);
        let inputs = circuit.input_bus(4);
        circuit.require_at_most(inputs.signals(), most);
        let holds = |values: &Vec<bool>| values.iter().filter(|&&value| value).count() <= most;
        let expected: BTreeSet<Vec<bool>> = all(4).filter(holds).collect();
        assert_eq!(true_ones(&inputs, &circuit), expected, "{sum:?}: {most}");

        let mut circuit = Circuit::new().counting(AtMostOne::default(), sum);
        let inputs = circuit.input_bus(4);
        let costs: Vec<(Signal, usize)> = inputs.iter().zip(weights).collect();
        circuit.require_cost_at_most(&costs, most);
        let holds = |values: &Vec<bool>| {
            let paid = values.iter().zip(weights).filter(|(value, _)| **value);
            paid.map(|(_, weight)| weight).sum::<usize>() <= most
        };
        let expected: BTreeSet<Vec<bool>> = all(4).filter(holds).collect();
        assert_eq!(
            true_ones(&inputs, &circuit),
            expected,
            "{sum:?} of weights: {most}"
        );
    }
}
