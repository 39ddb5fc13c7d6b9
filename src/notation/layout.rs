//! Reads and writes states as text, in the layouts of [`Layout`]: one character for each facelet.
//! [`Scheme`](crate::notation::scheme::Scheme) interprets the characters.

use std::fmt;

use itertools::Itertools;

use crate::error::Error;
use crate::puzzle::{Face, FaceletClasses, Layout, Puzzle, Sticker, length_error};
use crate::text::{excerpt, join_names};

impl Layout {
    /// Guesses the layout of a text. A text with `=` names faces, and a text with the rows of the net draws the net. Any
    /// other text is in the default layout of the puzzle.
    pub fn guess(puzzle: &Puzzle, text: &str) -> Self {
        if text.contains('=') {
            Layout::Faces
        } else if has_net_rows(puzzle, text) {
            Layout::Net
        } else {
            puzzle.layout()
        }
    }

    /// Splits a text into one character per facelet, in facelet order. White space between facelets is ignored.
    ///
    /// # Errors
    /// [`Error`] if the text does not match the facelets; also for syntax reserved for patterns, see
    /// [`Self::read_stickers`].
    pub fn read(self, puzzle: &Puzzle, text: &str) -> Result<Vec<char>, Error> {
        Self::known_symbols(&self.read_stickers(puzzle, text)?)
    }

    /// The symbols of stickers, all of which must be known.
    ///
    /// # Errors
    /// [`Error`] for the first sticker that is not known.
    pub fn known_symbols(stickers: &[Sticker]) -> Result<Vec<char>, Error> {
        let symbol = |sticker: &Sticker| {
            sticker.symbol().ok_or_else(|| {
                Error::impossible_value(format!(
                    "`{sticker}` leaves a facelet open, but here every facelet must have its color"
                ))
            })
        };
        stickers.iter().map(symbol).collect()
    }

    /// Splits a text into stickers, in facelet order: a character, `.` for any color, or brackets with several colors, of
    /// which the sticker has one: `[UD]`. White space between facelets is ignored.
    ///
    /// # Errors
    /// [`Error`] if the text does not match the facelets, and for wrong brackets.
    pub fn read_stickers(self, puzzle: &Puzzle, text: &str) -> Result<Vec<Sticker>, Error> {
        let classes = puzzle.parts.classes.as_ref();
        let stacked = classes.filter(|classes| has_stacked_rows(classes, text));
        let stickers = match (self, stacked) {
            (Layout::Net, Some(classes)) => read_plain(&classes.row_order, text),
            (Layout::Net, None) => read_plain(&puzzle.net_order(), text),
            (Layout::Urfdlb, _) => read_plain(&face_order(puzzle), text),
            (Layout::Faces, _) => read_faces(puzzle, text),
        }?;
        Ok(match classes {
            Some(classes) => classes.in_own_symbols(&puzzle.symbols(), stickers),
            None => stickers,
        })
    }

    /// Writes stickers or symbols, given in facelet order.
    #[must_use]
    pub fn write<T: fmt::Display>(self, puzzle: &Puzzle, symbols: &[T]) -> String {
        let join = |facelets: &[usize]| facelets.iter().map(|&f| &symbols[f]).join("");
        match self {
            Layout::Net => join(&puzzle.net_order()),
            Layout::Urfdlb => join(&face_order(puzzle)),
            Layout::Faces => {
                let faces = puzzle.faces().iter();
                let mut faces = faces.map(|face| format!("{}={}", face.name, join(&face.facelets)));
                faces.join(" ")
            }
        }
    }
}

/// Whether each row of a text is as wide as a layer of the puzzle: then the layers are written one below the other.
fn has_stacked_rows(classes: &FaceletClasses, text: &str) -> bool {
    let mut rows = rows(text).peekable();
    rows.peek().is_some() && rows.all(|row| row == Some(classes.row_width))
}

/// Whether a text has several rows, each with as many stickers as that row of the net.
fn has_net_rows(puzzle: &Puzzle, text: &str) -> bool {
    let of_net = puzzle.net().iter().map(|row| row.iter().flatten().count());
    let of_net = of_net.filter(|&stickers| stickers > 0).map(Some);
    rows(text).nth(1).is_some() && rows(text).eq(of_net)
}

/// The number of stickers in each non-empty row of a text; `None` for a row with wrong brackets.
fn rows(text: &str) -> impl Iterator<Item = Option<usize>> {
    let rows = text.lines().filter(|row| !row.trim().is_empty());
    rows.map(|row| {
        let row: String = row.chars().filter(|c| !c.is_whitespace()).collect();
        Sticker::read_all(&row).ok().map(|row| row.len())
    })
}

fn face_order(puzzle: &Puzzle) -> Vec<usize> {
    let faces = puzzle.faces().iter();
    faces.flat_map(|face| &face.facelets).copied().collect()
}

impl Sticker {
    /// Splits a text without spaces into stickers.
    ///
    /// # Errors
    /// [`Error`] for wrong brackets.
    pub fn read_all(text: &str) -> Result<Vec<Self>, Error> {
        let mut stickers = Vec::new();
        let mut rest = text.chars();
        while let Some(symbol) = rest.next() {
            let before = stickers.len();
            stickers.push(match symbol {
                ']' => {
                    let reason = format!("there is a `]` without a `[`, after {before} facelets");
                    return Err(Error::impossible_value(reason));
                }
                '[' => {
                    let inner = rest.as_str().split_once(']');
                    // A `[` before the next `]` opens other brackets.
                    let inner = inner.filter(|(inner, _)| !inner.contains('['));
                    let (inner, after) = inner.ok_or_else(|| {
                        Error::impossible_value(format!(
                            "the `[` after {before} facelets is not closed by a `]`"
                        ))
                    })?;
                    rest = after.chars();
                    Self::one_of(inner)?
                }
                '.' => Self::Any,
                symbol => Self::known(symbol),
            });
        }
        Ok(stickers)
    }

    /// A sticker with one of the colors in brackets.
    fn one_of(colors: &str) -> Result<Self, Error> {
        let reason = if colors.is_empty() {
            "`[]` allows no color for a facelet; `.` allows any".to_owned()
        } else if colors.contains('.') {
            "`.` is not allowed within brackets; expected colors only, as in `[WY]`".to_owned()
        } else if let Some(twice) = colors.chars().duplicates().next() {
            format!("`{}` appears twice within brackets", twice.escape_debug())
        } else {
            return Ok(Self::OneOf(colors.chars().collect()));
        };
        Err(Error::impossible_value(reason))
    }
}

pub(super) fn read_plain(order: &[usize], text: &str) -> Result<Vec<Sticker>, Error> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let found = Sticker::read_all(&text)?;
    if found.len() != order.len() {
        return Err(length_error(found.len(), order.len()));
    }
    let mut symbols = vec![Sticker::Any; order.len()];
    for (&facelet, sticker) in order.iter().zip(found) {
        symbols[facelet] = sticker;
    }
    Ok(symbols)
}

fn read_faces(puzzle: &Puzzle, text: &str) -> Result<Vec<Sticker>, Error> {
    let names = || join_names(puzzle.faces().iter().map(|face| &face.name), ", ");
    let mut symbols: Vec<Option<Sticker>> = vec![None; puzzle.facelets().len()];
    for group in text.split_whitespace() {
        let (name, colors) = group.split_once('=').ok_or_else(|| {
            let group = excerpt(group);
            Error::impossible_value(format!("`{group}` is not of the form FACE=COLORS"))
        })?;
        let mut faces = puzzle.faces().iter();
        let face = faces.find(|face| face.name == name).ok_or_else(|| {
            let (name, names) = (excerpt(name), names());
            Error::impossible_value(format!("unknown face `{name}`; the faces are {names}"))
        })?;
        let colors = Sticker::read_all(colors)?;
        let count = colors.len();
        if count != face.facelets.len() {
            return Err(Error::impossible_value(format!(
                "face {name} has {count} facelets in `{}`; it must have {}",
                excerpt(group),
                face.facelets.len()
            )));
        }
        for (&facelet, color) in face.facelets.iter().zip(colors) {
            if symbols[facelet].replace(color).is_some() {
                return Err(Error::impossible_value(format!(
                    "face {name} is given twice"
                )));
            }
        }
    }
    let is_missing = |face: &&Face| face.facelets.iter().any(|&it| symbols[it].is_none());
    if let Some(face) = puzzle.faces().iter().find(is_missing) {
        let (name, names) = (&face.name, names());
        let reason = format!("face {name} is missing; the faces are {names}");
        return Err(Error::impossible_value(reason));
    }
    Ok(symbols.into_iter().flatten().collect())
}
