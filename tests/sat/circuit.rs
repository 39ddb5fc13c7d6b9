//! Gates, multiplexers and requirements: all models of their clauses, compared with truth tables.

use std::iter::repeat_n;

use itertools::Itertools;
use rustsat::types::{Assignment, Cl, Lit, TernaryVal};
use twistsat::circuit::{
    AtMostOne, Cardinality, Circuit, CircuitOptions, Signal, at_most_one_clause_count, width_for,
};

/// An empty circuit of each kind: one that folds, and a verbatim one.
fn both_kinds() -> [Circuit; 2] {
    let verbatim = CircuitOptions {
        verbatim: true,
        ..CircuitOptions::default()
    };
    [Circuit::default(), Circuit::new(verbatim)]
}

/// All models of the clauses. A clause is tested as soon as its last variable has a value. Gates are numbered after their
/// inputs, so wrong branches end early.
fn models(circuit: Circuit) -> Vec<Assignment> {
    let (cnf, variables) = circuit.into_clauses();
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
    let model = |values: Vec<bool>| values.into_iter().map(TernaryVal::from).collect();
    found.into_iter().map(model).collect()
}

fn values(signals: &[Signal], model: &Assignment) -> Vec<bool> {
    let values = signals.iter().map(|signal| signal.value(model));
    values.collect::<Option<_>>().unwrap()
}

/// The number with these bits, least significant first.
fn number(bits: &[bool]) -> usize {
    let bits = bits.iter().rev();
    bits.fold(0, |sum, &bit| 2 * sum + usize::from(bit))
}

/// All sequences of this many signals among both constants, and the variables with both signs.
fn sequences(variables: &[Signal], length: usize) -> impl Iterator<Item = Vec<Signal>> + use<> {
    let mut pool = vec![Signal::FALSE, Signal::TRUE];
    pool.extend(variables.iter().flat_map(|&signal| [signal, !signal]));
    repeat_n(pool, length).multi_cartesian_product()
}

/// The variables of the circuits below.
fn variables(count: usize) -> Vec<Signal> {
    Circuit::default().input_bus(count)
}

/// Builds a gate over chosen signals, in both kinds of circuits. Asserts that every assignment of the variables extends to
/// a model; if `function` determines the output, to only one, with that output.
fn assert_gate(
    count: usize,
    chosen: &[Signal],
    build: &dyn Fn(&mut Circuit, &[Signal]) -> Signal,
    function: &dyn Fn(&[bool]) -> Option<bool>,
) {
    for mut circuit in both_kinds() {
        let inputs = circuit.input_bus(count);
        let output = build(&mut circuit, chosen);
        let mut seen = vec![0; 1 << count];
        for model in models(circuit) {
            let times = &mut seen[number(&values(&inputs, &model))];
            *times += 1;
            let chosen_values = values(chosen, &model);
            if let Some(expected) = function(&chosen_values) {
                let found = (output.value(&model), *times);
                assert_eq!(found, (Some(expected), 1), "{chosen:?}: {chosen_values:?}");
            }
        }
        assert!(seen.iter().all(|&times| times > 0), "{chosen:?}");
    }
}

#[test]
fn each_gate_is_its_truth_table() {
    let three = variables(3);
    for chosen in (0..=4).flat_map(|arity| sequences(&three, arity)) {
        assert_gate(3, &chosen, &Circuit::and, &|v| Some(v.iter().all(|&b| b)));
        assert_gate(3, &chosen, &Circuit::or, &|v| Some(v.contains(&true)));
    }
    for chosen in sequences(&three, 2) {
        assert_gate(3, &chosen, &|c, s| c.xor(s[0], s[1]), &|v| {
            Some(v[0] != v[1])
        });
    }
    for chosen in sequences(&three, 3) {
        assert_gate(3, &chosen, &|c, s| c.ite(s[0], s[1], s[2]), &|v| {
            Some(if v[0] { v[1] } else { v[2] })
        });
    }
}

/// Asserts that a multiplexer of either form has the value of the selected input. The chosen signals are the selector, then
/// the inputs.
fn assert_mux(count: usize, chosen: &[Signal], width: usize) {
    let selected = |v: &[bool]| v[width..].get(number(&v[..width])).copied();
    for mux in [Circuit::mux_flat, Circuit::mux_tree] {
        assert_gate(
            count,
            chosen,
            &|c, s| mux(c, &s[..width], &s[width..]),
            &selected,
        );
    }
}

#[test]
fn a_multiplexer_follows_the_input_that_its_selector_names() {
    for n in 1..=8 {
        for width in width_for(n)..=3 {
            assert_mux(width + n, &variables(width + n), width);
        }
    }
    // Constant, repeated and negated signals.
    let three = variables(3);
    for selector in sequences(&three[..2], 2) {
        let few = (1..=3).flat_map(|n| sequences(&[three[0], three[2]], n));
        for inputs in few.chain(sequences(&three[2..], 4)) {
            assert_mux(3, &[&selector[..], &inputs].concat(), 2);
        }
    }
}

/// Asserts that exactly those assignments of the first variables have models for which the condition holds of the chosen
/// signals. Returns the number of models.
fn assert_admits(
    circuit: Circuit,
    count: usize,
    chosen: &[Signal],
    condition: &dyn Fn(&[bool]) -> bool,
    context: &str,
) -> usize {
    let inputs = variables(count);
    let models = models(circuit);
    let admitted = models.iter().map(|model| values(&inputs, model));
    let holds = |bits: &Vec<bool>| {
        let model: Assignment = bits.iter().map(|&bit| TernaryVal::from(bit)).collect();
        condition(&values(chosen, &model))
    };
    let all = repeat_n([false, true], count).multi_cartesian_product();
    let expected = all.filter(holds).collect_vec();
    let found = admitted.sorted().dedup().collect_vec();
    assert_eq!(found, expected, "{context}: {chosen:?}");
    models.len()
}

/// Adds a requirement on every choice of signals, in both kinds of circuits.
fn assert_requires(
    arity: usize,
    require: impl Fn(&mut Circuit, &[Signal]),
    condition: impl Fn(&[bool]) -> bool,
) {
    for chosen in sequences(&variables(3), arity) {
        for mut circuit in both_kinds() {
            circuit.input_bus(3);
            require(&mut circuit, &chosen);
            let is_contradiction = circuit.variables() == 4;
            assert!(is_contradiction || circuit.variables() == 3);
            let models = assert_admits(circuit, 3, &chosen, &condition, "requirement");
            assert!(models == 0 || !is_contradiction);
        }
    }
}

fn ones(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

#[test]
fn requirements_hold_and_nothing_else_is_restricted() {
    for arity in 0..=4 {
        assert_requires(arity, Circuit::require_clause, |v| v.contains(&true));
    }
    for arity in 0..=3 {
        assert_requires(arity, Circuit::require_at_most_one, |v| ones(v) <= 1);
        assert_requires(arity, Circuit::require_exactly_one, |v| ones(v) == 1);
    }
    assert_requires(1, |c, s| c.require(s[0]), |v| v[0]);
    assert_requires(2, |c, s| c.require_equal(s[0], s[1]), |v| v[0] == v[1]);
    let equal = |c: &mut Circuit, s: &[Signal]| c.require_bus_equal(&s[..2], &s[2..]);
    assert_requires(4, equal, |v| v[..2] == v[2..]);
}

#[test]
fn a_number_required_to_be_less_than_n_is() {
    for (width, n) in (0..=3).cartesian_product((0..=9).chain([usize::MAX])) {
        assert_requires(width, |c, s| c.require_less_than(s, n), |v| number(v) < n);
    }
}

/// With more than 40 signals, each true one sets auxiliary bits to its number: two true ones contradict each other.
#[test]
fn at_most_one_of_more_than_forty_is_true() {
    for count in [41, 64, 65] {
        for (a, b) in [(0, 1), (0, count - 1), (31, 32), (7, 7)] {
            let mut circuit = Circuit::default();
            let inputs = circuit.input_bus(count);
            for (at, &input) in inputs.iter().enumerate() {
                circuit.require(if at == a || at == b { input } else { !input });
            }
            circuit.require_at_most_one(&inputs);
            assert_eq!(models(circuit).is_empty(), a != b);
        }
    }
}

#[test]
fn many_signals_take_few_clauses() {
    for count in [1, 2, 39, 40, 41, 64, 65] {
        let mut circuit = Circuit::default();
        let inputs = circuit.input_bus(count);
        circuit.require_exactly_one(&inputs);
        let clauses = at_most_one_clause_count(count) + 1;
        assert_eq!(circuit.clause_count(), clauses, "{count}");
    }
}

#[test]
fn all_cardinality_encodings_are_equivalent() {
    let encodings = [
        AtMostOne::Auto,
        AtMostOne::Pairwise,
        AtMostOne::Ladder,
        AtMostOne::Bitwise,
        AtMostOne::Commander,
        AtMostOne::Bimander,
        AtMostOne::Product,
    ];
    for (count, at_most_one) in (0..=6).cartesian_product(encodings) {
        let mut circuit = Circuit::new(CircuitOptions {
            at_most_one,
            ..CircuitOptions::default()
        });
        let inputs = circuit.input_bus(count);
        circuit.require_at_most_one(&inputs);
        let context = format!("{at_most_one:?}");
        assert_admits(circuit, count, &inputs, &|v| ones(v) <= 1, &context);
    }
    let encodings = [
        Cardinality::Totalizer,
        Cardinality::Adder,
        Cardinality::Watchdog,
    ];
    for (cardinality, most) in encodings.into_iter().cartesian_product(0..=8) {
        let context = format!("{cardinality:?}: {most}");
        for weights in [[1, 1, 1, 1], [1, 2, 2, 3]] {
            let mut circuit = Circuit::new(CircuitOptions {
                cardinality,
                ..CircuitOptions::default()
            });
            let inputs = circuit.input_bus(4);
            if weights == [1; 4] {
                circuit.require_at_most(&inputs, most);
            } else {
                let costs = inputs.iter().copied().zip(weights).collect_vec();
                circuit.require_cost_at_most(&costs, most);
            }
            let sum = |v: &[bool]| -> usize {
                let paid = v.iter().zip(weights).filter(|(value, _)| **value);
                paid.map(|(_, weight)| weight).sum()
            };
            assert_admits(circuit, 4, &inputs, &|v| sum(v) <= most, &context);
        }
    }
}
