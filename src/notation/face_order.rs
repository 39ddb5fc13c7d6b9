//! The face orders of other programs.

use super::layout::read_plain;
use crate::error::Error;
use crate::puzzle::{Puzzle, Sticker};

/// The face orders in use for cubes, the most common first. Each face is written row by row.
///
/// Kociemba's programs use the first, the commands rubiks and rubik-solver the second, rubiks-cube-solver on npm the
/// fourth. People type the others by hand.
const USUAL_ORDERS: [&str; 14] = [
    "URFDLB", "ULFRBD", "UFRBLD", "FRUDLB", "UFLRBD", "UFLBRD", "FRBLUD", "FLBRUD", "LFRBUD",
    "UDLRFB", "UDFBLR", "FBLRUD", "LRUDFB", "UFRDBL",
];

/// The order of the faces in a text, such as `ulfrbd`. Each face is written row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceOrder {
    letters: String,
    facelets: Vec<usize>,
}

impl FaceOrder {
    /// Parses the letters, in either case; `None` unless they name each face once.
    pub fn parse(puzzle: &Puzzle, letters: &str) -> Option<Self> {
        let faces = puzzle.faces();
        let face = |letter: char| {
            let letter = letter.to_string();
            faces
                .iter()
                .position(|face| face.name.eq_ignore_ascii_case(&letter))
        };
        let order: Vec<usize> = letters.chars().map(face).collect::<Option<_>>()?;
        let each_once = (0..faces.len()).all(|face| order.contains(&face));
        (each_once && order.len() == faces.len()).then(|| Self {
            letters: letters.to_lowercase(),
            facelets: order
                .iter()
                .flat_map(|&face| faces[face].facelets.clone())
                .collect(),
        })
    }

    /// The usual orders whose letters are the names of the puzzle's faces.
    pub fn usual(puzzle: &Puzzle) -> impl Iterator<Item = Self> {
        USUAL_ORDERS
            .iter()
            .filter_map(|letters| Self::parse(puzzle, letters))
    }

    /// The letters of the faces: `ulfrbd`.
    pub fn letters(&self) -> &str {
        &self.letters
    }

    /// Reads a state in this order; the result is in facelet order.
    ///
    /// # Errors
    /// As [`Layout::read_stickers`](crate::puzzle::Layout::read_stickers).
    pub fn read_stickers(&self, text: &str) -> Result<Vec<Sticker>, Error> {
        read_plain(&self.facelets, text)
    }
}
