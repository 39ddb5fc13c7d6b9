//! The face orders of other programs.

use itertools::Itertools;

use super::layout::read_plain;
use crate::error::Error;
use crate::puzzle::{Face, Puzzle, Sticker};

/// The face orders in use for cubes, the most common first. Each face is written row by row.
///
/// Kociemba's programs use the first order, the commands rubiks and rubik-solver the second, rubiks-cube-solver on npm the
/// fourth. People type the other orders by hand.
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
        let find = |letter: char| {
            let letter = letter.to_string();
            let mut faces = faces.iter();
            faces.find(|face| face.name.eq_ignore_ascii_case(&letter))
        };
        let order: Vec<&Face> = letters.chars().map(find).collect::<Option<_>>()?;
        let mut names = order.iter().map(|face| &face.name);
        let facelets = order.iter().flat_map(|face| face.facelets.clone());
        (names.all_unique() && order.len() == faces.len()).then(|| Self {
            letters: letters.to_lowercase(),
            facelets: facelets.collect(),
        })
    }

    /// The usual orders whose letters are the names of the puzzle's faces.
    pub fn usual(puzzle: &Puzzle) -> impl Iterator<Item = Self> {
        let orders = USUAL_ORDERS.iter();
        orders.filter_map(|letters| Self::parse(puzzle, letters))
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
