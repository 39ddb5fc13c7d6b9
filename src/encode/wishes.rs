//! Wishes: of several things that the last state may show, at least so many must hold.
//!
//! *Idea.* A signal a wish says that it is met; a cardinality constraint says how many are. Which of them are met is
//! left to the solver: so it chooses what comes next where there is much to do.
//!
//! *Why sound.* A signal implies its wish, and nothing else rests on it. So each model meets so many, and each
//! sequence of turns that does has a model.

use super::error::EncodeError;
use super::representation::StateRepresentation;
use super::states::States;
use crate::circuit::{Circuit, Signal};
use crate::problem::Problem;
use crate::puzzle::Color;

/// Something that the last state may show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Each of these facelets its color.
    Colors(Vec<(usize, Color)>),
    /// All facelets of each of these sets the same color, whichever.
    Alike(Vec<Vec<usize>>),
}

/// Wishes, and how many of them must be met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The wishes.
    pub all: Vec<Wish>,
    /// So many must be met.
    pub least: usize,
}

/// Requires so many wishes of a state.
pub(super) fn require(
    circuit: &mut Circuit,
    (problem, states, last): (&Problem, &States, usize),
    wishes: &Wishes,
) {
    if wishes.least == 0 {
        return;
    }
    let puzzle = &problem.puzzle;
    let part: &dyn StateRepresentation = states.part();
    let step = states.step(last);
    let shows = |facelet: usize, color: Color| part.shows(puzzle, step, facelet, color);
    let mut unmet = Vec::new();
    for wish in &wishes.all {
        let met = circuit.input();
        unmet.push(!met);
        match wish {
            Wish::Colors(colors) => {
                for signal in colors
                    .iter()
                    .flat_map(|&(facelet, color)| shows(facelet, color))
                {
                    circuit.require_clause(&[!met, signal]);
                }
            }
            Wish::Alike(sets) => {
                for (pair, color) in sets
                    .iter()
                    .flat_map(|set| set.windows(2))
                    .flat_map(|pair| (0..puzzle.colors().len()).map(move |color| (pair, color)))
                {
                    let mut clause: Vec<Signal> = vec![!met];
                    clause.extend(shows(pair[0], color).into_iter().map(|signal| !signal));
                    for signal in shows(pair[1], color) {
                        circuit.require_clause(&[&clause[..], &[signal]].concat());
                    }
                }
            }
        }
    }
    match unmet.len().checked_sub(wishes.least) {
        Some(most) => circuit.require_at_most(&unmet, most),
        None => circuit.require_clause(&[]),
    }
}

/// Refuses a recipe whose states do not say what facelets show.
pub(super) fn check(wishes: &Wishes, states: &States, recipe: &str) -> Result<(), EncodeError> {
    if wishes.least > 0 && !states.part().tells_start() {
        Err(EncodeError::Wishes(recipe.to_owned()))
    } else {
        Ok(())
    }
}
