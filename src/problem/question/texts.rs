//! Reads texts that are states or turns.

use std::sync::Arc;

use super::data::{Question, StartText};
use super::layout::TextLayout;
use crate::error::{Error, ErrorKind};
use crate::notation::Scheme;
use crate::problem::checked::Problem;
use crate::problem::scramble::Scramble;
use crate::problem::target::Target;
use crate::puzzle::{Layout, Puzzle, Sticker, Tips};

/// A parsed state.
#[derive(Clone, Debug)]
pub struct StateText {
    /// One sticker per facelet.
    pub stickers: Vec<Sticker>,
    /// The orientations of the tips.
    pub tips: Tips,
    /// The layout in which the text was read.
    pub layout: TextLayout,
}

/// The meaning of a text that may be turns or a state.
pub(super) enum TurnsOrState {
    Turns(Scramble),
    State(StateText),
    /// Neither, with the error of reading the text as a state.
    Neither(Error),
}

impl Question {
    /// Whether a text consists of turns, which may be in brackets.
    pub fn is_turns(&self, puzzle: &Puzzle, text: &str) -> bool {
        let enabled = self.notation.scramble_reader(puzzle);
        if enabled.turns_by_name(text).is_some() {
            return true;
        }
        let reader = self.notation.scramble_reader(puzzle.with_all_groups());
        let has_turns_in_brackets = || has_brackets(text) && reader.read(text).is_ok();
        reader.has_only_turns(text) || has_turns_in_brackets()
    }

    /// Whether one of the words of a text is a turn, possibly of a tip.
    fn has_turn(&self, puzzle: &Puzzle, text: &str) -> bool {
        let reader = self.notation.scramble_reader(puzzle.with_all_groups());
        text.split_whitespace().any(|word| reader.is_one_turn(word))
    }

    /// Reads a state, in the layout of the question or in a guessed layout.
    ///
    /// # Errors
    /// [`Error`] if the text does not match the facelets.
    pub fn read_state(&self, puzzle: &Puzzle, text: &str) -> Result<StateText, Error> {
        let guess = TextLayout::Named(Layout::guess(puzzle, text));
        let layout = self.layout.clone().unwrap_or_else(|| guess.clone());
        let read = layout.read(puzzle, text).map_err(|error| {
            if layout == guess || error.kind() != ErrorKind::Impossible {
                return error;
            }
            let error = error.template(" (read as {layout}");
            error.text(format!(" {layout})"))
        });
        let (stickers, tips) = read?;
        Ok(StateText {
            stickers,
            tips,
            layout,
        })
    }

    /// Reads the text of a key as turns or as a state. `ambiguous` is the error if the text can be read as both.
    pub(super) fn turns_or_state(
        &self,
        key: &'static str,
        ambiguous: Error,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<TurnsOrState, Error> {
        let turns = Scramble::read(self.notation, puzzle, text);
        let state = self.read_state(puzzle, text);
        Ok(match (turns, state) {
            (Ok(_), Ok(_)) if self.is_turns(puzzle, text) => return Err(ambiguous),
            (_, Ok(state)) => TurnsOrState::State(state),
            (Ok(scramble), Err(_)) if !text.trim().is_empty() => TurnsOrState::Turns(scramble),
            // A text with a turn among its words is a scramble with a mistake.
            (Err(error), Err(_)) if !text.contains('.') && self.has_turn(puzzle, text) => {
                return Err(Error::for_key(key, error));
            }
            (_, Err(error)) => TurnsOrState::Neither(error),
        })
    }

    /// Reads a goal that is turns or a state.
    pub(super) fn read_goal(&self, puzzle: &Puzzle, text: &str) -> Result<Target, Error> {
        let ambiguous = Error::malformed(
            "{to}: this can be read both as turns and as a state; write the state or the turns differently",
        );
        let (tips, target) = match self.turns_or_state("to", ambiguous, puzzle, text)? {
            TurnsOrState::Turns(scramble) => {
                let symbols = Scheme::own_symbols(puzzle);
                let state = symbols.state_characters(&scramble.state(puzzle));
                (scramble.tips().clone(), Target::state(&state))
            }
            TurnsOrState::State(state) => (state.tips, Target::Pattern(state.stickers)),
            TurnsOrState::Neither(error) => {
                return Err(error.with_subject(
                    "{to} must be `any`, `solved`, a named goal, cycles of pieces, turns or a state",
                ));
            }
        };
        let checked = tips.check_goal();
        checked.map_err(|why| Error::malformed("{to}: ").text(why))?;
        Ok(target)
    }

    /// The problem of a line of a list. The line is a scramble if it consists of turns, or if it has brackets or a turn among
    /// its words and does not have the form of a state; otherwise it is a state.
    pub fn problem_of_line(&self, puzzle: &Arc<Puzzle>, line: &str) -> Result<Problem, Error> {
        let symbols = Sticker::read_all(&line.split_whitespace().collect::<String>());
        let facelets = puzzle.facelets().len();
        let is_state = line.contains('=') || symbols.is_ok_and(|symbols| symbols.len() == facelets);
        // A line with a turn but without the length of a state is a scramble with a mistake.
        if self.is_turns(puzzle, line)
            || !is_state && (has_brackets(line) || self.has_turn(puzzle, line))
        {
            return self.problem_from(puzzle, StartText::Scramble(line));
        }
        let problem = self.problem_from(puzzle, StartText::State(line));
        problem.map_err(|error| match error.kind() {
            ErrorKind::Impossible | ErrorKind::ImpossibleStart
                if Scramble::read(self.notation, puzzle, line).is_ok() =>
            {
                error.text(
                    " (it was read as a state; if it is a scramble, put spaces between the turns)",
                )
            }
            _ => error,
        })
    }
}

/// Whether a text contains a character that only groups of turns have, as in `(R U)3` or `[R, U]`.
fn has_brackets(text: &str) -> bool {
    text.contains(['(', ',', ':'])
}
