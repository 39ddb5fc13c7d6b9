//! The constraints on the last state.

use super::recipe::GoalEncoding;
use super::states::States;
use crate::circuit::{Bus, Circuit};
use crate::problem::Problem;

/// Requires the goal in the last step.
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
            for clause in states
                .implementation()
                .goal(&problem.puzzle, step, &problem.goal)
            {
                circuit.require_clause(&clause);
            }
            require_some_goal(circuit, problem, states, step);
        }
        // Turns only move colors, and `size` has checked that the held piece then determines the color of every face.
        // Source: Yurichev, SAT/SMT by Example, who found it slower than a fixed goal.
        GoalEncoding::Uniform => {
            for face in problem.puzzle.faces() {
                for pair in face.facelets.windows(2) {
                    circuit.require_bus_equal(&step[pair[0]], &step[pair[1]]);
                }
            }
        }
    }
}

/// Requires one of several goals, selected by one signal each.
fn require_some_goal(circuit: &mut Circuit, problem: &Problem, states: &States, step: &[Bus]) {
    let mut chosen = Vec::new();
    for goal in &problem.goals {
        let is_this = circuit.input();
        for mut clause in states.implementation().goal(&problem.puzzle, step, goal) {
            clause.push(!is_this);
            circuit.require_clause(&clause);
        }
        chosen.push(is_this);
    }
    if !chosen.is_empty() {
        circuit.require_clause(&chosen);
    }
}
