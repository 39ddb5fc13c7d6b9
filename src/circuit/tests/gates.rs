//! Truth tables, clause counts and folding of the gates.

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
    assert_gate(2, |c, s| c.equal(s[0], s[1]), |v| v[0] == v[1]);
    let function = |v: &[bool]| if v[0] { v[1] } else { v[2] };
    assert_gate(3, |c, s| c.ite(s[0], s[1], s[2]), function);
}

/// The number of clauses that one gate adds over fresh inputs.
fn cost<T>(mut circuit: Circuit, arity: usize, build: impl Fn(&mut Circuit, &Bus) -> T) -> usize {
    let inputs = circuit.input_bus(arity);
    build(&mut circuit, &inputs);
    circuit.n_clauses()
}

#[test]
fn gates_cost_the_documented_number_of_clauses() {
    for new in [Circuit::default, verbatim] {
        for n in 2..6 {
            let and = cost(new(), n, |c, i| c.and(i.signals()));
            let or = cost(new(), n, |c, i| c.or(i.signals()));
            assert_eq!((and, or), (n + 1, n + 1));
        }
        assert_eq!(cost(new(), 2, |c, i| c.xor(i[0], i[1])), 4);
        assert_eq!(cost(new(), 2, |c, i| c.equal(i[0], i[1])), 4);
        assert_eq!(cost(new(), 3, |c, i| c.ite(i[0], i[1], i[2])), 4);
    }
}

#[test]
fn a_verbatim_ite_has_its_published_clauses_in_order() {
    let mut circuit = verbatim();
    let i = circuit.input_bus(3);
    assert_eq!(
        circuit.ite(i[0], i[1], i[2]).as_lit().unwrap().to_ipasir(),
        4
    );
    let expected: [&[i32]; 4] = [&[-1, 2, -4], &[1, 3, -4], &[-1, -2, 4], &[1, -3, 4]];
    assert_eq!(clauses(&circuit), expected);
}

#[test]
fn pointless_gates_of_a_verbatim_circuit_stay_whole() {
    let mut circuit = verbatim();
    let a = circuit.input();
    circuit.and(&[a, a]);
    assert_eq!(
        clauses(&circuit),
        [vec![-2, 1], vec![-2, 1], vec![2, -1, -1]]
    );
    circuit.xor(a, a);
    circuit.ite(a, a, a);
    assert_eq!((circuit.n_clauses(), circuit.variables()), (3 + 4 + 4, 4));
}

#[test]
fn each_constant_of_a_verbatim_circuit_is_one_variable() {
    let mut circuit = verbatim();
    let a = circuit.input();
    circuit.and(&[a, Signal::TRUE]);
    circuit.and(&[a, Signal::TRUE]);
    assert_eq!((circuit.n_clauses(), circuit.variables()), (1 + 3 + 3, 4));
    circuit.xor(a, Signal::FALSE);
    assert_eq!((circuit.n_clauses(), circuit.variables()), (7 + 1 + 4, 6));
    let t = circuit.constant_signal(true);
    assert_eq!(t, circuit.constant_signal(true));
    assert_eq!(circuit.n_clauses(), 12);
}

#[test]
fn folding_replaces_a_gate_by_an_equal_signal() {
    const T: Signal = Signal::TRUE;
    const F: Signal = Signal::FALSE;
    let mut c = Circuit::default();
    let (a, b) = (c.input(), c.input());
    let pairs = [
        (c.and(&[]), T),
        (c.and(&[a, T, a]), a),
        (c.and(&[a, b, F]), F),
        (c.and(&[a, b, !a]), F),
        (c.or(&[]), F),
        (c.or(&[a, F, a]), a),
        (c.or(&[a, T]), T),
        (c.or(&[a, b, !a]), T),
        (c.xor(a, F), a),
        (c.xor(T, a), !a),
        (c.xor(a, a), F),
        (c.xor(a, !a), T),
        (c.equal(a, T), a),
        (c.equal(a, !a), F),
        (c.ite(T, a, b), a),
        (c.ite(F, a, b), b),
        (c.ite(a, b, b), b),
        (c.ite(a, T, F), a),
        (c.ite(a, F, T), !a),
        (c.ite(a, a, F), a),
        (c.ite(a, !a, T), !a),
    ];
    for (i, (folded, expected)) in pairs.into_iter().enumerate() {
        assert_eq!(folded, expected, "pair {i}");
    }
    assert_eq!((c.n_clauses(), c.variables()), (0, 2));
}

#[test]
fn folding_turns_an_ite_into_simpler_gates() {
    let mut c = Circuit::default();
    let (s, a) = (c.input(), c.input());
    let and = c.and(&[s, a]);
    let or = c.or(&[s, a]);
    let xor = c.xor(s, a);
    let built = c.n_clauses();
    assert_eq!(built, 3 + 3 + 4);
    assert_eq!(c.ite(s, a, Signal::FALSE), and);
    assert_eq!(c.ite(s, a, s), and);
    assert_eq!(c.ite(s, Signal::TRUE, a), or);
    assert_eq!(c.ite(s, s, a), or);
    assert_eq!(c.ite(!s, a, Signal::TRUE), or);
    assert_eq!(c.ite(s, !a, a), xor);
    assert_eq!(c.ite(!s, !a, a), !xor);
    assert_eq!(c.n_clauses(), built);
}
