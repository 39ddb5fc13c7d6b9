//! The body of a state or a move in a `.tws` or `.scr` file: names of sets, each
//! with a row of places or pieces and perhaps one of orientations, up to `End`.

use super::orbits::{Contents, Orbit};
use super::words::{Word, Words};
use crate::puzzle::file::FileError;
use crate::text::shown;

/// The largest number of a piece.
const MOST_NUMBER: usize = 65_535;

/// The rows of one set.
pub(super) struct Rows<'a> {
    pieces: Vec<Word<'a>>,
    orientations: Option<Vec<Word<'a>>>,
}

/// Reads the rows of each orbit, up to `End`; `None` for those not named.
/// `begin` is the statement they belong to.
pub(super) fn read<'a>(
    words: &mut Words<'a>,
    orbits: &[Orbit],
    begin: Word<'a>,
) -> Result<Vec<Option<Rows<'a>>>, FileError> {
    let mut rows: Vec<Option<Rows<'a>>> = orbits.iter().map(|_| None).collect();
    let mut current: Option<(usize, Word<'a>)> = None;
    loop {
        let Some(line) = words.line() else {
            let reason = format!("`{}` has no `End`", begin.text);
            return Err(words.error(begin, reason));
        };
        if is_row(&line) {
            let Some((number, _)) = current else {
                return Err(words.error(line[0], "the name of a set must stand before its numbers"));
            };
            add_row(words, &orbits[number], &mut rows[number], line)?;
            continue;
        }
        if let Some((number, name)) = current
            && rows[number].is_none()
        {
            let reason = format!("no row of numbers follows set `{}`", shown(name.text));
            return Err(words.error(name, reason));
        }
        let name = line[0];
        if let Some(more) = line.get(1) {
            let reason = format!("nothing may follow `{}` on its line", shown(name.text));
            return Err(words.error(*more, reason));
        }
        if name.text == "End" {
            return Ok(rows);
        }
        let number = orbits.iter().position(|orbit| orbit.name == name.text);
        let number = number.ok_or_else(|| {
            let sets: Vec<&str> = orbits.iter().map(|orbit| orbit.name.as_str()).collect();
            let reason = format!(
                "`{}` is no set and not `End`; the sets are {}",
                shown(name.text),
                crate::text::listed(sets.iter(), ", ")
            );
            words.error(name, reason)
        })?;
        if rows[number].is_some() {
            let reason = format!("set `{}` stands twice", shown(name.text));
            return Err(words.error(name, reason));
        }
        current = Some((number, name));
    }
}

/// Whether a line is a row of numbers, some of which may be wrong.
fn is_row(line: &[Word<'_>]) -> bool {
    line[0]
        .text
        .starts_with(|c: char| c.is_ascii_digit() || c == '?' || c == '-')
}

fn add_row<'a>(
    words: &Words<'a>,
    orbit: &Orbit,
    rows: &mut Option<Rows<'a>>,
    line: Vec<Word<'a>>,
) -> Result<(), FileError> {
    if line.len() != orbit.pieces {
        let reason = format!(
            "the row has {} numbers; set `{}` has {} pieces",
            line.len(),
            shown(&orbit.name),
            orbit.pieces
        );
        return Err(words.error(line[0], reason));
    }
    match rows {
        None => {
            *rows = Some(Rows {
                pieces: line,
                orientations: None,
            });
        }
        Some(rows) if rows.orientations.is_none() => rows.orientations = Some(line),
        Some(_) => {
            let reason = "a set has two rows: places or pieces, and orientations";
            return Err(words.error(line[0], reason));
        }
    }
    Ok(())
}

impl<'a> Rows<'a> {
    /// Where the rows begin.
    pub(super) fn first(&self) -> Word<'a> {
        self.pieces[0]
    }

    /// The first row as a permutation, counted from 0.
    pub(super) fn permutation(
        &self,
        words: &Words<'_>,
        orbit: &Orbit,
        first: usize,
    ) -> Result<Vec<usize>, FileError> {
        let mut seen = vec![false; orbit.pieces];
        let mut permutation = Vec::new();
        for &word in &self.pieces {
            let place = words.number(word, first, orbit.pieces - 1 + first)? - first;
            if std::mem::replace(&mut seen[place], true) {
                let reason = format!("the row is no permutation: {} stands twice", word.text);
                return Err(words.error(word, reason));
            }
            permutation.push(place);
        }
        Ok(permutation)
    }

    /// The second row, without `?`; zeros if there is none.
    pub(super) fn orientations(
        &self,
        words: &Words<'_>,
        orbit: &Orbit,
    ) -> Result<Vec<usize>, FileError> {
        let Some(row) = &self.orientations else {
            return Ok(vec![0; orbit.pieces]);
        };
        let row = row.iter();
        row.map(|&word| words.number(word, 0, orbit.orientations - 1))
            .collect()
    }

    /// Both rows as a state. An orientation `?` is one that cannot be seen.
    pub(super) fn contents(
        &self,
        words: &Words<'_>,
        orbit: &Orbit,
        first: usize,
    ) -> Result<Contents, FileError> {
        let mut contents = Contents::identity(orbit);
        for (place, &word) in self.pieces.iter().enumerate() {
            if word.text == "?" {
                let reason = "a piece must have a number; only an orientation can be `?`";
                return Err(words.error(word, reason));
            }
            contents.pieces[place] = words.number(word, first, MOST_NUMBER)? - first;
        }
        for (place, &word) in self.orientations.iter().flatten().enumerate() {
            if word.text == "?" {
                contents.moduli[place] = 1;
            } else {
                contents.orientations[place] = words.number(word, 0, orbit.orientations - 1)?;
            }
        }
        for (place, &word) in self.orientations.iter().flatten().enumerate() {
            let piece = contents.pieces[place];
            let same = contents.pieces.iter().position(|&other| other == piece);
            let same = same.unwrap_or(place);
            if contents.moduli[same] != contents.moduli[place] {
                let reason = format!(
                    "the pieces with the number {} must all have `?` or none",
                    self.pieces[place].text
                );
                return Err(words.error(word, reason));
            }
        }
        Ok(contents)
    }
}
