//! From a model back to turns, replayed on the puzzle.

use rustsat::types::Assignment;

use super::formula::{Code, Meaning};
use crate::puzzle::{Problem, ReplayError, Solution, State, TurnId};

/// Why a model gives no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A selector variable has no value.
    #[error("the model gives no value to a selector of turn {0}")]
    NoValue(usize),
    /// A selector code that means nothing.
    #[error("the model chooses code {code} for turn {slot}, which means no turn")]
    NoTurn {
        /// The slot, from 1.
        slot: usize,
        /// The code.
        code: usize,
    },
    /// A turn after an idle slot.
    #[error("the model makes turn {0} after an idle slot")]
    TurnAfterIdle(usize),
    /// The model's colours are not those of the turns.
    #[error(
        "at step {step}, the model's color of facelet {facelet} is not what the turns make of it"
    )]
    Color {
        /// Turns made.
        step: usize,
        /// The facelet's name.
        facelet: String,
    },
    /// The turns are no solution.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The selector code of each slot in a model.
///
/// # Errors
/// [`DecodeError::NoValue`] if the model is partial.
pub fn codes(meaning: &Meaning, model: &Assignment) -> Result<Vec<usize>, DecodeError> {
    meaning
        .selectors
        .iter()
        .enumerate()
        .map(|(slot, selector)| selector.value(model).ok_or(DecodeError::NoValue(slot + 1)))
        .collect()
}

/// The solution that a model stands for. The turns are replayed, and the
/// model's colours are compared with the replay at every step.
///
/// # Errors
/// [`DecodeError`] if the model is none of the formula's, or its turns are no
/// solution of the problem.
pub fn decode(
    problem: &Problem,
    meaning: &Meaning,
    model: &Assignment,
) -> Result<Solution, DecodeError> {
    let mut turns: Vec<TurnId> = Vec::new();
    let mut idle = false;
    let mut state = problem.start.clone();
    check_colors(problem, meaning, model, 0, &state)?;
    for (slot, code) in codes(meaning, model)?.into_iter().enumerate() {
        match meaning.codes.get(code) {
            Some(Code::Turn(_)) if idle => return Err(DecodeError::TurnAfterIdle(slot + 1)),
            Some(&Code::Turn(turn)) => {
                turns.push(turn);
                state = problem.puzzle.apply(&state, &[turn]);
            }
            Some(Code::Idle) => idle = true,
            None => {
                return Err(DecodeError::NoTurn {
                    slot: slot + 1,
                    code,
                });
            }
        }
        check_colors(problem, meaning, model, slot + 1, &state)?;
    }
    Ok(Solution::replay(problem, turns)?)
}

fn check_colors(
    problem: &Problem,
    meaning: &Meaning,
    model: &Assignment,
    step: usize,
    state: &State,
) -> Result<(), DecodeError> {
    for (facelet, bus) in meaning.colors[step].iter().enumerate() {
        if bus.value(model) != Some(state.color(facelet)) {
            return Err(DecodeError::Color {
                step,
                facelet: problem.puzzle.facelets()[facelet].clone(),
            });
        }
    }
    Ok(())
}
