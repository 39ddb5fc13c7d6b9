//! Regular expressions over turns: `(R U)* F`.
//!
//! | sign | meaning |
//! |---|---|
//! | `R U'` | these turns, one after the other |
//! | `.` | any one turn |
//! | `[R U2]` | one turn of these sets: `R` means all turns of the face |
//! | `[^R U2]` | any one turn except these |
//! | `[]` | matches no sequence |
//! | `A \| B` | `A` or `B` |
//! | `A*` `A+` `A?` `A{2}` `A{2,}` `A{2,4}` | `A` repeated: 0 or more times, 1 or more, 0 or 1, 2, 2 or more, 2 to 4 |
//! | `(A)` | a group; `()` is the empty sequence |
//!
//! *Idea.* Recursive descent. Turns are read as in scrambles.

use super::cursor::Cursor;
use super::error::TurnError;
use super::name_index::{NameIndex, Segmentation};
use super::spelling::Notation;
use crate::automaton::Expression;
use crate::puzzle::{MAX_TURNS, Puzzle, TurnId};

impl Notation {
    /// Reads a regular expression over the turns of a puzzle; its symbols are the indices of turns.
    ///
    /// ```
    /// use twistsat::{Notation, Puzzle};
    /// use twistsat::automaton::Dfa;
    ///
    /// let puzzle = Puzzle::built_in("pocket")?;
    /// let notation = Notation::Singmaster;
    /// let expression = notation.read_sequence(&puzzle, "(R U)* F")?;
    /// let automaton = Dfa::of(&expression, puzzle.turns().len())?;
    /// assert!(automaton.accepts_word(&notation.read(&puzzle, "R U R U F")?));
    /// assert!(!automaton.accepts_word(&notation.read(&puzzle, "R F")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`TurnError`] with the sign that is out of place, or the first token that is not a turn.
    pub fn read_sequence(self, puzzle: &Puzzle, text: &str) -> Result<Expression, TurnError> {
        let text: Vec<char> = text.chars().collect();
        let names = self.accepted_names(puzzle);
        let mut reader = Reader {
            notation: self,
            puzzle,
            words: names.segment(&text, |c| "()[]|*+?{}.^,".contains(c)),
            names,
            cursor: Cursor::new(&text),
        };
        let whole = reader.union()?;
        let reason = match reader.cursor.peek() {
            None => return Ok(whole),
            Some(')') => "closes a group that was never opened",
            Some(_) => "closes a set that was never opened",
        };
        Err(reader.cursor.error(reader.cursor.at, reason))
    }

    /// Writes an expression as text.
    #[must_use]
    pub fn write_sequence(self, puzzle: &Puzzle, expression: &Expression) -> String {
        expression.text(&|turn| self.write(&puzzle.turns()[turn]))
    }
}

struct Reader<'a> {
    notation: Notation,
    puzzle: &'a Puzzle,
    names: NameIndex<TurnId>,
    words: Segmentation<TurnId>,
    cursor: Cursor<'a>,
}

impl Reader<'_> {
    /// `A | B`.
    fn union(&mut self) -> Result<Expression, TurnError> {
        let mut alternatives = vec![self.concatenation()?];
        while self.cursor.peek() == Some('|') {
            self.cursor.at += 1;
            alternatives.push(self.concatenation()?);
        }
        if alternatives.len() == 1 {
            return Ok(alternatives.swap_remove(0));
        }
        // If all alternatives are single turns, they form a set of turns.
        let single = |alternative: &Expression| match alternative {
            Expression::OneOf(turns) if turns.len() == 1 => turns.first().copied(),
            _ => None,
        };
        let turns: Option<Vec<TurnId>> = alternatives.iter().map(single).collect();
        Ok(turns.map_or(Expression::Union(alternatives), Expression::OneOf))
    }

    /// `A B`.
    fn concatenation(&mut self) -> Result<Expression, TurnError> {
        let mut parts = Vec::new();
        while !matches!(self.cursor.peek(), None | Some(')' | ']' | '|')) {
            let part = self.turn_set_or_group()?;
            parts.push(self.with_repetition(part)?);
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => Expression::Concatenation(parts),
        })
    }

    /// A turn, a set or a group.
    fn turn_set_or_group(&mut self) -> Result<Expression, TurnError> {
        let begin = self.cursor.at;
        let rest = &self.cursor.text[begin..];
        let word = self.words.word_at(self.cursor.text, begin)?;
        if let Some(found) = word.or_else(|| self.names.longest_at(rest)) {
            let turn = self.puzzle.power(found.named, found.times);
            let turn = turn.ok_or_else(|| TurnError {
                token: rest[..found.length].iter().collect(),
                column: begin + 1,
                reason: "moves nothing, so it is not a turn".to_owned(),
            })?;
            self.cursor.at += found.length;
            return Ok(Expression::one(turn));
        }
        match self.cursor.text[begin] {
            '(' => {
                self.cursor.open_group()?;
                let inner = self.union()?;
                self.cursor.close_group(begin, ')')?;
                Ok(inner)
            }
            '[' => self.set(begin),
            '.' => {
                self.cursor.at += 1;
                Ok(Expression::Any)
            }
            '*' | '+' | '?' | '{' => {
                let reason = "repeats nothing: a turn, a set or a group must come before it";
                Err(self.cursor.error(begin, reason))
            }
            _ => {
                let text = self.cursor.text;
                Err(self.notation.unknown_name_error(self.puzzle, text, begin))
            }
        }
    }

    /// `[R U2]` or `[^R U2]`.
    fn set(&mut self, begin: usize) -> Result<Expression, TurnError> {
        self.cursor.at += 1;
        let is_complement = self.cursor.peek() == Some('^');
        self.cursor.at += usize::from(is_complement);
        let mut turns: Vec<TurnId> = Vec::new();
        while let Some(sign) = self.cursor.peek().filter(|&c| c != ']') {
            let rest = &self.cursor.text[self.cursor.at..];
            if "()[|*+?{}^".contains(sign) && self.names.longest_at(rest).is_none() {
                let reason = format!("cannot be in a set; put `{sign}` after its `]`");
                return Err(self.cursor.error(self.cursor.at, reason));
            }
            let word = rest.iter().take_while(|c| !c.is_whitespace() && **c != ']');
            let word: String = word.collect();
            let set = self.notation.read_set(self.puzzle, &word);
            turns.extend(set.map_err(|reason| TurnError {
                token: word.clone(),
                column: self.cursor.at + 1,
                reason: format!("is not a set of turns: {reason}"),
            })?);
            self.cursor.at += word.chars().count();
        }
        self.cursor.expect_closing_bracket(begin, ']', "set")?;
        turns.sort_unstable();
        let mut all = self.puzzle.all_turns();
        all.retain(|turn| turns.binary_search(turn).is_ok() != is_complement);
        Ok(Expression::OneOf(all))
    }

    /// The part, repeated if a sign for that follows.
    fn with_repetition(&mut self, part: Expression) -> Result<Expression, TurnError> {
        let begin = self.cursor.at;
        let (length, (least, most)) = match self.cursor.text.get(begin) {
            Some('*') => (1, (0, None)),
            Some('+') => (1, (1, None)),
            Some('?') => (1, (0, Some(1))),
            Some('{') => self.count_range(begin)?,
            _ => return Ok(part),
        };
        self.cursor.at += length;
        // `R**` is probably a typing error.
        let next = self.cursor.text.get(self.cursor.at);
        if matches!(next, Some('*' | '+' | '?' | '{')) {
            let reason =
                "repeats a part that is already repeated; enclose that part in parentheses";
            return Err(self.cursor.error(self.cursor.at, reason));
        }
        Ok(Expression::Repeated(Box::new(part), least, most))
    }

    /// The length of `{2}`, `{2,}` or `{2,4}`, and the least and the greatest number.
    fn count_range(&self, begin: usize) -> Result<(usize, (usize, Option<usize>)), TurnError> {
        let rest = &self.cursor.text[begin + 1..];
        let Some(length) = rest.iter().position(|&c| c == '}') else {
            let reason = "opens a number that no `}` closes";
            return Err(self.cursor.error(begin, reason));
        };
        let inner: String = rest[..length].iter().collect();
        let number = |text: &str| {
            let number: Option<usize> = text.trim().parse().ok();
            number.filter(|&number| number <= MAX_TURNS)
        };
        let counts = match inner.split_once(',') {
            None => number(&inner).map(|count| (count, Some(count))),
            Some((least, "")) => number(least).map(|least| (least, None)),
            Some((least, most)) => number(least).zip(number(most).map(Some)),
        };
        let is_span = |&(least, most): &(usize, Option<usize>)| most.is_none_or(|it| it >= least);
        let counts = counts.filter(is_span).ok_or_else(|| TurnError {
            token: format!("{{{inner}}}"),
            column: begin + 1,
            reason: format!(
                "must say how often, as {{2}}, {{2,}} or {{2,4}}, with numbers up to {MAX_TURNS}"
            ),
        })?;
        Ok((length + 2, counts))
    }
}
