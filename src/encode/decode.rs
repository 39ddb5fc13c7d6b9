//! Converts a model to turns, which are replayed on the puzzle.

use rustsat::types::Assignment;

use super::codebook::Code;
use super::formula::{Formula, Meaning};
use crate::circuit::Bus;
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::puzzle::TurnId;

/// The index of the code that a model chooses in each slot.
pub fn chosen_codes(meaning: &Meaning, model: &Assignment) -> Result<Vec<usize>, Error> {
    let slots = 0..meaning.selectors.slots().len();
    slots
        .map(|slot| meaning.selectors.choice(slot, model))
        .collect()
}

/// The solution that a model encodes. The turns are replayed, and the model's state is compared with the replay after
/// every turn.
///
/// # Errors
/// [`Error`] if `model` is not a model of the formula, or if its turns are not a solution of the problem.
pub fn decode(problem: &Problem, meaning: &Meaning, model: &Assignment) -> Result<Solution, Error> {
    let states = &meaning.states;
    let mut state = states.start_in(problem, model).ok_or_else(no_start_error)?;
    let start = meaning.start(problem, model).ok_or_else(no_start_error)?;
    // Compares the model's state at a step with the state to which the turns lead.
    let check = |step: usize, state: &[Bus]| {
        for (number, (bus, known)) in states.step(step).iter().zip(state).enumerate() {
            let mut pairs = bus.iter().zip(known);
            if !pairs.all(|(signal, known)| signal.value(model) == known.as_const()) {
                let what = states.implementation().describe(&problem.puzzle, number);
                return Err(state_error(step, &what));
            }
        }
        Ok(())
    };
    check(0, &state)?;
    let turns = turns(meaning, model)?;
    for slot in 0..meaning.selectors.slots().len() {
        // The slots after the last turn are idle.
        if let Some(&turn) = turns.get(slot) {
            state = states.turned(&problem.puzzle, &state, turn);
        }
        check(slot + 1, &state)?;
    }
    Solution::replay_from(problem, start, turns)
}

/// The turns of a model.
pub(super) fn turns(meaning: &Meaning, model: &Assignment) -> Result<Vec<TurnId>, Error> {
    let (mut turns, mut idle) = (Vec::new(), false);
    for (slot, code) in chosen_codes(meaning, model)?.into_iter().enumerate() {
        match meaning.selectors.codes()[code] {
            Code::Turn(_) if idle => {
                let turn = slot + 1;
                let why = format!("the model makes turn {turn} after an idle slot");
                return Err(Error::failed(why));
            }
            Code::Turn(turn) => turns.push(turn),
            Code::Idle => idle = true,
        }
    }
    Ok(turns)
}

/// The error for a model that does not determine a start.
pub(super) fn no_start_error() -> Error {
    Error::failed("the model does not give a state to start from")
}

fn state_error(step: usize, what: &str) -> Error {
    Error::failed(format!(
        "at step {step}, {what} in the model differs from the one that the turns lead to"
    ))
}

impl Formula {
    /// The solution that a model encodes, replayed on the puzzle: see [`decode()`](super::decode()).
    ///
    /// # Errors
    /// [`Error`] if `model` is not a model of the formula, or if its turns are not a solution of the problem.
    pub fn decode(&self, problem: &Problem, model: &Assignment) -> Result<Solution, Error> {
        decode(problem, &self.meaning, model)
    }
}
