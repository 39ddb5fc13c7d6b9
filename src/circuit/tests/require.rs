//! Required clauses, equalities and ranges allow exactly what they say.

use itertools::Itertools;

use crate::circuit::tests::*;

/// Whether unit clauses require a variable beyond the inputs to be both true and false.
fn has_contradiction(cnf: &Clauses, inputs: usize) -> bool {
    let units: Vec<Lit> = cnf
        .iter()
        .filter(|clause| clause.len() == 1 && clause[0].vidx() >= inputs)
        .map(|clause| clause[0])
        .collect();
    units.iter().any(|&unit| units.contains(&!unit))
}

/// Adds a requirement on every choice of signals and asserts that exactly the assignments of three inputs that satisfy
/// the condition remain.
fn assert_requires(
    arity: usize,
    require: impl Fn(&mut Circuit, &[Signal]),
    condition: impl Fn(&[bool]) -> bool,
) {
    let free = Circuit::default();
    for choice in sequences(&pool(&Circuit::default().input_bus(3)), arity) {
        for mut circuit in both_kinds() {
            let inputs = circuit.input_bus(3);
            require(&mut circuit, &choice);
            let added = usize::from(has_contradiction(circuit.cnf(), 3));
            assert_eq!(
                circuit.variables() as usize,
                3 + added,
                "only a contradiction adds a variable"
            );
            let holds = |model: &Assignment| {
                let values: Vec<_> = choice.iter().map(|s| s.value(model).unwrap()).collect();
                condition(&values)
            };
            let number = |model: &Assignment| number(&inputs, model);
            let allowed = models(circuit.cnf(), circuit.variables());
            let allowed: Vec<_> = allowed.iter().map(number).collect();
            let mut expected = models(free.cnf(), 3);
            expected.retain(holds);
            let expected: Vec<_> = expected.iter().map(number).collect();
            assert_eq!(allowed, expected, "{choice:?} with {:?}", circuit.options);
        }
    }
}

#[test]
fn requirements_hold_and_nothing_else_is_restricted() {
    let ones = |v: &[bool]| v.iter().filter(|&&value| value).count();
    for arity in 0..=4 {
        assert_requires(arity, Circuit::require_clause, |v| v.contains(&true));
    }
    for arity in 0..=3 {
        assert_requires(arity, Circuit::require_at_most_one, |v| ones(v) <= 1);
        assert_requires(arity, Circuit::require_exactly_one, |v| ones(v) == 1);
    }
    assert_requires(1, |c, s| c.require(s[0]), |v| v[0]);
    assert_requires(2, |c, s| c.require_equal(s[0], s[1]), |v| v[0] == v[1]);
    let equal = |c: &mut Circuit, s: &[Signal]| {
        let (a, b) = s.split_at(2);
        c.require_bus_equal(a, b);
    };
    assert_requires(4, equal, |v| v[..2] == v[2..]);
}

#[test]
fn a_number_required_to_be_less_than_n_is() {
    for (width, n) in (0..=3).cartesian_product((0..=9).chain([usize::MAX])) {
        let number = |v: &[bool]| v.iter().rev().fold(0, |sum, &b| 2 * sum + usize::from(b));
        assert_requires(width, |c, s| c.require_less_than(s, n), |v| number(v) < n);
    }
}
