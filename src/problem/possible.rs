//! Interprets a state for which no goal is given.

use std::sync::Arc;

use super::budget::Budget;
use super::checked::{Problem, start_error};
use super::target::Target;
use crate::error::Error;
use crate::notation::{Scheme, question_mark_error};
use crate::puzzle::{Pattern, Puzzle, Sticker};

/// Whether turns may lead from a state to the solved state.
pub(super) fn is_possible(puzzle: &Arc<Puzzle>, symbols: &[char]) -> bool {
    possible_state(puzzle, &Sticker::all_known(symbols)).is_ok()
}

/// The colors and the state (or the pattern of states) that a text may mean and from which turns may lead to the solved
/// state.
///
/// # Errors
/// [`Error`] if no state matches the text. Its message gives the reason.
pub fn possible_state(puzzle: &Arc<Puzzle>, text: &[Sticker]) -> Result<(Scheme, Pattern), Error> {
    let to = |target: &Target| {
        let budget = Budget::AtMost(0);
        let problem = Problem::of_stickers(puzzle.clone(), text, target, budget)?;
        Ok((problem.scheme.clone(), problem.start.pattern().clone()))
    };
    match Sticker::all_symbols(text) {
        Some(symbols) => {
            let scheme = Scheme::infer(puzzle, &symbols)
                .map_err(|error| start_error(question_mark_error(puzzle, text).unwrap_or(error)))?;
            to(&Target::state(&scheme.state_characters(puzzle.solved())))
        }
        // In the puzzle's own symbols, or in others determined by the held piece.
        None => to(&Target::Solved).or_else(|error| to(&Target::Any).map_err(|_| error)),
    }
}
