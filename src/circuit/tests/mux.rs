//! Both forms of multiplexers, with as many inputs as the selector has codes, and with fewer.

use super::super::width_for;
use crate::circuit::tests::*;

type Mux = fn(&mut Circuit, &[Signal], &[Signal]) -> Signal;
const FORMS: [Mux; 2] = [Circuit::mux_flat, Circuit::mux_tree];

/// Asserts that the output equals the selected input and is the only possible one, and that codes without an input are
/// not excluded.
fn assert_selects(
    circuit: &Circuit,
    all: &[Signal],
    selector: &[Signal],
    inputs: &[Signal],
    output: Signal,
) {
    let mut seen = vec![0; 1 << all.len()];
    for model in models(circuit.cnf(), circuit.variables()) {
        let code = number(selector, &model);
        let times = &mut seen[number(all, &model)];
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
                    let (selector, inputs) = all.split_at(width);
                    let output = mux(&mut circuit, selector, inputs);
                    assert_selects(&circuit, &all, selector, inputs, output);
                }
            }
        }
    }
}

#[test]
fn constant_repeated_and_negated_inputs_and_selectors_are_selected_too() {
    let model = Circuit::default().input_bus(3);
    let selectors = sequences(&pool(&[model[0], model[1]]), 2);
    let inputs: Vec<Vec<Signal>> = (1..=3)
        .flat_map(|n| sequences(&pool(&[model[0], model[2]]), n))
        .chain(sequences(&pool(&[model[2]]), 4))
        .collect();
    for mux in FORMS {
        for selector in &selectors {
            for inputs in &inputs {
                for mut circuit in both_kinds() {
                    let all = circuit.input_bus(3);
                    let output = mux(&mut circuit, selector, inputs);
                    assert_selects(&circuit, &all, selector, inputs, output);
                }
            }
        }
    }
}
