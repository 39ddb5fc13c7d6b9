//! Tests of signals and buses without gates.

use super::super::width_for;
use crate::circuit::tests::*;

#[test]
fn width_for_counts_the_bits_of_a_code() {
    let cases = [
        (0, 0),
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 2),
        (5, 3),
        (6, 3),
        (9, 4),
        (18, 5),
    ];
    for (codes, width) in cases {
        assert_eq!(width_for(codes), width, "{codes} codes");
    }
    assert_eq!((width_for(32), width_for(33)), (5, 6));
    assert_eq!(width_for(usize::MAX), usize::BITS as usize);
}

#[test]
fn a_bus_has_no_value_until_all_its_signals_are_assigned() {
    let mut circuit = Circuit::default();
    let mut signals = circuit.input_bus(2).signals().to_vec();
    signals[1] = !signals[1];
    signals.push(Signal::TRUE);
    let bus = Bus::from(signals);
    let mut model = Assignment::default();
    model.assign_lit(bus[0].as_lit().unwrap());
    assert_eq!(
        (bus[0].value(&model), bus[1].value(&model)),
        (Some(true), None)
    );
    assert_eq!((!bus[0]).value(&model), Some(false));
    assert_eq!(bus.value(&model), None);
    model.assign_lit(!bus[1].as_lit().unwrap());
    assert_eq!(bus.value(&model), Some(0b101));
}

#[test]
fn constant_buses_carry_their_value() {
    let unassigned = Assignment::default();
    for width in 0..5 {
        for value in 0..1 << width {
            let bus = Bus::constant(value, width);
            assert_eq!((bus.width(), bus.value(&unassigned)), (width, Some(value)));
            let same = |other| bus.value_cube(other).iter().all(|&s| s == Signal::TRUE);
            assert!((0..1 << width).all(|other| same(other) == (other == value)));
        }
    }
    assert_eq!(Bus::constant(1, 80).value(&unassigned), Some(1));
    assert_eq!(Bus::from(vec![Signal::TRUE; 80]).value(&unassigned), None);
}

#[test]
#[should_panic(expected = "8 does not fit into 3 bits")]
fn a_constant_too_large_for_its_bus_panics() {
    let _ = Bus::constant(8, 3);
}

#[test]
#[should_panic(expected = "4 does not fit into 2 bits")]
fn comparing_a_bus_with_a_value_it_cannot_hold_panics() {
    let _ = Bus::constant(0, 2).value_cube(4);
}
