//! Reading turn sequences.

use super::alg::Parser;
use super::combined::Combined;
use super::error::TurnError;
use super::spelling::{Names, Notation};
use crate::puzzle::{Puzzle, TipTurn, Tips, TurnId};

/// What stands in a text of turns.
#[derive(Clone, Copy)]
enum Word {
    Turn(TurnId),
    Tip(TipTurn),
    Combined(Combined),
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
        let reading = Reading::new(self, puzzle, Vec::new());
        Ok(reading.scramble(text)?.0)
    }

    /// What reads many scrambles: the names of the turns are gathered once.
    #[must_use]
    pub fn reading(self, puzzle: &Puzzle) -> Reading<'_> {
        Reading::new(self, puzzle, self.tip_names(puzzle))
    }
}

/// Reads scrambles of one puzzle in one notation.
pub struct Reading<'p> {
    notation: Notation,
    puzzle: &'p Puzzle,
    names: Names<Word>,
}

impl<'p> Reading<'p> {
    fn new(notation: Notation, puzzle: &'p Puzzle, tips: Vec<(Vec<char>, TipTurn)>) -> Self {
        let combined = notation.combined(puzzle).into_iter();
        let combined = combined.map(|(name, it)| (name.chars().collect(), Word::Combined(it)));
        let tips = tips.into_iter().map(|(name, tip)| (name, Word::Tip(tip)));
        let turns = notation.names(puzzle).into_iter();
        let turns = turns.map(|(name, turn)| (name, Word::Turn(turn)));
        // What comes later counts: a turn of that very name.
        let names = combined.chain(tips).chain(turns).collect();
        Self {
            notation,
            puzzle,
            names: Names::new(names),
        }
    }
}

impl Reading<'_> {
    /// A scramble, in which turns of tips may stand between the others: `R U' l b'` on the Pyraminx. They move nothing
    /// else, so they are told apart.
    ///
    /// # Errors
    /// As [`Notation::read`].
    pub fn scramble(&self, text: &str) -> Result<(Vec<TurnId>, Tips), TurnError> {
        let (words, tips) = self.scramble_by_words(text)?;
        Ok((words.concat(), tips))
    }

    /// A scramble word by word: a word may stand for several turns, as `M` may for `R L' x'`.
    ///
    /// # Errors
    /// As [`Notation::read`].
    pub fn scramble_by_words(&self, text: &str) -> Result<(Vec<Vec<TurnId>>, Tips), TurnError> {
        let puzzle = self.puzzle;
        let (mut turns, mut tips) = (Vec::new(), Tips::after(puzzle, &[]));
        for word in self.words(text)? {
            let made: Vec<TurnId> = match word {
                Word::Turn(turn) => vec![turn],
                Word::Combined(combined) => combined.turns().collect(),
                Word::Tip(turn) => {
                    tips = tips.turned(puzzle, &[turn]);
                    continue;
                }
            };
            let carry = |tips: Tips, &turn: &TurnId| tips.carried(puzzle, turn);
            tips = made.iter().fold(tips, carry);
            turns.push(made);
        }
        Ok((turns, tips))
    }

    /// Whether a text is a single turn, which may be one of a tip.
    #[must_use]
    pub fn is_one_turn(&self, text: &str) -> bool {
        self.words(text).is_ok_and(|words| words.len() == 1)
    }

    fn words(&self, text: &str) -> Result<Vec<Word>, TurnError> {
        let puzzle = self.puzzle;
        let text: Vec<char> = text.chars().collect();
        let word_at = |at: usize| {
            let found = self.names.longest_at(&text[at..]);
            let refuse = || {
                let notation = self.notation;
                let all_but_a_face = notation.refuse_all_but_a_face(puzzle, &text, at);
                all_but_a_face.unwrap_or_else(|| notation.refuse(puzzle, &text, at))
            };
            found.ok_or_else(refuse)
        };
        let undo = |word| match word {
            Word::Turn(turn) => Word::Turn(puzzle.inverse(turn)),
            Word::Tip(turn) => Word::Tip(puzzle.undo_tip(turn)),
            Word::Combined(combined) => Word::Combined(combined.inverse(puzzle)),
        };
        Parser::new(&text, word_at, undo).read()
    }
}
