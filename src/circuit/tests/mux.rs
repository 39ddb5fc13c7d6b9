//! Both forms of multiplexers, with as many inputs as the selector has codes, and with fewer.

use super::super::width_for;
use crate::circuit::tests::*;

type Mux = fn(&mut Circuit, &Bus, &[Signal]) -> Signal;
const FORMS: [Mux; 2] = [Circuit::mux_flat, Circuit::mux_tree];

/// Asserts that the output equals the selected input and is the only possible one, and
/// that codes without an input are not excluded.
fn assert_selects(circuit: &Circuit, all: &Bus, selector: &Bus, inputs: &[Signal], output: Signal) {
    let mut seen = vec![0; 1 << all.width()];
    for model in models(circuit.cnf(), circuit.variables()) {
        let code = selector.value(&model).unwrap();
        let times = &mut seen[all.value(&model).unwrap()];
        *times += 1;
        if let Some(input) = inputs.get(code) {
            assert_eq!(
                output.value(&model),
                input.value(&model),
                "code {code} of {selector:?} for {inputs:?}"
            );
            assert_eq!(*times, 1);
        }
    }
    assert!(seen.iter().all(|&times| times > 0));
}

#[test]
fn both_forms_follow_the_input_that_the_selector_names() {
    for mux in FORMS {
        for n in 1..=8 {
            for width in width_for(n)..=3 {
                for mut circuit in both_kinds() {
                    let all = circuit.input_bus(width + n);
                    let (selector, inputs) = all.signals().split_at(width);
                    let selector = selector.to_vec().into();
                    let output = mux(&mut circuit, &selector, inputs);
                    assert_selects(&circuit, &all, &selector, inputs, output);
                }
            }
        }
    }
}

#[test]
fn constant_repeated_and_negated_inputs_and_selectors_are_selected_too() {
    let model = Circuit::default().input_bus(3);
    let selectors = sequences(&pool(&vec![model[0], model[1]].into()), 2);
    let inputs: Vec<Vec<Signal>> = (1..=3)
        .flat_map(|n| sequences(&pool(&vec![model[0], model[2]].into()), n))
        .chain(sequences(&pool(&vec![model[2]].into()), 4))
        .collect();
    for mux in FORMS {
        for selector in &selectors {
            for inputs in &inputs {
                for mut circuit in both_kinds() {
                    let all = circuit.input_bus(3);
                    let selector = selector.clone().into();
                    let output = mux(&mut circuit, &selector, inputs);
                    assert_selects(&circuit, &all, &selector, inputs, output);
                }
            }
        }
    }
}

/// The numbers of clauses and of variables of a multiplexer over fresh inputs, including the inputs.
fn size(mut circuit: Circuit, mux: Mux, width: usize, n: usize) -> (usize, u32) {
    let selector = circuit.input_bus(width);
    let inputs = circuit.input_bus(n);
    mux(&mut circuit, &selector, inputs.signals());
    (circuit.n_clauses(), circuit.variables())
}

#[test]
fn a_multiplexer_of_32_inputs_is_64_clauses_flat_and_124_as_a_tree() {
    for new in [Circuit::default, verbatim] {
        assert_eq!(size(new(), Circuit::mux_flat, 5, 32), (64, 38));
        assert_eq!(size(new(), Circuit::mux_tree, 5, 32), (124, 37 + 31));
    }
}

#[test]
fn eighteen_inputs_cost_two_clauses_each_flat_and_seventeen_gates_as_a_tree() {
    for circuit in both_kinds() {
        assert_eq!(size(circuit, Circuit::mux_flat, 5, 18).0, 36);
    }
    let tree = |circuit| size(circuit, Circuit::mux_tree, 5, 18).0;
    assert_eq!(tree(Circuit::default()), 17 * 4);
    // 9 + 5 + 3 + 2 + 1 gates: lone children get a gate of their own.
    assert_eq!(tree(verbatim()), 20 * 4);
}

#[test]
fn a_verbatim_flat_multiplexer_has_its_published_clauses_in_order() {
    let mut circuit = verbatim();
    let selector = circuit.input_bus(2);
    let inputs = circuit.input_bus(4);
    circuit.mux_flat(&selector, inputs.signals());
    let expected: [&[i32]; 8] = [
        &[-3, 1, 2, 7],
        &[3, 1, 2, -7],
        &[-4, -1, 2, 7],
        &[4, -1, 2, -7],
        &[-5, 1, -2, 7],
        &[5, 1, -2, -7],
        &[-6, -1, -2, 7],
        &[6, -1, -2, -7],
    ];
    assert_eq!(clauses(&circuit), expected);
}

#[test]
fn equal_inputs_and_single_inputs_of_a_verbatim_circuit_stay_whole() {
    let mut circuit = verbatim();
    let selector = circuit.input_bus(2);
    let a = circuit.input();
    circuit.mux_flat(&selector, &[a; 4]);
    assert_eq!(circuit.n_clauses(), 8);
    circuit.mux_tree(&selector, &[a; 4]);
    assert_eq!(circuit.n_clauses(), 8 + 12);
    circuit.mux_flat(&Bus::constant(0, 0), &[a]);
    assert_eq!(circuit.n_clauses(), 20 + 2);
}

#[test]
fn a_constant_selector_folds_to_its_input_and_equal_inputs_to_one() {
    for mux in FORMS {
        let mut circuit = Circuit::default();
        let selector = circuit.input_bus(3);
        let inputs = circuit.input_bus(8);
        for code in 0..8 {
            let constant = Bus::constant(code, 3);
            assert_eq!(mux(&mut circuit, &constant, inputs.signals()), inputs[code]);
        }
        assert_eq!(mux(&mut circuit, &selector, &[inputs[5]; 6]), inputs[5]);
        assert_eq!(circuit.n_clauses(), 0);
    }
}

#[test]
fn constant_inputs_of_a_flat_multiplexer_cost_one_clause() {
    let mut circuit = Circuit::default();
    let selector = circuit.input_bus(2);
    let a = circuit.input();
    circuit.mux_flat(&selector, &[Signal::TRUE, a, Signal::FALSE]);
    let expected: [&[i32]; 4] = [&[1, 2, 4], &[-3, -1, 2, 4], &[3, -1, 2, -4], &[1, -2, -4]];
    assert_eq!(clauses(&circuit), expected);
}

#[test]
fn a_selector_of_one_free_bit_is_an_ite() {
    let mut circuit = Circuit::default();
    let s = circuit.input();
    let inputs = circuit.input_bus(4);
    let selector = vec![Signal::TRUE, s].into();
    let output = circuit.mux_flat(&selector, inputs.signals());
    assert_eq!(output, circuit.ite(s, inputs[3], inputs[1]));
    assert_eq!(circuit.n_clauses(), 4);
}

#[test]
#[should_panic(expected = "9 multiplexer inputs need more than 3 selector bits")]
fn too_narrow_a_selector_panics() {
    let mut circuit = Circuit::default();
    let (selector, inputs) = (circuit.input_bus(3), circuit.input_bus(9));
    circuit.mux_flat(&selector, inputs.signals());
}

#[test]
#[should_panic(expected = "without inputs")]
fn a_multiplexer_without_inputs_panics() {
    let mut circuit = Circuit::default();
    let selector = circuit.input_bus(3);
    circuit.mux_tree(&selector, &[]);
}
