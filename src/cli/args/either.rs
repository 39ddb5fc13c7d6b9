//! A text that may be turns or a state.

use super::layout::ReadState;
use super::text::TextArgs;
use crate::cli::Failure;
use crate::problem::Scramble;
use crate::puzzle::Puzzle;

/// What a text means that may be turns or a state.
pub(super) enum Either {
    Turns(Scramble),
    State(ReadState),
    /// Nothing, and why it is no state.
    Neither(Failure),
}

impl TextArgs {
    /// Reads a text as turns or as a state, whichever it can be. `instead` says what to
    /// do if it can be both.
    pub(super) fn either(
        &self,
        option: &str,
        instead: &str,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Either, Failure> {
        let turns = Scramble::read(self.notation, puzzle, text);
        let state = self.read_state(puzzle, text);
        Ok(match (turns, state) {
            (Ok(_), Ok(_)) if self.is_turns(puzzle, text) => {
                return Err(Failure::Usage(format!(
                    "{option}: this can be read both as turns and as a state; {instead}"
                )));
            }
            (_, Ok(state)) => Either::State(state),
            (Ok(scramble), Err(_)) if !text.trim().is_empty() => Either::Turns(scramble),
            // Words that are mostly turns are turns with a mistake.
            (Err(error), Err(_))
                if !text.contains('.')
                    && text
                        .split_whitespace()
                        .any(|word| self.is_turn(puzzle, word)) =>
            {
                return Err(Failure::Error(format!("{option}: {error}")));
            }
            (_, Err(error)) => Either::Neither(error),
        })
    }
}
