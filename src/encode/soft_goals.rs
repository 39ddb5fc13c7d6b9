//! Soft goals: of several properties that the last state may have, some minimum number must hold.
//!
//! *Idea.* A signal per soft goal says that the goal is met; a cardinality constraint sets the minimum. The solver
//! chooses which soft goals to meet.
//!
//! *Why it is sound.* A signal implies its soft goal, and occurs elsewhere only in the cardinality constraint. So each
//! model meets at least the minimum, and each sequence of turns that meets the minimum has a model.

use super::error::unsupported_error;
use super::recipe::Recipe;
use super::states::States;
use crate::circuit::Circuit;
use crate::error::Error;
use crate::problem::Problem;
use crate::puzzle::Color;

/// A property that the last state may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoftGoal {
    /// Each of these facelets has its color.
    Colors(Vec<(usize, Color)>),
    /// The facelets of each of these sets have the same color.
    Alike(Vec<Vec<usize>>),
}

/// Soft goals, and the minimum number to meet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoftGoals {
    /// The soft goals.
    pub all: Vec<SoftGoal>,
    /// The minimum number to meet.
    pub min_met: usize,
}

/// Requires that the last state meet the minimum number of soft goals.
pub(super) fn require(
    circuit: &mut Circuit,
    problem: &Problem,
    recipe: &Recipe,
    states: &States,
    soft_goals: &SoftGoals,
) -> Result<(), Error> {
    if soft_goals.min_met == 0 {
        return Ok(());
    }
    if !states.implementation().determines_start() {
        return Err(unsupported_error(
            recipe,
            "only tracks the places of the goal, so it cannot express what other facelets show",
        ));
    }
    let (puzzle, last) = (&problem.puzzle, problem.budget.slots());
    let shows = |facelet: usize, color: Color| states.shows(puzzle, last, facelet, color);
    let mut unmet = Vec::new();
    for goal in &soft_goals.all {
        let met = circuit.input();
        unmet.push(!met);
        match goal {
            SoftGoal::Colors(colors) => {
                for signal in colors
                    .iter()
                    .flat_map(|&(facelet, color)| shows(facelet, color))
                {
                    circuit.require_clause(&[!met, signal]);
                }
            }
            SoftGoal::Alike(sets) => {
                for (pair, color) in sets
                    .iter()
                    .flat_map(|set| set.windows(2))
                    .flat_map(|pair| (0..puzzle.colors().len()).map(move |color| (pair, color)))
                {
                    let first = shows(pair[0], color);
                    for signal in shows(pair[1], color) {
                        circuit.require_if([met].iter().chain(&first).copied(), [signal]);
                    }
                }
            }
        }
    }
    match unmet.len().checked_sub(soft_goals.min_met) {
        Some(most) => circuit.require_at_most(&unmet, most),
        None => circuit.require_clause(&[]),
    }
    Ok(())
}
