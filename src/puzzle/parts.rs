//! A puzzle from its parts: what a file says of it, or what is seen of another puzzle. The rest
//! follows from these.

use std::sync::Arc;

use itertools::Itertools;

use super::background::Background;
use super::held::Held;
use super::import::Orbits;
use super::pieces::word_of;
use super::{
    Alias, Color, ColorName, Face, Layout, Maximum, Permutation, Pieces, Puzzle, State, Turn,
    TurnGroup,
};

/// What a puzzle is made of. All of it was checked, or goes together by construction.
pub(super) struct Parts {
    pub(super) name: String,
    pub(super) title: String,
    /// A text that says all the rest.
    pub(super) definition: String,
    pub(super) facelets: Vec<String>,
    pub(super) colors: Vec<ColorName>,
    /// Each facelet is on one of them.
    pub(super) faces: Vec<Face>,
    pub(super) net: Vec<Vec<Option<usize>>>,
    pub(super) layout: Layout,
    pub(super) held: Held,
    /// Face by face, each face with all its steps in a row.
    pub(super) turns: Vec<Turn>,
    pub(super) groups: Vec<TurnGroup>,
    pub(super) aliases: Vec<Alias>,
    pub(super) maximum: Maximum,
    pub(super) orbits: Option<Arc<Orbits>>,
}

impl Parts {
    /// The puzzle.
    pub(super) fn puzzle(self) -> Puzzle {
        let first_turns = self.turns.iter().filter(|turn| turn.step == 1);
        let generators: Vec<&Permutation> = first_turns.map(|turn| &turn.permutation).collect();
        let mut pieces = Pieces::derive(self.facelets.len(), &generators);
        pieces.call(|stickers| match self.orbits {
            // There the letter of a piece is on a face by itself, and its blanks on another.
            Some(_) => word_of_orbit(&self.facelets[stickers[0]]),
            None => word(stickers, &self.faces),
        });
        let solved = State::new(solved(self.facelets.len(), &self.faces));
        Puzzle {
            name: self.name,
            title: self.title,
            definition: self.definition,
            background: Background::of(&pieces, &solved),
            pieces,
            facelets: self.facelets,
            colors: self.colors,
            faces: self.faces,
            net: self.net,
            layout: self.layout,
            solved,
            held: self.held,
            turns: self.turns,
            groups: self.groups,
            aliases: self.aliases,
            maximum: self.maximum,
            orbits: self.orbits,
            known_groups: Default::default(),
            known_states: Default::default(),
        }
    }
}

/// The color of each facelet of the solved puzzle.
pub(super) fn solved(facelets: usize, faces: &[Face]) -> Vec<Color> {
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
fn word(stickers: &[usize], faces: &[Face]) -> &'static str {
    let face = |sticker: &usize| {
        faces
            .iter()
            .position(|face| face.facelets.contains(sticker))
    };
    match stickers.iter().map(face).all_unique() {
        true => word_of(stickers.len()),
        false => "piece",
    }
}

/// The same where facelets have the names of orbits.
fn word_of_orbit(facelet: &str) -> &'static str {
    let name = facelet.to_lowercase();
    let words = ["corner", "edge", "center"];
    let found = words.into_iter().find(|word| name.starts_with(word));
    found.unwrap_or("piece")
}
