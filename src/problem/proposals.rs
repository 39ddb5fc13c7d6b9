//! Alternative readings of an impossible state: another layout, another order of the faces, or rotated faces.
//!
//! *Idea.* Other programs write the stickers in other orders, and people rotate faces when they copy them. The search
//! tries all usual orders and, in each order, all rotations of individual faces. It rotates one face after another, and
//! backtracks as soon as a place shows no piece. A possible state is only proposed, never assumed. With unknown stickers,
//! only layouts are tried.

use std::sync::Arc;

use itertools::Itertools;

use super::misread::{adjacency_counts, has_right_counts};
use super::possible::{is_possible, possible_state};
use super::question::TextLayout;
use crate::notation::{FaceOrder, Scheme};
use crate::puzzle::{
    Color, Face, Layout, NamedRotation, Puzzle, Sticker, Turn, fitting_pieces, rotations,
};

/// The maximum number of comparisons of places with pieces, which takes less than a second.
const MAX_COMPARISONS: usize = 300_000;

/// The maximum number of facelets of a puzzle if some stickers, or the colors of the symbols, are unknown.
const MAX_FACELETS: usize = 1000;

/// The maximum number of complete states that are tested.
const MAX_STATES: usize = 100;

/// A reading of a text that gives a possible state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The order of the stickers, if it differs from the order in which the text was read.
    pub order: Option<TextLayout>,
    /// The faces to rotate, each with its rotation.
    pub rotated_faces: Vec<String>,
    /// The sticker of each facelet.
    pub stickers: Vec<Sticker>,
}

/// Finds another reading in which a rejected text is a possible state. `as_read` has the rejected stickers.
pub fn proposal(puzzle: &Arc<Puzzle>, text: &str, as_read: &[Sticker]) -> Option<Proposal> {
    let Some(as_read) = Sticker::all_symbols(as_read) else {
        return other_layout(puzzle, text, as_read);
    };
    if !has_right_counts(puzzle, &as_read) {
        return None;
    }
    let layouts = Layout::ALL.into_iter().filter_map(|layout| {
        let symbols = Sticker::all_symbols(&layout.read_stickers(puzzle, text).ok()?)?;
        Some((Some(TextLayout::Named(layout)), symbols))
    });
    let orders = FaceOrder::usual(puzzle).filter_map(|order| {
        let symbols = Sticker::all_symbols(&order.read_stickers(text).ok()?)?;
        Some((Some(TextLayout::Faces(order.letters().to_owned())), symbols))
    });
    let readings: Vec<(Option<TextLayout>, Vec<char>)> = std::iter::once((None, as_read))
        .chain(layouts)
        .chain(orders)
        .unique_by(|(_, symbols)| symbols.clone())
        .collect();
    let mut search = RotatedFaceSearch::new(puzzle);
    // If the state is possible in the order in which it was read, the error has another cause.
    if search.is_possible(&readings[0].1) {
        return None;
    }
    let mut others = readings[1..].iter();
    if let Some((order, symbols)) = others.find(|(_, symbols)| search.is_possible(symbols)) {
        return Some(Proposal {
            order: order.clone(),
            rotated_faces: Vec::new(),
            stickers: Sticker::all_known(symbols),
        });
    }
    let rotated = readings.into_iter().filter_map(|(order, symbols)| {
        let (rotated_faces, symbols) = search.rotated_faces(&symbols)?;
        Some(Proposal {
            order,
            rotated_faces,
            stickers: Sticker::all_known(&symbols),
        })
    });
    rotated.min_by_key(|it| it.rotated_faces.len())
}

/// Finds a layout in which a state with unknown stickers is possible.
fn other_layout(puzzle: &Arc<Puzzle>, text: &str, as_read: &[Sticker]) -> Option<Proposal> {
    if as_read.len() > MAX_FACELETS || possible_state(puzzle, as_read).is_ok() {
        return None;
    }
    Layout::ALL.into_iter().find_map(|layout| {
        let stickers = layout.read_stickers(puzzle, text).ok()?;
        let is_other = stickers != as_read && possible_state(puzzle, &stickers).is_ok();
        is_other.then(|| Proposal {
            order: Some(TextLayout::Named(layout)),
            rotated_faces: Vec::new(),
            stickers,
        })
    })
}

struct FaceRotation {
    /// The rotation in words.
    name: String,
    /// For each facelet of the face, the facelet whose symbol moves there.
    sources: Vec<usize>,
}

/// The search for faces that were copied in a rotated position.
struct RotatedFaceSearch<'p> {
    puzzle: &'p Arc<Puzzle>,
    /// The rotations of each face, the identity first.
    rotations: Vec<Vec<FaceRotation>>,
    /// For each face, the places that have a sticker on this face and none on a later face.
    completed_places: Vec<Vec<usize>>,
    comparisons: usize,
    states: usize,
    /// The best choice so far: the rotation of each face for a possible state with the fewest rotated faces.
    best: Option<Vec<usize>>,
}

impl<'p> RotatedFaceSearch<'p> {
    fn new(puzzle: &'p Arc<Puzzle>) -> Self {
        let mut face_of = vec![0; puzzle.facelets().len()];
        for (number, face) in puzzle.faces().iter().enumerate() {
            face.facelets.iter().for_each(|&it| face_of[it] = number);
        }
        let mut completed_places = vec![Vec::new(); puzzle.faces().len()];
        for (place, piece) in puzzle.pieces().all().iter().enumerate() {
            if let Some(last) = piece.facelets.iter().map(|&it| face_of[it]).max() {
                completed_places[last].push(place);
            }
        }
        Self {
            puzzle,
            rotations: face_rotations(puzzle),
            completed_places,
            comparisons: 0,
            states: 0,
            best: None,
        }
    }

    /// Whether a state is possible without changes.
    fn is_possible(&mut self, symbols: &[char]) -> bool {
        let schemes = Scheme::schemes_without_pieces(self.puzzle, symbols);
        let fits = |scheme: &Scheme| {
            let state = scheme.state(symbols);
            state.is_ok_and(|state| scheme.is_complete_state(self.puzzle, &state))
        };
        let is_like_solved = || {
            let solved = self.puzzle.solved().colors();
            symbols.len() <= MAX_FACELETS
                && adjacency_counts(self.puzzle, symbols) == adjacency_counts(self.puzzle, solved)
        };
        let may_be = schemes.iter().any(fits) || schemes.is_empty() && is_like_solved();
        self.states += usize::from(may_be);
        may_be && self.states <= MAX_STATES && is_possible(self.puzzle, symbols)
    }

    /// The smallest set of faces whose rotation makes the state possible, and that state.
    fn rotated_faces(&mut self, symbols: &[char]) -> Option<(Vec<String>, Vec<char>)> {
        let puzzle = self.puzzle;
        self.best = None;
        for scheme in Scheme::schemes_without_pieces(puzzle, symbols) {
            if let Ok(state) = scheme.state(symbols) {
                let mut shown = state.colors().to_vec();
                self.try_next_face(symbols, state.colors(), &mut shown, &mut Vec::new());
            }
        }
        let best = self.best.as_ref()?;
        let name = |(face, &rotation): (usize, &usize)| {
            let how = &self.rotations[face][rotation].name;
            (rotation != 0).then(|| format!("{} {how}", puzzle.faces()[face].name))
        };
        let names = best.iter().enumerate().filter_map(name).collect();
        Some((names, self.with_rotations(symbols, best)))
    }

    /// The state with each face rotated. `chosen` has the index of a rotation for each face.
    fn with_rotations(&self, symbols: &[char], chosen: &[usize]) -> Vec<char> {
        let mut rotated = symbols.to_vec();
        for (face, &rotation) in chosen.iter().enumerate() {
            self.rotate_face(face, rotation, symbols, &mut rotated);
        }
        rotated
    }

    /// Fills in the rotated stickers of one face.
    fn rotate_face<T: Copy>(&self, face: usize, rotation: usize, old: &[T], new: &mut [T]) {
        let facelets = &self.puzzle.faces()[face].facelets;
        for (&facelet, &source) in facelets.iter().zip(&self.rotations[face][rotation].sources) {
            new[facelet] = old[source];
        }
    }

    /// Tries every rotation of the next face of a state with these symbols and colors. `chosen` has the rotations of the
    /// previous faces, and `shown` the colors after these rotations.
    fn try_next_face(
        &mut self,
        symbols: &[char],
        colors: &[Color],
        shown: &mut [Color],
        chosen: &mut Vec<usize>,
    ) {
        let face = chosen.len();
        let count = |rotations: &[usize]| rotations.iter().filter(|&&it| it != 0).count();
        let best = self.best.as_deref();
        if best.is_some_and(|best| count(chosen) >= count(best)) {
            return;
        }
        if face == self.rotations.len() {
            if self.is_possible(&self.with_rotations(symbols, chosen)) {
                self.best = Some(chosen.clone());
            }
            return;
        }
        let content = |rotation: &usize| -> Vec<Color> {
            let sources = self.rotations[face][*rotation].sources.iter();
            sources.map(|&source| colors[source]).collect()
        };
        // Rotations that look the same are tried once.
        let distinct: Vec<usize> = (0..self.rotations[face].len()).unique_by(content).collect();
        for rotation in distinct {
            self.rotate_face(face, rotation, colors, shown);
            if self.shows_pieces(face, shown) {
                chosen.push(rotation);
                self.try_next_face(symbols, colors, shown, chosen);
                chosen.pop();
            }
        }
    }

    /// Whether every place completed by a face shows a piece.
    fn shows_pieces(&mut self, face: usize, shown: &[Color]) -> bool {
        let places = &self.completed_places[face];
        self.comparisons += places.len();
        let shows_one = |&place: &usize| {
            let color = |facelet: usize| Some(shown[facelet]);
            !fitting_pieces(self.puzzle, place, color).is_empty()
        };
        self.comparisons <= MAX_COMPARISONS && places.iter().all(shows_one)
    }
}

/// The rotations of each face in place, the identity first, derived from the rotations of the whole puzzle.
fn face_rotations(puzzle: &Puzzle) -> Vec<Vec<FaceRotation>> {
    let all = rotations(puzzle).unwrap_or_default();
    let of_face = |face: &Face| {
        let face_rotation = |(rotation, names): &NamedRotation| {
            let source = |&facelet: &usize| rotation.facelets.source(facelet);
            let sources: Vec<usize> = face.facelets.iter().map(source).collect();
            let preserves_face = sources.iter().all(|it| face.facelets.contains(it));
            preserves_face.then(|| FaceRotation {
                name: rotation_in_words(puzzle, face, &sources)
                    .unwrap_or_else(|| format!("as rotated by {}", names.join(" "))),
                sources,
            })
        };
        let rotations = all.iter().filter_map(face_rotation);
        rotations.unique_by(|it| it.sources.clone()).collect()
    };
    puzzle.faces().iter().map(of_face).collect()
}

/// The rotation of a face in words, if a turn of the face makes it.
fn rotation_in_words(puzzle: &Puzzle, face: &Face, sources: &[usize]) -> Option<String> {
    let is_that_rotation = |turn: &&Turn| {
        let mut moved = face.facelets.iter().zip(sources);
        turn.base == face.name && moved.all(|(&to, &from)| turn.permutation.source(to) == from)
    };
    let turn = puzzle.turns().iter().find(is_that_rotation)?;
    Some(match (turn.power, turn.order) {
        (1, _) => "clockwise".to_owned(),
        (2, 4) => "half around".to_owned(),
        (power, order) if power + 1 == order => "counter-clockwise".to_owned(),
        _ => format!("as turned by {}", turn.name()),
    })
}
