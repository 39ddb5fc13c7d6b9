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
    /// Turns of the outer layers and a rotation, which together turn the inner ones.
    Inner([TurnId; 3]),
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
        let is_wca = self == Notation::Singmaster && wca::is_used(&text);
        // A puzzle may have turns of such names.
        if is_wca && !names.all().any(wca::is_used) {
            return wca::read(self, puzzle, names, &text);
        }
        let turn_at = |at: usize| {
            let found = names.longest_at(&text[at..]);
            found.ok_or_else(|| self.refuse(puzzle, &text, at))
        };
        Parser::new(&text, turn_at, |turn| puzzle.inverse(turn)).read()
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
            inner: self.known_inner(puzzle),
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
    /// Of the inner layers, where these have no turns of their own.
    inner: Names<[TurnId; 3]>,
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
        let (mut turns, mut tips) = (Vec::new(), Vec::new());
        for word in self.words(text)? {
            match word {
                Word::Turn(turn) => turns.push(vec![turn]),
                Word::Tip(turn) => tips.push(turn),
                Word::Inner(inner) => turns.push(inner.to_vec()),
            }
        }
        Ok((turns, Tips::after(self.puzzle, &tips)))
    }

    /// Whether a text is a single turn, which may be one of a tip.
    #[must_use]
    pub fn is_one_turn(&self, text: &str) -> bool {
        self.words(text).is_ok_and(|words| words.len() == 1)
    }

    fn words(&self, text: &str) -> Result<Vec<Word>, TurnError> {
        let (puzzle, names) = (self.puzzle, &self.names);
        if self.tips.is_none() && self.inner.is_empty() {
            let turns = self.notation.read_by(names, puzzle, text)?;
            return Ok(turns.into_iter().map(Word::Turn).collect());
        }
        let text: Vec<char> = text.chars().collect();
        let word_at = |at: usize| {
            let rest = &text[at..];
            let turn = names.longest_at(rest);
            let turn = turn.map(|(length, turn)| (length, Word::Turn(turn)));
            let tip = self.tips.as_ref().and_then(|tips| tips.longest_at(rest));
            let tip = tip.map(|(length, tip)| (length, Word::Tip(tip)));
            let inner = self.inner.longest_at(rest);
            let inner = inner.map(|(length, inner)| (length, Word::Inner(inner)));
            // Of names that are equally long, that of a turn counts: it comes last.
            let found = [inner, tip, turn].into_iter().flatten();
            let longest = found.max_by_key(|(length, _)| *length);
            longest.ok_or_else(|| self.notation.refuse(puzzle, &text, at))
        };
        let undo = |word| match word {
            Word::Turn(turn) => Word::Turn(puzzle.inverse(turn)),
            Word::Tip(turn) => Word::Tip(puzzle.undo_tip(turn)),
            Word::Inner(inner) => Word::Inner(inner.map(|turn| puzzle.inverse(turn))),
        };
        Parser::new(&text, word_at, undo).read()
    }
}
