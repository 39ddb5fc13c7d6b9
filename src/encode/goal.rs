//! What the last state must be.

use super::recipe::GoalEncoding;
use super::states::States;
use crate::circuit::Circuit;
use crate::puzzle::Problem;

/// Requires the goal of the last step.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    goal: GoalEncoding,
    states: &States,
    last: usize,
) {
    let step = states.step(last);
    match goal {
        GoalEncoding::Fixed => {
            for clause in states.part().goal(&problem.puzzle, step, &problem.goal) {
                circuit.require_clause(&clause);
            }
        }
        // Turns only move colours, and `encode` has asked whether the held piece
        // then decides the colour of every face.
        // Source: Yurichev, SAT/SMT by Example, who found it slower.
        GoalEncoding::Uniform => {
            for face in problem.puzzle.faces() {
                for pair in face.facelets.windows(2) {
                    circuit.require_bus_equal(&step[pair[0]], &step[pair[1]]);
                }
            }
        }
    }
}
