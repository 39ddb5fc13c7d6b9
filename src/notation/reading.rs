//! Reading turn sequences.

use std::collections::HashMap;
use std::sync::Arc;

use super::alg::{Parser, is_punctuation, without_comments};
use super::combined::Combined;
use super::error::TurnError;
use super::name_index::NameIndex;
use super::spelling::Notation;
use crate::puzzle::{Puzzle, TipTurn, Tips, TurnId};

/// The meaning of a word in a text of turns.
#[derive(Clone, Copy)]
enum Word {
    Turns(Combined),
    Tip(TipTurn),
}

impl Word {
    /// The turns repeated `times` times; a negative number undoes them. `R4` stands for no turns.
    fn power(self, puzzle: &Puzzle, times: i64) -> Self {
        match self {
            Word::Turns(turns) => Word::Turns(turns.power(puzzle, times)),
            Word::Tip(turn) => Word::Tip(puzzle.tip_power(turn, times)),
        }
    }
}

impl Notation {
    /// Reads a turn sequence. Spaces between turns may be omitted if the text has only one reading. Turns may be grouped:
    /// `(R U)2`, `(R U)'`, commutators `[R, U]` and conjugates `[R: U]`. A comment extends from `//`, or from a
    /// word that begins with `#`, to the end of its line, and `.` stands for no turn.
    ///
    /// # Errors
    /// [`TurnError`] with the first token that is not a turn or is ambiguous, or the bracket that is out of place.
    pub fn read(self, puzzle: &Puzzle, text: &str) -> Result<Vec<TurnId>, TurnError> {
        let reader = ScrambleReader {
            reads_tips: false,
            ..self.scramble_reader(puzzle)
        };
        Ok(reader.read(text)?.0)
    }

    /// A reader for many scrambles: the names of the turns are collected once, when they are needed.
    #[must_use]
    pub fn scramble_reader(self, puzzle: &Puzzle) -> ScrambleReader<'_> {
        ScrambleReader {
            notation: self,
            puzzle,
            reads_tips: true,
        }
    }

    /// The meanings of all words. A name that is also that of a tip or of several turns means the turn.
    fn words(self, puzzle: &Puzzle, tips: Vec<(String, TipTurn)>) -> NameIndex<Word> {
        let combined = self.combined_names(puzzle).into_iter();
        let combined = combined.map(|(name, it)| (name, Word::Turns(it)));
        let tips = tips.into_iter().map(|(name, tip)| (name, Word::Tip(tip)));
        let turns = self.names(puzzle).into_iter();
        let turns = turns.map(|(name, turn)| (name, Word::Turns(Combined::one(turn))));
        self.name_index(combined.chain(tips).chain(turns).collect())
    }
}

/// Reads scrambles of one puzzle in one notation.
pub struct ScrambleReader<'p> {
    notation: Notation,
    puzzle: &'p Puzzle,
    reads_tips: bool,
}

impl ScrambleReader<'_> {
    /// The turns of a text in which each word is the name of an enabled turn; `None` for any other text. Only these names
    /// are quick to collect: for all others, the puzzle with all groups of turns is needed.
    pub(crate) fn turns_by_name(&self, text: &str) -> Option<Vec<TurnId>> {
        let gather = || self.notation.names(self.puzzle).into_iter().collect();
        let names: Arc<HashMap<String, TurnId>> =
            self.puzzle.cached_fact(self.notation.name(), gather);
        let words = text.split_whitespace();
        words.map(|word| names.get(word).copied()).collect()
    }

    /// The meanings of all words.
    fn names(&self) -> Arc<NameIndex<Word>> {
        let (notation, puzzle) = (self.notation, self.puzzle);
        if !self.reads_tips && !puzzle.tips().is_empty() {
            return Arc::new(notation.words(puzzle, Vec::new()));
        }
        puzzle.cached_fact(notation.name(), || {
            notation.words(puzzle, notation.tip_names(puzzle))
        })
    }

    /// Reads a scramble, which may contain turns of tips: `R U' l b'` on the Pyraminx. Turns of tips move nothing else, so
    /// the orientations of the tips are returned separately.
    ///
    /// # Errors
    /// As [`Notation::read`].
    pub fn read(&self, text: &str) -> Result<(Vec<TurnId>, Tips), TurnError> {
        let (words, tips) = self.read_by_words(text)?;
        Ok((words.concat(), tips))
    }

    /// Reads a scramble word by word: a word may stand for several turns, as `M` may for `R L' x'`.
    ///
    /// # Errors
    /// As [`Notation::read`].
    pub fn read_by_words(&self, text: &str) -> Result<(Vec<Vec<TurnId>>, Tips), TurnError> {
        let puzzle = self.puzzle;
        let (mut turns, mut tips) = (Vec::new(), Tips::after(puzzle, &[]));
        if let Some(named) = self.turns_by_name(text) {
            let words = named.into_iter().map(|turn| vec![turn]);
            return Ok((words.collect(), tips));
        }
        for word in self.words(text)? {
            match word {
                Word::Tip(turn) => tips = tips.turned(puzzle, &[turn]),
                Word::Turns(combined) => {
                    let carry = |tips: Tips, turn| tips.after_turn(puzzle, turn);
                    tips = combined.turns().fold(tips, carry);
                    turns.push(combined.turns().collect());
                }
            }
        }
        Ok((turns, tips))
    }

    /// Whether a text is a single word: the name of a turn, of a turn of a tip, or of several turns such as `M`.
    pub fn is_one_turn(&self, text: &str) -> bool {
        let name: Vec<char> = text.chars().collect();
        let is_plain = |&c: &char| c.is_alphanumeric();
        if name.iter().all(is_plain) {
            // Lists contain many states, so avoid composing an error message for each.
            let names = self.names();
            let longest = names.longest_at(&name);
            return longest.is_some_and(|found| found.length == name.len());
        }
        self.words(text).is_ok_and(|words| words.len() == 1)
    }

    /// Whether each word of a text is a name as for [`Self::is_one_turn`]. Comments are ignored.
    pub fn has_only_turns(&self, text: &str) -> bool {
        if self.turns_by_name(text).is_some() {
            return true;
        }
        let text = without_comments(text);
        let mut words = text.split_whitespace();
        words.all(|word| self.is_one_turn(word))
    }

    fn words(&self, text: &str) -> Result<Vec<Word>, TurnError> {
        let (puzzle, notation) = (self.puzzle, self.notation);
        let text: Vec<char> = without_comments(text).chars().collect();
        let is_end = |at: usize| {
            let next = text.get(at);
            next.is_none_or(|&c| c.is_whitespace() || is_punctuation(c))
        };
        let without_pauses = text.iter().enumerate().map(|(at, &c)| {
            let is_pause = c == '.' && at.checked_sub(1).is_none_or(is_end) && is_end(at + 1);
            if is_pause { ' ' } else { c }
        });
        let text: Vec<char> = without_pauses.collect();
        let names = self.names();
        let segmentation = names.segment(&text, is_punctuation);
        let word_at = |at: usize| {
            // A text with a mistake is read up to the mistake, so that the error has the position.
            let found = segmentation.word_at(&text, at)?;
            let found = found.or_else(|| names.longest_at(&text[at..]));
            let found = found.ok_or_else(|| {
                let all_but_a_face = notation.all_but_a_face_error(puzzle, &text, at);
                all_but_a_face.unwrap_or_else(|| notation.unknown_name_error(puzzle, &text, at))
            })?;
            Ok((found.length, found.named.power(puzzle, found.times)))
        };
        let undo = |word: Word| word.power(puzzle, -1);
        Parser::new(&text, word_at, undo).read()
    }
}
