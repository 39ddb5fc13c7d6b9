//! The body of a state or a move in a `.tws` or `.scr` file: names of sets, each followed by a row of places or pieces and
//! possibly one of orientations, up to `End`.

use super::sets::Sets;
use super::tokens::{Token, Tokens};
use crate::puzzle::{Contents, Orbit};
use crate::text::{excerpt, join_names};

/// The largest number of a piece.
pub(super) const MAX_NUMBER: usize = 65_535;

/// The statements of a file of scrambles that are not in definitions.
const SCRAMBLES: [&str; 4] = ["Scramble", "ScrambleState", "ScrambleAlg", "CPOS"];

/// The statements of a definition.
pub(super) const DEFINITIONS: [&str; 8] = [
    "Name",
    "Set",
    "Solved",
    "StartState",
    "Move",
    "MoveTransformation",
    "MoveAlias",
    "MoveSequence",
];

/// The rows of one set, places or pieces first, then orientations; `None` for a row of wrong length.
pub(super) struct Rows<'a>(Vec<Option<Vec<Token<'a>>>>);

/// The position of the reader in a body.
#[derive(Clone, Copy)]
enum Current<'a> {
    Outside,
    /// After an unknown or duplicate name of a set.
    UnknownSet,
    Set(usize, Token<'a>),
}

struct Body<'w, 'a> {
    tokens: &'w mut Tokens<'a>,
    sets: &'w Sets,
    rows: Vec<Option<Rows<'a>>>,
    current: Current<'a>,
}

/// Reads the rows of each set, up to `End`; `None` for sets that are not named. `begin` is the statement to which they
/// belong. Unknown names of sets are reported only if all sets are known.
pub(super) fn read<'a>(
    tokens: &mut Tokens<'a>,
    sets: &Sets,
    begin: Token<'a>,
) -> Vec<Option<Rows<'a>>> {
    let mut body = Body {
        tokens,
        sets,
        rows: sets.all.iter().map(|_| None).collect(),
        current: Current::Outside,
    };
    loop {
        let Some(line) = body.tokens.line() else {
            body.tokens
                .report_at(begin, format!("`{}` has no `End`", begin.text));
            break;
        };
        if body.is_row(&line) {
            body.add_row(line);
            continue;
        }
        body.end_set();
        let name = line[0];
        let number = sets.position(name.text);
        let mut statements = DEFINITIONS.iter().chain(&SCRAMBLES);
        // Another statement begins here, so an `End` is missing.
        if number.is_none() && statements.any(|statement| *statement == name.text) {
            let reason = format!("`{}` has no `End` before `{}`", begin.text, name.text);
            body.tokens.report_at(begin, reason);
            body.tokens.unread_line(&line);
            return body.rows;
        }
        if number.is_none() && name.text != "End" {
            body.report_unknown(name);
            continue;
        }
        if let Some(&more) = line.get(1) {
            let reason = format!("nothing may follow `{}` on its line", excerpt(name.text));
            body.tokens.report_at(more, reason);
        }
        match number {
            None => return body.rows,
            Some(number) => body.begin_set(number, name),
        }
    }
    body.end_set();
    body.rows
}

impl<'a> Body<'_, 'a> {
    /// Whether a line is a row of numbers, some of which may be invalid.
    fn is_row(&self, line: &[Token<'a>]) -> bool {
        let begins = |c: char| c.is_ascii_digit() || c == '?' || c == '-';
        let first = line[0].text;
        if first == "End" || self.sets.position(first).is_some() {
            return false;
        }
        let is_as_long = match self.current {
            Current::Set(number, _) => {
                let orbit = self.sets.all[number].orbit.as_ref();
                line.len() > 1 && orbit.is_some_and(|orbit| orbit.pieces == line.len())
            }
            _ => false,
        };
        first.starts_with(begins) || is_as_long
    }

    fn add_row(&mut self, line: Vec<Token<'a>>) {
        let number = match self.current {
            Current::Set(number, _) => number,
            Current::UnknownSet => return,
            Current::Outside => {
                let reason = "the name of a set must come before its numbers";
                self.tokens.report_at(line[0], reason);
                self.current = Current::UnknownSet;
                return;
            }
        };
        let set = &self.sets.all[number];
        let rows = self.rows[number].get_or_insert(Rows(Vec::new()));
        if rows.0.len() == 2 {
            let reason = "a set must have two rows: places or pieces, and orientations";
            self.tokens.report_at(line[0], reason);
            self.current = Current::UnknownSet;
            return;
        }
        let pieces = set.orbit.as_ref().map_or(line.len(), |orbit| orbit.pieces);
        if line.len() == pieces {
            rows.0.push(Some(line));
            return;
        }
        let reason = format!(
            "the row has {} number{}; set `{}` has {pieces} piece{}",
            line.len(),
            if line.len() == 1 { "" } else { "s" },
            excerpt(&set.name),
            if pieces == 1 { "" } else { "s" },
        );
        self.tokens.report_at(line[0], reason);
        rows.0.push(None);
    }

    fn end_set(&mut self) {
        if let Current::Set(number, name) = self.current
            && self.rows[number].is_none()
        {
            let reason = format!("no row of numbers follows set `{}`", excerpt(name.text));
            self.tokens.report_at(name, reason);
            self.rows[number] = Some(Rows(vec![None]));
        }
        self.current = Current::Outside;
    }

    fn begin_set(&mut self, number: usize, name: Token<'a>) {
        if self.rows[number].is_some() {
            let reason = format!("set `{}` appears twice", excerpt(name.text));
            self.tokens.report_at(name, reason);
            self.current = Current::UnknownSet;
        } else {
            self.current = Current::Set(number, name);
        }
    }

    fn report_unknown(&mut self, name: Token<'a>) {
        if self.sets.complete {
            let reason = format!(
                "`{}` is neither a set nor `End`; the sets are {}",
                excerpt(name.text),
                join_names(self.sets.names(), ", ")
            );
            self.tokens.report_at(name, reason);
        }
        self.current = Current::UnknownSet;
    }
}

impl<'a> Rows<'a> {
    /// The position of the first row.
    pub(super) fn first(&self) -> Option<Token<'a>> {
        let mut rows = self.0.iter().flatten();
        rows.next().and_then(|row| row.first().copied())
    }

    /// The first row, which counts from `first`, as a permutation counted from 0; `None` if it is not a permutation.
    pub(super) fn permutation(
        &self,
        tokens: &mut Tokens<'_>,
        orbit: &Orbit,
        first: usize,
    ) -> Option<Vec<usize>> {
        let mut seen = vec![false; orbit.pieces];
        let mut permutation = Vec::new();
        let row = self.0.first()?.as_ref()?;
        for &token in row {
            let Some(place) = tokens.number(token, first, orbit.pieces - 1 + first) else {
                continue;
            };
            let place = place - first;
            if std::mem::replace(&mut seen[place], true) {
                let reason = format!("the row is not a permutation: {} appears twice", token.text);
                tokens.report_at(token, reason);
                continue;
            }
            permutation.push(place);
        }
        (permutation.len() == orbit.pieces).then_some(permutation)
    }

    /// The second row, without `?`; zeros if it is missing, `None` if it is invalid.
    pub(super) fn orientations(
        &self,
        tokens: &mut Tokens<'_>,
        orbit: &Orbit,
    ) -> Option<Vec<usize>> {
        let Some(row) = self.0.get(1) else {
            return Some(vec![0; orbit.pieces]);
        };
        let row = row.as_ref()?.iter();
        let numbers = row.map(|&token| tokens.number(token, 0, orbit.orientations - 1));
        // Collect all of them, so that every mistake is reported.
        let numbers: Vec<Option<usize>> = numbers.collect();
        numbers.into_iter().collect()
    }

    /// Both rows as a state, as far as they can be read; pieces count from `first`. `?` stands for an invisible
    /// orientation.
    pub(super) fn contents(
        &self,
        tokens: &mut Tokens<'_>,
        orbit: &Orbit,
        first: usize,
    ) -> Contents {
        let mut contents = Contents::identity(orbit);
        let mut are_known = vec![false; orbit.pieces];
        let row = |number: usize| self.0.get(number).into_iter().flatten().flatten().copied();
        for (place, token) in row(0).enumerate() {
            if token.text == "?" {
                let reason = "a piece must have a number; only an orientation can be `?`";
                tokens.report_at(token, reason);
            } else if let Some(number) = tokens.number(token, first, MAX_NUMBER) {
                contents.pieces[place] = number - first;
                are_known[place] = true;
            }
        }
        for (place, token) in row(1).enumerate() {
            if token.text == "?" {
                contents.moduli[place] = 1;
            } else if let Some(number) = tokens.number(token, 0, orbit.orientations - 1) {
                contents.orientations[place] = number;
            }
        }
        for (place, token) in row(1).enumerate().filter(|&(place, _)| are_known[place]) {
            let piece = contents.pieces[place];
            let is_same = |&other: &usize| are_known[other] && contents.pieces[other] == piece;
            let same = (0..place).find(is_same).unwrap_or(place);
            if contents.moduli[same] != contents.moduli[place] {
                let reason = format!(
                    "the pieces with the number {} must all have `?` or none",
                    piece + first
                );
                tokens.report_at(token, reason);
                contents.moduli[place] = contents.moduli[same];
            }
        }
        contents
    }
}
