//! Compares random circuits with a direct evaluation.

use proptest::prelude::*;

use crate::circuit::tests::*;

/// The index of an earlier signal, modulo their number, and whether it is negated.
type Pick = (usize, bool);

/// One gate over earlier signals.
#[derive(Clone, Debug)]
enum Gate {
    And(Vec<Pick>),
    Or(Vec<Pick>),
    Xor([Pick; 2]),
    Equal([Pick; 2]),
    Ite([Pick; 3]),
    MuxFlat([Pick; 2], [Pick; 4]),
    MuxTree([Pick; 2], [Pick; 4]),
}

fn gate() -> impl Strategy<Value = Gate> {
    let pick = || (0..60usize, any::<bool>());
    let few = move || prop::collection::vec(pick(), 0..5);
    prop_oneof![
        few().prop_map(Gate::And),
        few().prop_map(Gate::Or),
        [pick(), pick()].prop_map(Gate::Xor),
        [pick(), pick()].prop_map(Gate::Equal),
        [pick(), pick(), pick()].prop_map(Gate::Ite),
        ([pick(), pick()], [pick(), pick(), pick(), pick()]).prop_map(|(s, i)| Gate::MuxFlat(s, i)),
        ([pick(), pick()], [pick(), pick(), pick(), pick()]).prop_map(|(s, i)| Gate::MuxTree(s, i)),
    ]
}

/// Builds the gates, after the constants and the inputs.
fn build(mut circuit: Circuit, n_inputs: usize, gates: &[Gate]) -> (Circuit, Bus, Vec<Signal>) {
    let inputs = circuit.input_bus(n_inputs);
    let mut nodes = vec![Signal::FALSE, Signal::TRUE];
    nodes.extend(&inputs);
    for gate in gates {
        let get = |&(i, negated): &Pick| nodes[i % nodes.len()].negate_if(negated);
        let all = |picks: &[Pick]| picks.iter().map(get).collect::<Vec<_>>();
        let c = &mut circuit;
        let node = match gate {
            Gate::And(picks) => c.and(&all(picks)),
            Gate::Or(picks) => c.or(&all(picks)),
            Gate::Xor([a, b]) => c.xor(get(a), get(b)),
            Gate::Equal([a, b]) => c.equal(get(a), get(b)),
            Gate::Ite([s, t, e]) => c.ite(get(s), get(t), get(e)),
            Gate::MuxFlat(s, i) => c.mux_flat(&all(s).into(), &all(i)),
            Gate::MuxTree(s, i) => c.mux_tree(&all(s).into(), &all(i)),
        };
        nodes.push(node);
    }
    (circuit, inputs, nodes)
}

/// The value of every node when the inputs carry `number`.
fn evaluate(number: usize, n_inputs: usize, gates: &[Gate]) -> Vec<bool> {
    let mut nodes = vec![false, true];
    nodes.extend((0..n_inputs).map(|i| number >> i & 1 == 1));
    for gate in gates {
        let get = |&(i, negated): &Pick| nodes[i % nodes.len()] != negated;
        let select = |s: &[Pick; 2]| usize::from(get(&s[0])) + 2 * usize::from(get(&s[1]));
        let node = match gate {
            Gate::And(picks) => picks.iter().all(get),
            Gate::Or(picks) => picks.iter().any(get),
            Gate::Xor([a, b]) => get(a) != get(b),
            Gate::Equal([a, b]) => get(a) == get(b),
            Gate::Ite([s, t, e]) => get(if get(s) { t } else { e }),
            Gate::MuxFlat(s, i) | Gate::MuxTree(s, i) => get(&i[select(s)]),
        };
        nodes.push(node);
    }
    nodes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn circuits_compute_their_specification(
        n_inputs in 0..=5usize,
        gates in prop::collection::vec(gate(), 0..16),
    ) {
        for circuit in both_kinds() {
            let (circuit, inputs, nodes) = build(circuit, n_inputs, &gates);
            let models = models(circuit.cnf(), circuit.variables());
            prop_assert_eq!(models.len(), 1 << n_inputs);
            let mut seen = vec![false; models.len()];
            for model in &models {
                let number = inputs.value(model).unwrap();
                prop_assert!(!std::mem::replace(&mut seen[number], true));
                let values: Vec<bool> = nodes.iter().map(|n| n.value(model).unwrap()).collect();
                prop_assert_eq!(values, evaluate(number, n_inputs, &gates));
            }
        }
    }

    #[test]
    fn the_same_calls_give_the_same_clauses(
        gates in prop::collection::vec(gate(), 0..40),
    ) {
        for new in [Circuit::default, verbatim] {
            let (first, _, first_nodes) = build(new(), 5, &gates);
            let (second, _, second_nodes) = build(new(), 5, &gates);
            prop_assert_eq!(first_nodes, second_nodes);
            prop_assert_eq!(first.into_clauses(), second.into_clauses());
        }
    }
}
