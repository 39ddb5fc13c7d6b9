//! The body of a state or a move in a `.tws` or `.scr` file: names of sets, each followed by a row of places or pieces and
//! possibly a row of orientations. `End` is the last line.

use super::tokens::{Token, Tokens};
use crate::puzzle::{Contents, Orbit};
use crate::source::FileError;
use crate::text::{excerpt, join_names};

/// The largest number of a piece.
pub(super) const MAX_NUMBER: usize = 65_535;

/// The statements of a file of scrambles.
pub(super) const SCRAMBLES: [&str; 5] = [
    "Scramble",
    "ScrambleState",
    "StartState",
    "ScrambleAlg",
    "CPOS",
];

/// The statements of a definition.
pub(super) const DEFINITION_KEYWORDS: [&str; 8] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveAlias",
    "MoveSequence",
];

/// The rows of one set: places or pieces and, if there is a second row, orientations.
pub(super) struct Rows<'a>(Vec<Vec<Token<'a>>>);

/// Reads the rows of each set, up to `End`; `None` for a set that is not named. `begin` is the statement that the rows
/// belong to.
pub(super) fn read<'a>(
    tokens: &mut Tokens<'a>,
    sets: &[Orbit],
    begin: Token<'a>,
) -> Result<Vec<Option<Rows<'a>>>, FileError> {
    let mut all: Vec<Option<Rows<'a>>> = sets.iter().map(|_| None).collect();
    // The set whose rows are being read, and its name in the file.
    let mut current: Option<(usize, Token<'a>)> = None;
    loop {
        let Some(line) = tokens.line() else {
            return Err(tokens.error_at(begin, format!("`{}` has no `End`", begin.text)));
        };
        let name = line[0];
        let number = sets.iter().position(|set| set.name == name.text);
        let begins_row = |c: char| c.is_ascii_digit() || c == '?' || c == '-';
        if number.is_none() && name.text.starts_with(begins_row) {
            let Some((number, _)) = current else {
                let reason = "the name of a set must come before its numbers";
                return Err(tokens.error_at(name, reason));
            };
            let rows = all[number].get_or_insert(Rows(Vec::new()));
            rows.add(tokens, &sets[number], line)?;
            continue;
        }
        if let Some((_, name)) = current.filter(|&(number, _)| all[number].is_none()) {
            let reason = format!("no row of numbers follows set `{}`", excerpt(name.text));
            return Err(tokens.error_at(name, reason));
        }
        if number.is_none() && name.text != "End" {
            let mut statements = DEFINITION_KEYWORDS.iter().chain(&SCRAMBLES);
            if statements.any(|statement| *statement == name.text) {
                let reason = format!("`{}` has no `End` before `{}`", begin.text, name.text);
                return Err(tokens.error_at(begin, reason));
            }
            let reason = format!(
                "`{}` is neither a set nor `End`; the sets are {}",
                excerpt(name.text),
                join_names(sets.iter().map(|set| &set.name), ", ")
            );
            return Err(tokens.error_at(name, reason));
        }
        if let Some(&more) = line.get(1) {
            let reason = format!("nothing may follow `{}` on its line", excerpt(name.text));
            return Err(tokens.error_at(more, reason));
        }
        let Some(number) = number else {
            return Ok(all);
        };
        if all[number].is_some() {
            let reason = format!("set `{}` appears twice", excerpt(name.text));
            return Err(tokens.error_at(name, reason));
        }
        current = Some((number, name));
    }
}

impl<'a> Rows<'a> {
    fn add(
        &mut self,
        tokens: &Tokens<'a>,
        set: &Orbit,
        row: Vec<Token<'a>>,
    ) -> Result<(), FileError> {
        if self.0.len() == 2 {
            let reason = "a set has at most two rows: places or pieces, then orientations";
            return Err(tokens.error_at(row[0], reason));
        }
        if row.len() != set.pieces {
            let reason = format!(
                "the row has {} number{}; set `{}` has {} piece{}",
                row.len(),
                if row.len() == 1 { "" } else { "s" },
                excerpt(&set.name),
                set.pieces,
                if set.pieces == 1 { "" } else { "s" },
            );
            return Err(tokens.error_at(row[0], reason));
        }
        self.0.push(row);
        Ok(())
    }

    /// The first number of the first row, where errors about both rows are reported.
    pub(super) fn first(&self) -> Token<'a> {
        self.0[0][0]
    }

    /// The first row, in which places count from `first`, as a permutation of places counted from 0.
    pub(super) fn permutation(
        &self,
        tokens: &Tokens<'_>,
        set: &Orbit,
        first: usize,
    ) -> Result<Vec<usize>, FileError> {
        let mut seen = vec![false; set.pieces];
        let places = self.0[0].iter().map(|&token| {
            let place = tokens.number(token, first, set.pieces - 1 + first)? - first;
            if std::mem::replace(&mut seen[place], true) {
                let reason = format!("the row is not a permutation: {} appears twice", token.text);
                return Err(tokens.error_at(token, reason));
            }
            Ok(place)
        });
        places.collect()
    }

    /// The second row, in which every orientation is known; zeros if the row is missing.
    pub(super) fn orientations(
        &self,
        tokens: &Tokens<'_>,
        set: &Orbit,
    ) -> Result<Vec<usize>, FileError> {
        let number = |&token: &Token<'_>| tokens.number(token, 0, set.orientations - 1);
        match self.0.get(1) {
            Some(row) => row.iter().map(number).collect(),
            None => Ok(vec![0; set.pieces]),
        }
    }

    /// Both rows as a state. Pieces count from `first`. `?` stands for an invisible orientation.
    pub(super) fn contents(
        &self,
        tokens: &Tokens<'_>,
        set: &Orbit,
        first: usize,
    ) -> Result<Contents, FileError> {
        let mut contents = Contents::identity(set);
        for (place, &token) in self.0[0].iter().enumerate() {
            if token.text == "?" {
                let reason = "a piece must have a number; only an orientation can be `?`";
                return Err(tokens.error_at(token, reason));
            }
            contents.pieces[place] = tokens.number(token, first, MAX_NUMBER)? - first;
        }
        for (place, &token) in self.0.get(1).into_iter().flatten().enumerate() {
            if token.text == "?" {
                contents.moduli[place] = 1;
            } else {
                contents.orientations[place] = tokens.number(token, 0, set.orientations - 1)?;
            }
            let piece = contents.pieces[place];
            let same = (0..place).find(|&other| contents.pieces[other] == piece);
            if same.is_some_and(|same| contents.moduli[same] != contents.moduli[place]) {
                let reason = format!(
                    "the pieces with the number {} must all have `?` or none",
                    piece + first
                );
                return Err(tokens.error_at(token, reason));
            }
        }
        Ok(contents)
    }
}
