//! Yurichev's formula, clause for clause.
//!
//! Each state is 3 fresh variables a facelet. Each slot has a 32-input
//! multiplexer a facelet and bit (64 clauses of 7 literals) whose output is a
//! variable of its own, tied to the next state by two clauses. Unused inputs
//! are all-ones, through one constant variable a facelet. Start and goal are
//! unit clauses. For *n* turns of the pocket cube that is 4,752 *n* + 168
//! clauses. Source: *SAT/SMT by Example*, pocket cube.

use super::colors::Colors;
use super::selectors::Selectors;
use super::transition::sources;
use crate::circuit::{Bus, Circuit};
use crate::puzzle::Problem;

/// Adds all states, the first of them known.
pub(super) fn add_states(
    circuit: &mut Circuit,
    problem: &Problem,
    selectors: &Selectors,
    colors: &mut Colors,
) {
    let facelets = problem.puzzle.facelets().len();
    for _ in 0..=selectors.slots() {
        colors.push_fresh(circuit, facelets);
    }
    for (bus, &color) in colors.step(0).iter().zip(problem.start.colors()) {
        circuit.require_bus_value(bus, color);
    }
}

/// Adds the transitions of one facelet, in all slots.
pub(super) fn add_facelet(
    circuit: &mut Circuit,
    problem: &Problem,
    selectors: &Selectors,
    colors: &Colors,
    facelet: usize,
) {
    let one = circuit.input();
    circuit.require(one);
    let ones: Bus = std::iter::repeat_n(one, colors.width()).collect();
    for slot in 0..selectors.slots() {
        let selector = selectors.slot(slot);
        let mut inputs = sources(
            &problem.puzzle,
            selectors.codes(),
            colors.step(slot),
            facelet,
        );
        inputs.resize(1 << selector.width(), ones.clone());
        let output = circuit.mux_flat_bus(selector, &inputs);
        circuit.require_bus_equal(&output, &colors.step(slot + 1)[facelet]);
    }
}
