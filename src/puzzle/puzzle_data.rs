//! The parts of a puzzle: the content of its file, or of a quotient of another puzzle. All other data is derived from them.

use std::collections::HashMap;
use std::sync::Arc;

use itertools::Itertools;

use super::faces::{ColorName, Face};
use super::held::HeldPiece;
use super::orbit_puzzle::OrbitPuzzle;
use super::turn::TipCell;
use super::{Alias, Color, FaceletClasses, Layout, Maximum, Pieces, Tip, Turn, TurnGroup, TurnId};
use crate::group::Permutation;

/// The parts of a puzzle. They were checked, or are consistent by construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct PuzzleData {
    pub(crate) name: String,
    pub(crate) title: String,
    /// A text that determines everything else.
    pub(crate) definition: String,
    pub(crate) facelets: Vec<String>,
    pub(crate) colors: Vec<ColorName>,
    /// The faces. Each facelet is on one face.
    pub(crate) faces: Vec<Face>,
    pub(crate) net: Vec<Vec<Option<usize>>>,
    pub(crate) layout: Layout,
    pub(crate) held: HeldPiece,
    /// The turns, face by face. The turns of a face are in the order of their exponents.
    pub(crate) turns: Vec<Turn>,
    /// See [`super::turn::equal_turns`].
    pub(crate) equal_turns: HashMap<TurnId, TurnId>,
    pub(crate) groups: Vec<TurnGroup>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) tips: Vec<Tip>,
    /// The order of the stickers in a state with its tips; empty if the puzzle file defines none.
    pub(crate) with_tips: Vec<TipCell>,
    pub(crate) maximum: Maximum,
    pub(crate) plan: Option<String>,
    /// The orbits of pieces from which the puzzle was built, if any. Scrambles of other programs name these orbits.
    pub(crate) orbits: Option<Arc<OrbitPuzzle>>,
    /// The classes of the facelets, if the family of the puzzle defines some.
    pub(crate) classes: Option<Arc<FaceletClasses>>,
}

impl PuzzleData {
    /// The pieces, derived from the turns.
    pub(super) fn pieces(&self) -> Pieces {
        let first_turns = self.turns.iter().filter(|turn| turn.face_exponent == 1);
        let generators: Vec<&Permutation> = first_turns.map(|turn| &turn.permutation).collect();
        let mut pieces = Pieces::derive(self.facelets.len(), &generators);
        let mut face_of = vec![None; self.facelets.len()];
        for (number, face) in self.faces.iter().enumerate() {
            for &facelet in &face.facelets {
                face_of[facelet] = Some(number);
            }
        }
        pieces.set_words(|stickers| match self.orbits {
            // Here, faces are colors: the letter of a piece is on another face than its blanks.
            Some(_) => word_of_orbit(&self.facelets[stickers[0]]),
            None => word(stickers, &face_of),
        });
        pieces
    }
}

/// The color of each facelet of the solved puzzle.
pub(crate) fn solved(facelets: usize, faces: &[Face]) -> Vec<Color> {
    let mut solved = vec![0; facelets];
    for face in faces {
        for &facelet in &face.facelets {
            solved[facelet] = face.color;
        }
    }
    solved
}

/// The usual word for a piece of a cube, by the number of its stickers. The stickers of an edge or a corner are on
/// different faces; if two stickers are on one face, the puzzle is not a cube.
fn word(stickers: &[usize], face_of: &[Option<usize>]) -> &'static str {
    match stickers.len() {
        _ if !stickers.iter().map(|&it| face_of[it]).all_unique() => "piece",
        1 => "center",
        2 => "edge",
        3 => "corner",
        _ => "piece",
    }
}

/// The word for a piece if facelets are named after orbits.
fn word_of_orbit(facelet: &str) -> &'static str {
    let name = facelet.to_lowercase();
    let words = ["corner", "edge", "center"];
    let found = words.into_iter().find(|word| name.starts_with(word));
    found.unwrap_or("piece")
}
