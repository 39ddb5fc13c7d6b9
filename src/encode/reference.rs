//! Yurichev's formula, clause for clause.
//!
//! On the pocket cube, each state has 3 fresh variables per facelet. Each slot has a 32-input multiplexer per facelet
//! and bit (64 clauses of 7 literals) whose output is a variable of its own, which two clauses equate with the next
//! state's. Each facelet has a variable that is always true, to which the unused inputs are connected. Start and goal
//! are unit clauses. For *n* turns there are 4,752 *n* + 168 clauses. Source: *SAT/SMT by Example*, pocket cube.
//!
//! *Why it is sound.* A selector code that stands for no turn gives every facelet the color whose bits are all 1, and
//! turns never change that. A goal with another color excludes such codes. If the goal has no other color, which
//! happens on puzzles of one color, these codes are forbidden.

use super::formula::Meaning;
use super::transition::inputs;
use crate::circuit::{Bus, Circuit, value_cube, width_for};
use crate::problem::Problem;

/// Whether selector codes that stand for no turn can reach the goal, because it consists only of the color whose bits
/// are all 1.
pub(super) fn unused_codes_reach_goal(problem: &Problem) -> bool {
    let ones = (1 << width_for(problem.puzzle.colors().len())) - 1;
    let mut facelets = 0..problem.puzzle.facelets().len();
    facelets.all(|facelet| problem.goal.color(facelet) == Some(ones))
}

/// Adds all states, the first of which is known.
pub(super) fn add_states(circuit: &mut Circuit, problem: &Problem, meaning: &mut Meaning) {
    let Meaning { selectors, states } = meaning;
    let facelets = problem.puzzle.facelets().len();
    let width = width_for(problem.puzzle.colors().len());
    for _ in 0..=selectors.slots().len() {
        states.push((0..facelets).map(|_| circuit.input_bus(width)).collect());
    }
    // The start is known: `size` rejects other problems.
    for (facelet, bus) in states.step(0).iter().enumerate() {
        if let Some(color) = problem.start.color(facelet) {
            for signal in value_cube(bus, color) {
                circuit.require(signal);
            }
        }
    }
}

/// Adds the transitions of one facelet, in all slots.
pub(super) fn add_facelet(
    circuit: &mut Circuit,
    problem: &Problem,
    meaning: &Meaning,
    facelet: usize,
) {
    let one = circuit.input();
    circuit.require(one);
    for (slot, selector) in meaning.selectors.slots().iter().enumerate() {
        let next = &meaning.states.step(slot + 1)[facelet];
        let mut output = |bit| {
            let mut inputs = inputs(&problem.puzzle, meaning, slot, facelet, bit);
            inputs.resize(1 << selector.len(), one);
            circuit.mux_flat(selector, &inputs)
        };
        let output: Bus = (0..next.len()).map(&mut output).collect();
        circuit.require_bus_equal(&output, next);
    }
}
