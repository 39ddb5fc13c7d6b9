//! A goal that is a state, a pattern, or the result of turns.

use super::texts::{TextReader, TurnsOrState};
use crate::error::Error;
use crate::notation::Scheme;
use crate::problem::target::Target;
use crate::puzzle::{Puzzle, Tips};

impl TextReader {
    /// Reads a goal that is neither `any` nor `solved`.
    pub(super) fn read_goal(&self, puzzle: &Puzzle, text: &str) -> Result<Target, Error> {
        let both = Error::malformed(
            "{to}: this can be read both as turns and as a state; write the state or the turns differently",
        );
        Ok(match self.turns_or_state("to", both, puzzle, text)? {
            TurnsOrState::Turns(scramble) => {
                check_tips(scramble.tips())?;
                let state = scramble.state(puzzle);
                Target::State(Scheme::own(puzzle).state_characters(&state))
            }
            TurnsOrState::State(state) => {
                check_tips(&state.tips)?;
                Target::of(state.stickers)
            }
            TurnsOrState::Neither(error) => {
                return Err(error.with_subject("{to} must be `any`, `solved`, a named goal, cycles of pieces, turns or a state"));
            }
        })
    }
}

/// Rejects tips in a goal.
fn check_tips(tips: &Tips) -> Result<(), Error> {
    let error = |why| Error::malformed("{to}: ").text(why);
    tips.check_goal().map_err(error)
}
