//! Reading turn sequences.

use super::alg::Parser;
use super::error::TurnError;
use super::spelling::Notation;
use super::wca;
use crate::puzzle::{Puzzle, TipTurn, Tips, TurnId};

/// What stands in a scramble.
#[derive(Clone, Copy)]
enum Word {
    Turn(TurnId),
    Tip(TipTurn),
}

impl Notation {
    /// Reads a turn sequence. Spaces between turns may be left out; the
    /// longest name that fits is taken. Turns can stand in groups: `(R U)2`,
    /// `(R U)'`, commutators `[R, U]` and conjugates `[R: U]`.
    ///
    /// # Errors
    /// [`TurnError`] with the first token that is no turn, or the bracket that
    /// is out of place.
    pub fn read(self, puzzle: &Puzzle, text: &str) -> Result<Vec<TurnId>, TurnError> {
        let names = self.known(puzzle);
        let text: Vec<char> = text.chars().collect();
        if self == Notation::Singmaster && wca::is_used(&text) {
            return wca::read(self, puzzle, &names, &text);
        }
        let turn_at = |at: usize| {
            let found = names.longest_at(&text[at..]);
            found.ok_or_else(|| self.refuse(puzzle, &text, at))
        };
        Parser::new(&text, turn_at, |turn| puzzle.inverse(turn)).read()
    }

    /// Reads a scramble, in which turns of tips may stand between the others: `R U' l b'` on the Pyraminx. They
    /// move nothing else, so they are told apart.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_scramble(
        self,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<(Vec<TurnId>, Tips), TurnError> {
        if puzzle.tips().is_empty() {
            return Ok((self.read(puzzle, text)?, Tips::default()));
        }
        let (names, tips) = (self.known(puzzle), self.known_tips(puzzle));
        let text: Vec<char> = text.chars().collect();
        let word_at = |at: usize| {
            let turn = names.longest_at(&text[at..]);
            let tip = tips.longest_at(&text[at..]);
            match (turn, tip) {
                (Some((length, turn)), tip) if tip.is_none_or(|(tip, _)| tip <= length) => {
                    Ok((length, Word::Turn(turn)))
                }
                (_, Some((length, tip))) => Ok((length, Word::Tip(tip))),
                _ => Err(self.refuse(puzzle, &text, at)),
            }
        };
        let undo = |word| match word {
            Word::Turn(turn) => Word::Turn(puzzle.inverse(turn)),
            Word::Tip(turn) => Word::Tip(puzzle.undo_tip(turn)),
        };
        let (mut turns, mut tips) = (Vec::new(), Vec::new());
        for word in Parser::new(&text, word_at, undo).read()? {
            match word {
                Word::Turn(turn) => turns.push(turn),
                Word::Tip(turn) => tips.push(turn),
            }
        }
        Ok((turns, Tips::after(puzzle, &tips)))
    }
}
