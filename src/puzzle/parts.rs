//! A puzzle from its parts: what a file says of it, or what is seen of another puzzle. The rest
//! follows from these.

use std::sync::Arc;

use itertools::Itertools;

use super::faces::{ColorName, Face};
use super::held::Held;
use super::orbits::Orbits;
use super::pieces::word_of;
use super::turn::TipCell;
use super::{Alias, Classes, Color, Layout, Maximum, Pieces, Repeated, Tip, Turn, TurnGroup};
use crate::group::Permutation;

/// What a puzzle is made of. All of it was checked, or goes together by construction.
pub(crate) struct Parts {
    pub(crate) name: String,
    pub(crate) title: String,
    /// A text that says all the rest.
    pub(crate) definition: String,
    pub(crate) facelets: Vec<String>,
    pub(crate) colors: Vec<ColorName>,
    /// Each facelet is on one of them.
    pub(crate) faces: Vec<Face>,
    pub(crate) net: Vec<Vec<Option<usize>>>,
    pub(crate) layout: Layout,
    pub(crate) held: Held,
    /// Face by face, each face with all its steps in a row.
    pub(crate) turns: Vec<Turn>,
    pub(crate) repeated: Repeated,
    pub(crate) groups: Vec<TurnGroup>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) tips: Vec<Tip>,
    /// The order of the stickers in a state with its tips; empty if the puzzle file gives none.
    pub(crate) with_tips: Vec<TipCell>,
    pub(crate) maximum: Maximum,
    pub(crate) plan: Option<String>,
    pub(crate) orbits: Option<Arc<Orbits>>,
    pub(crate) classes: Option<Arc<Classes>>,
}

impl Parts {
    /// The pieces, which the turns tell.
    pub(super) fn pieces(&self) -> Pieces {
        let first_turns = self.turns.iter().filter(|turn| turn.step == 1);
        let generators: Vec<&Permutation> = first_turns.map(|turn| &turn.permutation).collect();
        let mut pieces = Pieces::derive(self.facelets.len(), &generators);
        let mut face_of = vec![None; self.facelets.len()];
        for (number, face) in self.faces.iter().enumerate() {
            face.facelets
                .iter()
                .for_each(|&it| face_of[it] = Some(number));
        }
        pieces.call(|stickers| match self.orbits {
            // There the letter of a piece is on a face by itself, and its blanks on another.
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

/// What people call a piece. Stickers of an edge or a corner are on faces of their own;
/// where two are on one face, this is not that kind of puzzle.
fn word(stickers: &[usize], face_of: &[Option<usize>]) -> &'static str {
    if stickers.iter().map(|&it| face_of[it]).all_unique() {
        word_of(stickers.len())
    } else {
        "piece"
    }
}

/// The same where facelets have the names of orbits.
fn word_of_orbit(facelet: &str) -> &'static str {
    let name = facelet.to_lowercase();
    let words = ["corner", "edge", "center"];
    let found = words.into_iter().find(|word| name.starts_with(word));
    found.unwrap_or("piece")
}
