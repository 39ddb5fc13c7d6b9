//! What the last state must be.

use super::colors::Colors;
use super::recipe::GoalEncoding;
use crate::circuit::Circuit;
use crate::puzzle::Problem;

/// Requires the goal of the last step.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    goal: GoalEncoding,
    colors: &Colors,
    last: usize,
) {
    match goal {
        GoalEncoding::Fixed => {
            for (facelet, &color) in problem.goal.colors().iter().enumerate() {
                for signal in colors.shows(last, facelet, color) {
                    circuit.require(signal);
                }
            }
        }
        // Turns only move colours, and `encode` has asked whether the held piece
        // then decides the colour of every face.
        // Source: Yurichev, SAT/SMT by Example, who found it slower.
        GoalEncoding::Uniform => {
            for face in problem.puzzle.faces() {
                for pair in face.facelets.windows(2) {
                    let step = colors.step(last);
                    circuit.require_bus_equal(&step[pair[0]], &step[pair[1]]);
                }
            }
        }
    }
}
