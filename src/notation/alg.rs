//! Turn sequences with groups: `(R U)2`, `[A, B]` and `[A: B]`, as in SiGN notation.
//!
//! *Idea.* Recursive descent. The notation parses single turns; this file parses the punctuation around them. A group
//! is expanded when it is read, after a check of the resulting length, so `(((R)99)99)99` takes no more memory than the
//! limit allows.
//!
//! *Source.* The notation page of the Twizzle and cubing.js documentation: a commutator `[A, B]` is `A B A' B'`, a
//! conjugate `[A: B]` is `A B A'`.

use super::cursor::Cursor;
use super::error::TurnError;
use crate::puzzle::MAX_TURNS;

/// Replaces comments by spaces, so that columns stay correct. A comment extends from `//`, or from a word that begins with
/// `#`, to the end of the line.
pub(super) fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let begins_word = |&at: &usize| at == 0 || line[..at].ends_with(char::is_whitespace);
        let hash = line.match_indices('#').map(|(at, _)| at).find(begins_word);
        let end = line.find("//").into_iter().chain(hash).min();
        let (turns, comment) = line.split_at(end.unwrap_or(line.len()));
        kept += turns;
        kept.extend(comment.chars().map(|c| if c == '\n' { c } else { ' ' }));
    }
    kept
}

/// Whether a character is punctuation between turns.
pub(super) fn is_punctuation(c: char) -> bool {
    "()[],:".contains(c)
}

/// A parser of turns and groups. `T` is a turn.
pub(crate) struct Parser<'a, F, I> {
    cursor: Cursor<'a>,
    /// Finds the turn at a position of the text; also returns the length of its name.
    turn_at: F,
    /// The inverse of a turn.
    undo: I,
}

impl<'a, T, F, I> Parser<'a, F, I>
where
    T: Copy,
    F: Fn(usize) -> Result<(usize, T), TurnError>,
    I: Fn(T) -> T,
{
    pub(crate) fn new(text: &'a [char], turn_at: F, undo: I) -> Self {
        Self {
            cursor: Cursor::new(text),
            turn_at,
            undo,
        }
    }

    /// Parses the whole text.
    pub(crate) fn read(mut self) -> Result<Vec<T>, TurnError> {
        let turns = self.sequence()?;
        let reason = match self.cursor.peek() {
            None => return Ok(turns),
            Some(')' | ']') => "closes a group that was never opened",
            Some(_) => "is outside of brackets; a commutator is [A, B] and a conjugate [A: B]",
        };
        Err(self.cursor.error(self.cursor.at, reason))
    }

    /// Parses turns and groups up to the end of the text or of the enclosing group.
    fn sequence(&mut self) -> Result<Vec<T>, TurnError> {
        let mut turns = Vec::new();
        loop {
            match self.cursor.peek() {
                None | Some(')' | ']' | ',' | ':') => return Ok(turns),
                Some(bracket @ ('(' | '[')) => {
                    let begin = self.cursor.open_group()?;
                    let group = self.group(begin, bracket)?;
                    self.check_length(begin, turns.len() + group.len())?;
                    turns.extend(group);
                }
                Some(_) => {
                    let (length, turn) = (self.turn_at)(self.cursor.at)?;
                    turns.push(turn);
                    self.cursor.at += length;
                }
            }
        }
    }

    /// Parses a group after its opening bracket, with an optional exponent and inverse mark.
    fn group(&mut self, begin: usize, bracket: char) -> Result<Vec<T>, TurnError> {
        let first = self.sequence()?;
        let group = if bracket == '(' {
            self.cursor.close_group(begin, ')')?;
            first
        } else {
            self.commutator_or_conjugate(begin, &first)?
        };
        // `(R U)'2` is `(R U)2'`.
        let is_marked_first = self.take_inverse_mark();
        let count = self.exponent()?;
        self.check_length(begin, group.len().saturating_mul(count))?;
        let group = if is_marked_first || self.take_inverse_mark() {
            self.inverse(&group)
        } else {
            group
        };
        Ok(group.repeat(count))
    }

    /// Parses a group from the separator after `[A` on: `, B]` or `: B]`.
    fn commutator_or_conjugate(&mut self, begin: usize, first: &[T]) -> Result<Vec<T>, TurnError> {
        let separator = self.cursor.peek().filter(|c| matches!(c, ',' | ':'));
        let Some(separator) = separator else {
            let reason =
                "opens a commutator [A, B] or a conjugate [A: B], but no `,` and no `:` follows";
            return Err(self.cursor.error(begin, reason));
        };
        self.cursor.at += 1;
        let second = self.sequence()?;
        self.cursor.close_group(begin, ']')?;
        let undo_second = if separator == ',' {
            self.inverse(&second)
        } else {
            Vec::new()
        };
        self.check_length(begin, 2 * first.len() + second.len() + undo_second.len())?;
        Ok([first, &second, &self.inverse(first), &undo_second].concat())
    }

    /// Parses the exponent immediately after a group; a group without an exponent has exponent 1.
    fn exponent(&mut self) -> Result<usize, TurnError> {
        let begin = self.cursor.at;
        let rest = self.cursor.text[begin..].iter();
        let digits: String = rest.take_while(|c| c.is_ascii_digit()).collect();
        self.cursor.at += digits.len();
        if digits.is_empty() {
            return Ok(1);
        }
        let count = digits.parse().ok().filter(|&count| count <= MAX_TURNS);
        count.ok_or_else(|| {
            let reason = format!("repeats a group too often; the limit is {MAX_TURNS} times");
            self.cursor.error(begin, reason)
        })
    }

    /// Skips an inverse mark, `'` or a similar character, if one follows. Returns whether one does.
    fn take_inverse_mark(&mut self) -> bool {
        let next = self.cursor.text.get(self.cursor.at);
        let mark = matches!(next, Some('\'' | '’' | '′'));
        self.cursor.at += usize::from(mark);
        mark
    }

    fn inverse(&self, turns: &[T]) -> Vec<T> {
        let backwards = turns.iter().rev();
        backwards.map(|&turn| (self.undo)(turn)).collect()
    }

    fn check_length(&self, begin: usize, length: usize) -> Result<(), TurnError> {
        if length <= MAX_TURNS {
            return Ok(());
        }
        let reason = format!(
            "begins a group that brings the sequence to {length} turns or more; the limit with groups is {MAX_TURNS}"
        );
        Err(self.cursor.error(begin, reason))
    }
}
