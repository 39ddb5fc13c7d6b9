//! The order of the stickers in a text.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::names::{UnknownName, serde_as_text};
use crate::notation::FaceOrder;
use crate::puzzle::{Layout, Puzzle, Sticker, Tips};
use crate::text::join_names;

/// The minimum number of faces in a list: every solid has at least four.
const FEWEST_FACES: usize = 4;

/// The order of the stickers in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextLayout {
    /// A layout available for every puzzle.
    Named(Layout),
    /// Face by face, in the order of these letters.
    Faces(String),
}

impl FromStr for TextLayout {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let is_face = |letter: char| "URFDLB".contains(letter.to_ascii_uppercase());
        match name.parse::<Layout>() {
            Ok(layout) => Ok(Self::Named(layout)),
            Err(_) if name.len() >= FEWEST_FACES && name.chars().all(is_face) => {
                Ok(Self::Faces(name.to_lowercase()))
            }
            Err(mut error) => {
                error
                    .known
                    .push("the faces in another order, such as ulfrbd".to_owned());
                Err(error)
            }
        }
    }
}

impl fmt::Display for TextLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(layout) => layout.fmt(f),
            Self::Faces(letters) => f.write_str(letters),
        }
    }
}

serde_as_text!(TextLayout);

impl TextLayout {
    /// Reads the stickers and the tips of a state in this layout.
    pub(super) fn read(&self, puzzle: &Puzzle, text: &str) -> Result<(Vec<Sticker>, Tips), Error> {
        match self {
            Self::Named(layout) => layout.read_start(puzzle, text),
            Self::Faces(letters) => {
                let order = FaceOrder::parse(puzzle, letters).ok_or_else(|| {
                    let faces = puzzle.faces().iter().map(|face| &face.name);
                    let faces = join_names(faces, ", ");
                    Error::malformed("{layout} ").text(format!(
                        "{letters}: the faces of {} are {faces}; name each of them once",
                        puzzle.name()
                    ))
                })?;
                Ok((order.read_stickers(text)?, Tips::after(puzzle, &[])))
            }
        }
    }
}
