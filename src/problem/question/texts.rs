//! Reads states and turns, given the order of stickers and the names of turns.

use super::data::Question;
use super::layout::TextLayout;
use crate::error::{Error, ErrorKind};
use crate::notation::Scheme;
use crate::problem::scramble::Scramble;
use crate::problem::target::Target;
use crate::puzzle::{Layout, Puzzle, Sticker, Tips};

/// A parsed state.
#[derive(Clone, Debug)]
pub struct StateText {
    /// One sticker per facelet.
    pub stickers: Vec<Sticker>,
    /// The orientations of its tips.
    pub tips: Tips,
    /// The layout that was used.
    pub layout: TextLayout,
}

/// The meaning of a text that may be turns or a state.
pub(super) enum TurnsOrState {
    Turns(Scramble),
    State(StateText),
    /// Neither, with the error of reading it as a state.
    Neither(Error),
}

impl Question {
    /// Whether a text consists of turns, which may be grouped.
    pub fn is_turns(&self, puzzle: &Puzzle, text: &str) -> bool {
        let enabled = self.notation.scramble_reader(puzzle);
        if enabled.turns_by_name(text).is_some() {
            return true;
        }
        let reader = self.notation.scramble_reader(puzzle.with_all_groups());
        let is_alg = || has_groups(text) && reader.read(text).is_ok();
        reader.has_only_turns(text) || is_alg()
    }

    /// Whether a word is a turn, possibly of a tip.
    pub(super) fn is_turn(&self, puzzle: &Puzzle, word: &str) -> bool {
        let reader = self.notation.scramble_reader(puzzle.with_all_groups());
        reader.is_one_turn(word)
    }

    /// Reads a state in its layout.
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

    /// Reads a text as turns or as a state, whichever matches. `key` is the key of the text, and `ambiguous` the error
    /// if both match.
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
            (Err(error), Err(_))
                if !text.contains('.')
                    && text
                        .split_whitespace()
                        .any(|word| self.is_turn(puzzle, word)) =>
            {
                return Err(Error::for_key(key, error));
            }
            (_, Err(error)) => TurnsOrState::Neither(error),
        })
    }

    /// Reads a goal that is neither `any` nor `solved`.
    pub(super) fn read_goal(&self, puzzle: &Puzzle, text: &str) -> Result<Target, Error> {
        let both = Error::malformed(
            "{to}: this can be read both as turns and as a state; write the state or the turns differently",
        );
        let check_tips = |tips: &Tips| {
            let error = |why| Error::malformed("{to}: ").text(why);
            tips.check_goal().map_err(error)
        };
        match self.turns_or_state("to", both, puzzle, text)? {
            TurnsOrState::Turns(scramble) => {
                check_tips(scramble.tips())?;
                let state = scramble.state(puzzle);
                Ok(Target::state(
                    &Scheme::own_symbols(puzzle).state_characters(&state),
                ))
            }
            TurnsOrState::State(state) => {
                check_tips(&state.tips)?;
                Ok(Target::Pattern(state.stickers))
            }
            TurnsOrState::Neither(error) => Err(error.with_subject(
                "{to} must be `any`, `solved`, a named goal, cycles of pieces, turns or a state",
            )),
        }
    }
}

/// Whether a text may contain groups of turns: no state has such characters.
pub(super) fn has_groups(text: &str) -> bool {
    text.contains(['(', ',', ':'])
}
