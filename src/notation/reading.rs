//! Reading turn sequences.

use super::alg::Parser;
use super::error::TurnError;
use super::spelling::{Names, Notation};
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
        self.read_by(&self.known(puzzle), puzzle, text)
    }

    /// The same, by names that are known already.
    fn read_by(
        self,
        names: &Names<TurnId>,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Vec<TurnId>, TurnError> {
        let text: Vec<char> = text.chars().collect();
        if self == Notation::Singmaster && wca::is_used(&text) {
            return wca::read(self, puzzle, names, &text);
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
        self.reading(puzzle).scramble(text)
    }

    /// What reads many scrambles: the names of the turns are gathered once.
    #[must_use]
    pub fn reading(self, puzzle: &Puzzle) -> Reading<'_> {
        let tips = !puzzle.tips().is_empty();
        Reading {
            notation: self,
            puzzle,
            names: self.known(puzzle),
            tips: tips.then(|| self.known_tips(puzzle)),
        }
    }
}

/// Reads scrambles of one puzzle in one notation.
pub struct Reading<'p> {
    notation: Notation,
    puzzle: &'p Puzzle,
    names: Names<TurnId>,
    /// Where there are tips.
    tips: Option<Names<TipTurn>>,
}

impl Reading<'_> {
    /// A scramble; see [`Notation::read_scramble`].
    ///
    /// # Errors
    /// As [`Notation::read`].
    pub fn scramble(&self, text: &str) -> Result<(Vec<TurnId>, Tips), TurnError> {
        let (puzzle, names) = (self.puzzle, &self.names);
        let Some(tips) = &self.tips else {
            let turns = self.notation.read_by(names, puzzle, text)?;
            return Ok((turns, Tips::default()));
        };
        let text: Vec<char> = text.chars().collect();
        let word_at = |at: usize| {
            let turn = names.longest_at(&text[at..]);
            let tip = tips.longest_at(&text[at..]);
            match (turn, tip) {
                (Some((length, turn)), tip) if tip.is_none_or(|(tip, _)| tip <= length) => {
                    Ok((length, Word::Turn(turn)))
                }
                (_, Some((length, tip))) => Ok((length, Word::Tip(tip))),
                _ => Err(self.notation.refuse(puzzle, &text, at)),
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
