//! Required clauses, equalities and ranges allow exactly what they say.

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

/// Adds a requirement on every choice of signals and asserts that exactly the assignments of three inputs that satisfy the
/// condition remain.
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
            let number = |model: &Assignment| inputs.value(model).unwrap();
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
        c.require_bus_equal(&a.to_vec().into(), &b.to_vec().into());
    };
    assert_requires(4, equal, |v| v[..2] == v[2..]);
    for value in 0..8 {
        assert_requires(
            3,
            |c, s| c.require_bus_value(&s.to_vec().into(), value),
            |v| (0..3).all(|i| v[i] == (value >> i & 1 == 1)),
        );
    }
}

#[test]
fn a_number_required_to_be_less_than_n_is() {
    for width in 0..=4 {
        for n in (0..=(1 << width) + 1).chain([usize::MAX]) {
            for mut circuit in both_kinds() {
                let bus = circuit.input_bus(width);
                circuit.require_less_than(&bus, n);
                let all = 1 << width;
                let most = if n == 0 { 2 } else { width };
                assert!(circuit.n_clauses() <= most, "{n} on {width} bits");
                assert_eq!(circuit.n_clauses() == 0, n >= all);
                let mut left: Vec<usize> = models(circuit.cnf(), circuit.variables())
                    .iter()
                    .map(|model| bus.value(model).unwrap())
                    .collect();
                left.sort_unstable();
                let expected: Vec<usize> = (0..n.min(all)).collect();
                assert_eq!(left, expected, "less than {n} on {width} bits");
            }
        }
    }
}

#[test]
fn a_range_over_constant_and_repeated_bits_is_still_the_range() {
    for n in 0..=9 {
        assert_requires(
            3,
            |c, s| c.require_less_than(&s.to_vec().into(), n),
            |v| v.iter().rev().fold(0, |sum, &b| 2 * sum + usize::from(b)) < n,
        );
    }
}

#[test]
fn eighteen_of_32_codes_take_three_clauses() {
    let mut circuit = Circuit::default();
    let bus = circuit.input_bus(5);
    circuit.require_less_than(&bus, 18);
    // 17 is 10001.
    assert_eq!(clauses(&circuit), [[-2, -5], [-3, -5], [-4, -5]]);
}

#[test]
fn constants_fold_out_of_required_clauses_and_where_nothing_is_left_a_variable_is_true_and_false() {
    for mut c in both_kinds() {
        let (a, b) = (c.input(), c.input());
        c.require_clause(&[b, Signal::FALSE, a]);
        c.require_clause(&[a, Signal::TRUE]);
        c.require(Signal::TRUE);
        c.require(Signal::FALSE);
        c.require(Signal::FALSE);
        assert_eq!(clauses(&c), [vec![2, 1], vec![3], vec![-3]]);
    }
}

#[test]
fn only_a_verbatim_circuit_keeps_tautologies_and_repetitions() {
    for mut c in both_kinds() {
        let (a, b) = (c.input(), c.input());
        c.require_clause(&[b, a, b, b]);
        c.require_clause(&[a, b, !a]);
        if c.options.verbatim {
            assert_eq!(clauses(&c), [vec![2, 1, 2, 2], vec![1, 2, -1]]);
        } else {
            assert_eq!(clauses(&c), [[2, 1]]);
        }
    }
}
