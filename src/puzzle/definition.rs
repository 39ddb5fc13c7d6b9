//! The puzzle file: its format, and every check before it becomes a
//! [`Puzzle`]. `encodings/README.md` describes the keys.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use itertools::Itertools;
use serde::Deserialize;
use toml::Spanned;

use super::file::{FileError, Source};
use super::limits::{self, IDLE, MOST_FACELETS, MOST_LETTERS, MOST_POWERS};
use super::maximum::MaximumEntry;
use super::{ColorName, Face, Paint, Permutation, Pieces, Puzzle, State, Turn};
use crate::text::shown;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Definition {
    name: Spanned<String>,
    title: Spanned<String>,
    maximum: MaximumEntry,
    held: Option<Spanned<String>>,
    net: Vec<Spanned<String>>,
    face: Vec<FaceEntry>,
    turn: Vec<TurnEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaceEntry {
    name: Spanned<String>,
    color: Spanned<String>,
    paint: Paint,
    facelets: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnEntry {
    name: Spanned<String>,
    cycles: Vec<Spanned<String>>,
}

impl Puzzle {
    /// Reads a puzzle file. `name` is what errors call the file.
    ///
    /// # Errors
    /// [`FileError`] with line, column and reason.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        let definition: Definition = source.read()?;
        Reader::new(source, &definition)?.puzzle(&definition)
    }
}

/// What a facelet name means, known once the net is read.
struct Reader<'a> {
    source: Source<'a>,
    /// Facelet names, in the order of the faces.
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl<'a> Reader<'a> {
    fn new(source: Source<'a>, definition: &Definition) -> Result<Self, FileError> {
        let name = definition.name.get_ref();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(source.error(
                definition.name.span(),
                "the name must be letters, digits, `-` and `_` only: it becomes part of file names",
            ));
        }
        let mut reader = Self {
            source,
            names: Vec::new(),
            numbers: HashMap::new(),
        };
        source.check_visible("the title", &definition.title)?;
        for face in &definition.face {
            source.check_visible("a face's name", &face.name)?;
            for facelet in face.facelets.get_ref().split_whitespace() {
                limits::check_visible("a facelet's name", facelet)
                    .map_err(|reason| reader.error(&face.facelets, reason))?;
                let number = reader.names.len();
                if reader.numbers.insert(facelet.to_owned(), number).is_some() {
                    let reason = format!("facelet `{}` stands twice", shown(facelet));
                    return Err(reader.error(&face.facelets, reason));
                }
                reader.names.push(facelet.to_owned());
            }
        }
        if reader.names.len() > MOST_FACELETS {
            let reason = format!("more than {MOST_FACELETS} facelets");
            return Err(reader.error(&definition.name, reason));
        }
        Ok(reader)
    }

    fn error<T>(&self, at: &Spanned<T>, reason: impl Into<String>) -> FileError {
        self.source.error(at.span(), reason)
    }

    /// The numbers of the facelets named in a string.
    fn facelets(&self, text: &Spanned<String>) -> Result<Vec<usize>, FileError> {
        text.get_ref()
            .split_whitespace()
            .map(|name| {
                self.numbers.get(name).copied().ok_or_else(|| {
                    self.error(
                        text,
                        format!(
                            "unknown facelet `{}`; facelets are named by the faces",
                            shown(name)
                        ),
                    )
                })
            })
            .collect()
    }

    fn puzzle(&self, definition: &Definition) -> Result<Puzzle, FileError> {
        let (colors, faces) = self.faces(definition)?;
        let generators = self.generators(definition)?;
        let turns = self.turns(definition, &generators)?;
        let mut solved = vec![0; self.names.len()];
        for face in &faces {
            for &facelet in &face.facelets {
                solved[facelet] = face.color;
            }
        }
        Ok(Puzzle {
            name: definition.name.get_ref().clone(),
            title: definition.title.get_ref().clone(),
            definition: self.source.text.to_owned(),
            facelets: self.names.clone(),
            colors,
            faces,
            net: self.net(definition)?,
            solved: State::new(solved),
            pieces: Pieces::derive(self.names.len(), &generators.iter().collect::<Vec<_>>()),
            held: self.held(definition)?,
            turns,
            maximum: definition.maximum.read(&self.source)?,
        })
    }

    fn faces(&self, definition: &Definition) -> Result<(Vec<ColorName>, Vec<Face>), FileError> {
        let mut colors: Vec<ColorName> = Vec::new();
        let mut faces: Vec<Face> = Vec::new();
        for entry in &definition.face {
            let name = entry.name.get_ref();
            if faces.iter().any(|face| face.name == *name) {
                return Err(self.error(&entry.name, format!("face `{}` stands twice", shown(name))));
            }
            if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
                return Err(self.error(&entry.name, "a face needs a name without spaces and `=`"));
            }
            let facelets = self.facelets(&entry.facelets)?;
            if facelets.is_empty() {
                return Err(self.error(
                    &entry.facelets,
                    format!("face `{}` has no facelets", shown(name)),
                ));
            }
            self.source.check_visible("a color", &entry.color)?;
            let symbol = entry
                .color
                .get_ref()
                .chars()
                .exactly_one()
                .ok()
                .filter(|c| !c.is_whitespace() && !matches!(c, '=' | '.'))
                .ok_or_else(|| {
                    self.error(
                        &entry.color,
                        "a color is one character, not a space, `=` or `.`",
                    )
                })?;
            let color = match colors.iter().position(|color| color.symbol == symbol) {
                Some(color) => color,
                None => {
                    colors.push(ColorName {
                        symbol,
                        paint: entry.paint,
                    });
                    colors.len() - 1
                }
            };
            faces.push(Face {
                name: name.clone(),
                color,
                facelets,
            });
        }
        Ok((colors, faces))
    }

    fn generators(&self, definition: &Definition) -> Result<Vec<Permutation>, FileError> {
        if definition.turn.is_empty() {
            return Err(self.error(&definition.name, "a puzzle needs at least one [[turn]]"));
        }
        let too_large = |reason| self.error(&definition.name, reason);
        limits::check_turns(self.names.len(), definition.turn.len()).map_err(too_large)?;
        let entries = definition.turn.iter();
        let generators: Vec<Permutation> = entries
            .map(|entry| self.generator(entry))
            .collect::<Result<_, _>>()?;
        limits::check_moved(self.names.len(), &generators).map_err(too_large)?;
        Ok(generators)
    }

    fn turn_name<'d>(&self, entry: &'d TurnEntry) -> Result<&'d str, FileError> {
        let name = entry.name.get_ref();
        if name.is_empty() || !name.chars().all(char::is_alphabetic) {
            return Err(self.error(
                &entry.name,
                "a turn's name is made of letters; `2` and `'` are added for its powers",
            ));
        }
        if name.chars().count() > MOST_LETTERS {
            let reason = format!("a turn's name has at most {MOST_LETTERS} letters");
            return Err(self.error(&entry.name, reason));
        }
        if name == IDLE {
            let reason = format!("a turn cannot be named `{IDLE}`: maps call the empty slot so");
            return Err(self.error(&entry.name, reason));
        }
        Ok(name)
    }

    fn generator(&self, entry: &TurnEntry) -> Result<Permutation, FileError> {
        let name = self.turn_name(entry)?;
        let mut seen: HashSet<usize> = HashSet::new();
        let mut cycles = Vec::new();
        for text in &entry.cycles {
            let cycle = self.facelets(text)?;
            for &facelet in &cycle {
                if !seen.insert(facelet) {
                    let facelet = shown(&self.names[facelet]);
                    return Err(self.error(
                        text,
                        format!(
                            "turn `{name}` is not a permutation: it moves facelet `{facelet}` twice"
                        ),
                    ));
                }
            }
            if cycle.len() < 2 {
                return Err(self.error(
                    text,
                    format!("a cycle of turn `{name}` needs at least two facelets"),
                ));
            }
            cycles.push(cycle);
        }
        if cycles.is_empty() {
            return Err(self.error(&entry.name, format!("turn `{name}` moves nothing")));
        }
        let order = cycles.iter().map(Vec::len).fold(1, least_common_multiple);
        if order > MOST_POWERS {
            let reason = format!(
                "turn `{name}` must be made {order} times to move nothing; at most {MOST_POWERS} is allowed"
            );
            return Err(self.error(&entry.name, reason));
        }
        Ok(Permutation::from_cycles(self.names.len(), &cycles))
    }

    fn turns(
        &self,
        definition: &Definition,
        generators: &[Permutation],
    ) -> Result<Vec<Turn>, FileError> {
        let mut turns: Vec<Turn> = Vec::new();
        let mut bases = HashSet::new();
        // The turns of each hash: few, so that each permutation is held once.
        let hasher = RandomState::new();
        let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
        for (face, (entry, generator)) in definition.turn.iter().zip(generators).enumerate() {
            let base = entry.name.get_ref();
            if !bases.insert(base) {
                return Err(self.error(&entry.name, format!("turn `{base}` stands twice")));
            }
            let powers = generator.powers();
            let order = powers.len() + 1;
            limits::check_turns(self.names.len(), turns.len() + powers.len())
                .map_err(|reason| self.error(&entry.name, reason))?;
            for (power, permutation) in powers.into_iter().enumerate() {
                let same_hash = known.entry(hasher.hash_one(&permutation)).or_default();
                let mut same = same_hash.iter().map(|&turn: &usize| &turns[turn]);
                if let Some(same) = same.find(|turn| turn.permutation == permutation) {
                    let reason = format!(
                        "a power of turn `{base}` is the same turn as {}",
                        same.name()
                    );
                    return Err(self.error(&entry.name, reason));
                }
                same_hash.push(turns.len());
                turns.push(Turn {
                    base: base.clone(),
                    face,
                    power: power + 1,
                    order,
                    permutation,
                });
            }
        }
        Ok(turns)
    }

    fn net(&self, definition: &Definition) -> Result<Vec<Vec<Option<usize>>>, FileError> {
        let mut seen = vec![false; self.names.len()];
        let mut rows = Vec::new();
        for text in &definition.net {
            let mut row = Vec::new();
            for name in text.get_ref().split_whitespace() {
                if name == "." {
                    row.push(None);
                    continue;
                }
                let facelet = *self.numbers.get(name).ok_or_else(|| {
                    self.error(
                        text,
                        format!(
                            "unknown facelet `{}`; `.` is an empty place of the net",
                            shown(name)
                        ),
                    )
                })?;
                if std::mem::replace(&mut seen[facelet], true) {
                    let reason = format!("facelet `{}` stands twice in the net", shown(name));
                    return Err(self.error(text, reason));
                }
                row.push(Some(facelet));
            }
            rows.push(row);
        }
        if let Some(missing) = seen.iter().position(|&seen| !seen) {
            let name = shown(&self.names[missing]);
            return Err(self.error(
                &definition.name,
                format!("facelet `{name}` is missing in the net"),
            ));
        }
        Ok(rows)
    }

    fn held(&self, definition: &Definition) -> Result<Vec<usize>, FileError> {
        let Some(text) = &definition.held else {
            return Ok(Vec::new());
        };
        let held = self.facelets(text)?;
        if let Some(&twice) = held.iter().duplicates().next() {
            let reason = format!("facelet `{}` is held twice", shown(&self.names[twice]));
            return Err(self.error(text, reason));
        }
        Ok(held)
    }
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // Saturating: an order past the limit is refused, not computed.
    (a / gcd(a, b)).saturating_mul(b)
}
