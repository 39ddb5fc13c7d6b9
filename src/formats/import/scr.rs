//! Scrambles of twsearch, `.scr` files: states as pieces in places, or turns.
//!
//! *Source.* As for `tws.rs`. `Scramble` counts pieces from 1, `ScrambleState` and `StartState` from 0; `ScrambleAlg` gives
//! turns. `CPOS` packs a state into one word, with one or two digits per place (0–9, A–Z, a–z). Their joint value
//! is the index of the piece among the distinct pieces, times the number of orientations, plus the orientation.

use itertools::Itertools;

use super::super::format::first_statement;
use super::facelets::{BLANK, Facelets, pieces_by_letter};
use super::rows::{self, Rows, SCRAMBLES};
use super::tokens::{Token, Tokens};
use crate::notation::{Notation, Scheme};
use crate::puzzle::{Contents, Orbit, OrbitPuzzle, Puzzle};
use crate::source::{FileError, Source};
use crate::text::{excerpt, join_names};

/// Whether a text is a twsearch file of scrambles, by its first word.
pub fn is_scramble_text(text: &str) -> bool {
    let first = first_statement(text).and_then(|line| line.split_whitespace().next());
    first.is_some_and(|token| SCRAMBLES.contains(&token))
}

/// A state from a file of scrambles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scramble {
    /// The name of the scramble, possibly empty.
    pub name: String,
    /// The line of the file on which the scramble begins, counted from 1.
    pub line: usize,
    /// The character of each facelet, in the puzzle's own colors.
    pub state: Vec<char>,
}

impl Puzzle {
    /// Reads twsearch scrambles. The puzzle must have been read from orbits of pieces. `name` is the file's name in errors.
    ///
    /// # Errors
    /// `FileError` with line, column and reason.
    pub fn read_scrambles(&self, name: &str, text: &str) -> Result<Vec<Scramble>, FileError> {
        let source = Source { name, text };
        let Some(orbits) = &self.parts.orbits else {
            let reason = format!(
                "states of pieces in places require a puzzle from a .tws file or a KPuzzle; {} is not one",
                self.name()
            );
            return Err(FileError::without_place(name, reason));
        };
        let mut reader = Reader {
            puzzle: self,
            orbits,
            tokens: Tokens::new(source),
        };
        let mut scrambles = Vec::new();
        let (mut at, mut number) = (0, 1);
        while let Some(line) = reader.tokens.line() {
            let passed = text.get(at..line[0].at).unwrap_or_default();
            number += passed.matches('\n').count();
            at = line[0].at;
            let (name, state) = reader.scramble(&line)?;
            scrambles.push(Scramble {
                name: name.to_owned(),
                line: number,
                state,
            });
        }
        if scrambles.is_empty() {
            let expected = SCRAMBLES.join(", ");
            let reason = format!("no scramble found; expected one of: {expected}");
            return Err(reader.tokens.error_at_end(reason));
        }
        Ok(scrambles)
    }
}

struct Reader<'a> {
    puzzle: &'a Puzzle,
    orbits: &'a OrbitPuzzle,
    tokens: Tokens<'a>,
}

impl<'a> Reader<'a> {
    /// The name of a scramble, and the character of each facelet.
    fn scramble(&mut self, line: &[Token<'a>]) -> Result<(&'a str, Vec<char>), FileError> {
        let first = match line[0].text {
            "Scramble" => 1,
            "ScrambleState" | "StartState" => 0,
            "ScrambleAlg" => {
                let [name] = self.tokens.arguments(line, ["NAME"])?;
                return Ok((name.text, self.state_after_alg(line[0])?));
            }
            "CPOS" => {
                let [packed] = self.tokens.arguments(line, ["STATE"])?;
                return Ok(("", self.characters(&self.unpack(packed)?)));
            }
            other => {
                let reason = format!(
                    "`{}` does not begin a scramble; expected one of: {}",
                    excerpt(other),
                    SCRAMBLES.join(", ")
                );
                return Err(self.tokens.error_at(line[0], reason));
            }
        };
        let [name] = self.tokens.arguments(line, ["NAME"])?;
        let rows = rows::read(&mut self.tokens, &self.orbits.orbits, line[0])?;
        let contents = rows.iter().enumerate().map(|(number, rows)| match rows {
            None => Ok(self.orbits.solved[number].clone()),
            Some(rows) => self.contents(rows, number, first),
        });
        let contents: Vec<Contents> = contents.collect::<Result<_, _>>()?;
        Ok((name.text, self.characters(&contents)))
    }

    /// The character of each facelet.
    fn characters(&self, contents: &[Contents]) -> Vec<char> {
        let shown = Facelets::of(self.orbits).characters(self.orbits, contents);
        // The puzzle numbers its facelets by face; the net orders them by place.
        let mut state = vec![BLANK; shown.len()];
        for (facelet, shown) in self.puzzle.net_order().into_iter().zip(shown) {
            state[facelet] = shown;
        }
        state
    }

    /// Applies the turns up to `End` to the solved state; returns the character of each facelet.
    fn state_after_alg(&mut self, begin: Token<'a>) -> Result<Vec<char>, FileError> {
        let mut state = self.puzzle.solved().clone();
        while let Some(line) = self.tokens.line() {
            if line[0].text == "End" && line.len() == 1 {
                return Ok(Scheme::own_symbols(self.puzzle).state_characters(&state));
            }
            let (begin, last) = (line[0].at, line[line.len() - 1]);
            let source = self.tokens.source;
            let text = &source.text[begin..last.at + last.text.len()];
            let turns = Notation::Singmaster.read(self.puzzle, text);
            let turns = turns.map_err(|error| {
                let before = text.chars().take(error.column - 1);
                let at = begin + before.map(char::len_utf8).sum::<usize>();
                let reason = format!("`{}` {}", excerpt(&error.token), error.reason);
                source.error(at..at, reason)
            });
            state = self.puzzle.apply(&state, &turns?);
        }
        Err(self.tokens.error_at(begin, "`ScrambleAlg` has no `End`"))
    }

    /// The rows of one orbit, in which pieces count from `first`. They must have the pieces of the solved state.
    fn contents(
        &self,
        rows: &Rows<'a>,
        number: usize,
        first: usize,
    ) -> Result<Contents, FileError> {
        let (orbit, solved) = (&self.orbits.orbits[number], &self.orbits.solved[number]);
        let mut contents = rows.contents(&self.tokens, orbit, first)?;
        let wanted: Vec<usize> = solved.pieces.iter().copied().sorted().collect();
        let has_wanted = |pieces: &[usize]| pieces.iter().sorted().eq(&wanted);
        // Identical pieces may be written with different numbers: the numbers of the places where they are solved.
        let by_places = contents.pieces.iter().copied().sorted().eq(0..orbit.pieces);
        if by_places && !has_wanted(&contents.pieces) {
            for piece in &mut contents.pieces {
                *piece = solved.pieces[*piece];
            }
        }
        if !has_wanted(&contents.pieces) {
            let wanted = wanted.iter().map(|piece| (piece + first).to_string());
            let reason = format!(
                "the pieces must be those of the solved state: {}",
                join_names(wanted, " ")
            );
            return Err(self.tokens.error_at(rows.first(), reason));
        }
        for place in 0..orbit.pieces {
            let modulus = modulus(orbit, solved, contents.pieces[place]);
            if contents.moduli[place] == 1 && modulus != 1 {
                let reason = format!(
                    "the orientation of piece {} is `?`, but it can be seen in the solved state; an unknown one is not \
                     supported here",
                    contents.pieces[place] + first
                );
                return Err(self.tokens.error_at(rows.first(), reason));
            }
            contents.moduli[place] = modulus;
        }
        Ok(contents)
    }

    /// The state packed by `CPOS`.
    fn unpack(&self, packed: Token<'a>) -> Result<Vec<Contents>, FileError> {
        let letters = pieces_by_letter(self.orbits);
        let mut digits = packed.text.chars();
        let mut all = Vec::new();
        for (number, orbit) in self.orbits.orbits.iter().enumerate() {
            let solved = &self.orbits.solved[number];
            let mut contents = solved.clone();
            for place in 0..orbit.pieces {
                let value = unpack_one(orbit, &mut digits);
                let piece = value.and_then(|value| letters[number].get(value / orbit.orientations));
                let (Some(value), Some(&piece)) = (value, piece) else {
                    let reason = format!(
                        "this is not a packed state: place {} of set `{}` has no piece",
                        place + 1,
                        excerpt(&orbit.name)
                    );
                    return Err(self.tokens.error_at(packed, reason));
                };
                contents.pieces[place] = piece;
                contents.orientations[place] = value % orbit.orientations;
                contents.moduli[place] = modulus(orbit, solved, piece);
            }
            all.push(contents);
        }
        if digits.next().is_some() {
            let reason = "this is not a packed state: it is too long";
            return Err(self.tokens.error_at(packed, reason));
        }
        Ok(all)
    }
}

/// The modulus of a piece's visible orientations in the solved state.
fn modulus(orbit: &Orbit, solved: &Contents, piece: usize) -> usize {
    let home = solved.pieces.iter().position(|&other| other == piece);
    home.map_or(orbit.orientations, |home| solved.moduli[home])
}

/// The value of the next place: one digit in base 62, or two if there are more values.
fn unpack_one(orbit: &Orbit, digits: &mut std::str::Chars<'_>) -> Option<usize> {
    const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut digit = || DIGITS.find(digits.next()?);
    let values = orbit.pieces * orbit.orientations;
    let value = match values {
        0..=62 => digit()?,
        63..=3844 => digit()? * 62 + digit()?,
        _ => return None,
    };
    (value < values).then_some(value)
}
