//! Converts a model to turns, which are replayed on the puzzle.

use rustsat::types::Assignment;

use super::code::Code;
use super::formula::{Formula, Meaning};
use super::selectors::Choice;
use super::states::States;
use crate::circuit::{Bus, Signal};
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::puzzle::TurnId;

/// Why a model yields no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A selector variable has no value.
    #[error("the model gives no value to a selector of turn {0}")]
    NoValue(usize),
    /// The selector has a meaningless value.
    #[error("the model's choice for turn {0} does not stand for a turn")]
    NoTurn(usize),
    /// The selector has several turns.
    #[error("the model makes two turns at once, as turn {0}")]
    SeveralTurns(usize),
    /// A turn after an idle slot.
    #[error("the model makes turn {0} after an idle slot")]
    TurnAfterIdle(usize),
    /// The model's states differ from those of the turns.
    #[error("at step {step}, {what} in the model differs from the one that the turns lead to")]
    State {
        /// The number of turns made.
        step: usize,
        /// The part of the state, in words.
        what: String,
    },
    /// The turns are not a solution.
    #[error(transparent)]
    Replay(#[from] Error),
}

/// The index of the code that a model chooses in each slot.
///
/// # Errors
/// [`DecodeError`] if the model is partial, or does not choose exactly one code.
pub fn codes(meaning: &Meaning, model: &Assignment) -> Result<Vec<usize>, DecodeError> {
    (0..meaning.selectors.slots().len())
        .map(|slot| match meaning.selectors.choice(slot, model) {
            Choice::Code(code) => Ok(code),
            Choice::Nothing => Err(DecodeError::NoTurn(slot + 1)),
            Choice::Several => Err(DecodeError::SeveralTurns(slot + 1)),
            Choice::NoValue => Err(DecodeError::NoValue(slot + 1)),
        })
        .collect()
}

/// The solution that a model encodes. The turns are replayed, and the model's state is compared with the replay at every
/// step.
///
/// # Errors
/// [`DecodeError`] if it is not a model of the formula, or if its turns are not a solution of the problem.
pub fn decode(
    problem: &Problem,
    meaning: &Meaning,
    model: &Assignment,
) -> Result<Solution, DecodeError> {
    let Meaning { selectors, states } = meaning;
    let mut turns: Vec<TurnId> = Vec::new();
    let mut idle = false;
    let unread = || DecodeError::State {
        step: 0,
        what: "a start".to_owned(),
    };
    let mut state = states.start_in(problem, model).ok_or_else(unread)?;
    let start = match problem.start.state() {
        Some(start) => start,
        None => states
            .constant_state(&problem.puzzle, &state)
            .ok_or_else(unread)?,
    };
    check_state(problem, states, model, 0, &state)?;
    for (slot, code) in codes(meaning, model)?.into_iter().enumerate() {
        match selectors.codes()[code] {
            Code::Turn(_) if idle => return Err(DecodeError::TurnAfterIdle(slot + 1)),
            Code::Turn(turn) => {
                turns.push(turn);
                state = states.turned(&problem.puzzle, &state, turn);
            }
            Code::Idle => idle = true,
        }
        check_state(problem, states, model, slot + 1, &state)?;
    }
    Ok(Solution::replay_from(problem, start, turns)?)
}

/// Compares a model's state with `state`, the constant state after the turns.
fn check_state(
    problem: &Problem,
    states: &States,
    model: &Assignment,
    step: usize,
    state: &[Bus],
) -> Result<(), DecodeError> {
    for (number, (bus, known)) in states.step(step).iter().zip(state).enumerate() {
        let agrees = |(signal, known): (Signal, Signal)| signal.value(model) == known.as_const();
        if !bus.iter().zip(known).all(agrees) {
            return Err(DecodeError::State {
                step,
                what: states.part().describe(&problem.puzzle, number),
            });
        }
    }
    Ok(())
}

impl Formula {
    /// The solution that a model encodes, replayed on the puzzle: see [`decode()`](super::decode()).
    ///
    /// # Errors
    /// [`DecodeError`] if it is not a model of the formula, or if its turns are not a solution of the problem.
    pub fn decode(&self, problem: &Problem, model: &Assignment) -> Result<Solution, DecodeError> {
        decode(problem, &self.meaning, model)
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::Replay(error) => error,
            error => Self::failed(error),
        }
    }
}
