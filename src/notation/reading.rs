//! Reading turn sequences.

use super::alg::Parser;
use super::error::TurnError;
use super::spelling::Notation;
use super::wca;
use crate::puzzle::{Puzzle, TurnId};

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
}
