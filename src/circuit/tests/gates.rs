//! Truth tables of the gates.

use crate::circuit::tests::*;

/// Compares a gate with its function, for every choice of `arity` inputs among the constants and the literals of three
/// variables, in both kinds of circuits.
fn assert_gate(
    arity: usize,
    build: impl Fn(&mut Circuit, &[Signal]) -> Signal,
    function: impl Fn(&[bool]) -> bool,
) {
    for choice in sequences(&pool(&Circuit::default().input_bus(3)), arity) {
        for mut circuit in both_kinds() {
            let inputs = circuit.input_bus(3);
            let output = build(&mut circuit, &choice);
            let expected = |value: &dyn Fn(Signal) -> bool| {
                function(&choice.iter().map(|&s| value(s)).collect::<Vec<_>>())
            };
            let what = format!("{choice:?} with {:?}", circuit.options);
            assert_is_function(&circuit, &inputs, output, expected, &what);
        }
    }
}

#[test]
fn each_gate_is_its_truth_table() {
    for arity in 0..=4 {
        assert_gate(arity, Circuit::and, |v| v.iter().all(|&b| b));
        assert_gate(arity, Circuit::or, |v| v.iter().any(|&b| b));
    }
    assert_gate(2, |c, s| c.xor(s[0], s[1]), |v| v[0] != v[1]);
    let function = |v: &[bool]| if v[0] { v[1] } else { v[2] };
    assert_gate(3, |c, s| c.ite(s[0], s[1], s[2]), function);
}
