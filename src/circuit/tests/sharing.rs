//! Equal gates are built once, except in a verbatim circuit.

use crate::circuit::tests::*;

type Build = fn(&mut Circuit, &Bus) -> Signal;

/// Groups of calls that build the same gate, each with whether it returns the negated output.
fn groups() -> Vec<Vec<(Build, bool)>> {
    fn sel(i: &Bus) -> Bus {
        vec![i[0], i[1]].into()
    }
    vec![
        vec![
            (|c, i| c.and(&[i[0], i[1], i[2]]), false),
            (|c, i| c.and(&[i[0], i[1], i[2]]), false),
            (|c, i| c.and(&[i[2], i[0], i[1]]), false),
            (|c, i| c.or(&[!i[1], !i[2], !i[0]]), true),
        ],
        vec![
            (|c, i| c.xor(!i[0], i[1]), false),
            (|c, i| c.xor(i[0], i[1]), true),
            (|c, i| c.xor(!i[1], !i[0]), true),
            (|c, i| c.xor(i[1], !i[0]), false),
            (|c, i| c.equal(i[1], i[0]), false),
        ],
        vec![
            (|c, i| c.ite(i[0], !i[1], i[2]), false),
            (|c, i| c.ite(!i[0], i[2], !i[1]), false),
            (|c, i| c.ite(i[0], i[1], !i[2]), true),
            (|c, i| c.ite(!i[0], !i[2], i[1]), true),
        ],
        vec![
            (|c, i| c.mux_flat(&sel(i), &[!i[2], i[3], i[4]]), false),
            (|c, i| c.mux_flat(&sel(i), &[!i[2], i[3], i[4]]), false),
            (|c, i| c.mux_flat(&sel(i), &[i[2], !i[3], !i[4]]), true),
        ],
        vec![
            (|c, i| c.mux_tree(&sel(i), &[i[2], i[3], i[4]]), false),
            (|c, i| c.mux_tree(&sel(i), &[i[2], i[3], i[4]]), false),
        ],
    ]
}

#[test]
fn equal_gates_are_built_once() {
    for (g, group) in groups().into_iter().enumerate() {
        let mut circuit = Circuit::default();
        let inputs = circuit.input_bus(5);
        let mut outputs = group
            .iter()
            .map(|(build, negated)| build(&mut circuit, &inputs).negate_if(*negated));
        let first = outputs.next().unwrap();
        assert!(outputs.all(|output| output == first), "group {g}");
        let mut once = Circuit::default();
        let inputs = once.input_bus(5);
        group[0].0(&mut once, &inputs);
        assert_eq!(circuit.cnf(), once.cnf(), "group {g}");
        assert_eq!(circuit.variables(), once.variables(), "group {g}");
    }
}

#[test]
fn every_call_adds_its_clauses_to_a_verbatim_circuit() {
    for (g, group) in groups().into_iter().enumerate() {
        let mut circuit = verbatim();
        let inputs = circuit.input_bus(5);
        let mut outputs = Vec::new();
        for (build, _) in &group {
            outputs.push(build(&mut circuit, &inputs).as_lit().unwrap().var());
        }
        let mut once = verbatim();
        let inputs = once.input_bus(5);
        group[0].0(&mut once, &inputs);
        let calls = group.len();
        assert_eq!(circuit.n_clauses(), calls * once.n_clauses(), "group {g}");
        outputs.dedup();
        assert_eq!(outputs.len(), calls, "group {g}");
    }
}
