//! The symmetries of a puzzle, derived from its turns.
//!
//! *Idea.* Symmetries need not be declared. A symmetry maps the turns of each face to the turns of a face, forwards for a
//! rotation, backwards for a mirror, and is valid if a renaming of the facelets induces it. The image of the first facelet
//! of an orbit determines the images of the whole orbit.

use std::collections::HashMap;

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{Color, Puzzle, TurnId};

/// The image of each turn under each rotation; identity first, if found. Some rotations may be missed if hundreds of turns
/// resemble each other.
pub(super) fn turn_images_under_rotations(puzzle: &Puzzle) -> Vec<Vec<TurnId>> {
    turn_images(puzzle, false)
}

/// The image of each turn under each mirror. Some mirrors may be missed if hundreds of turns resemble each other.
pub(super) fn turn_images_under_mirrors(puzzle: &Puzzle) -> Vec<Vec<TurnId>> {
    turn_images(puzzle, true)
}

fn turn_images(puzzle: &Puzzle, mirrored: bool) -> Vec<Vec<TurnId>> {
    let turns = 0..puzzle.turns().len();
    let mut search = Symmetries {
        puzzle,
        faces: turns.unique_by(|&turn| puzzle.turns()[turn].face).collect(),
        mirrored,
        found: Vec::new(),
        tries: 0,
        cycle_types: HashMap::new(),
    };
    search.try_next_face(&mut Vec::new());
    search.found
}

/// The maximum number of symmetries to find; a regular solid has at most 60 rotations and 60 mirrors.
const MAX_SYMMETRIES: usize = 240;

/// The maximum number of cycle types to compute. This takes a second or two for a puzzle with a thousand turns that
/// resemble each other. A puzzle with the symmetries of a regular solid needs less than a tenth of this number.
const MAX_CYCLE_TYPES: usize = 1 << 14;

/// The number of tries that take as long as a renaming of all facelets.
const TRIES_PER_RENAMING: usize = 16;

/// The maximum number of tries. Faces can resemble each other in pairs although few symmetries exist.
const MAX_TRIES: usize = 1 << 15;

/// A turn, or the product of two turns.
type TurnOrProduct = (TurnId, Option<TurnId>);

struct Symmetries<'a> {
    puzzle: &'a Puzzle,
    /// The first turn of each face.
    faces: Vec<TurnId>,
    mirrored: bool,
    found: Vec<Vec<TurnId>>,
    /// The number of partial symmetries tried.
    tries: usize,
    /// The known cycle types of turns, and of their products with a second turn.
    cycle_types: HashMap<TurnOrProduct, Vec<usize>>,
}

impl Symmetries<'_> {
    /// Tries all faces as the image of the next face.
    fn try_next_face(&mut self, images: &mut Vec<TurnId>) {
        self.tries += 1;
        if self.found.len() >= MAX_SYMMETRIES
            || self.cycle_types.len() >= MAX_CYCLE_TYPES
            || self.tries >= MAX_TRIES
        {
            return;
        }
        if images.len() == self.faces.len() {
            // A renaming takes as long as many tries.
            self.tries += TRIES_PER_RENAMING;
            self.found.extend(self.turn_images_of(images));
            return;
        }
        for to in 0..self.faces.len() {
            let image = self.faces[to];
            if images.contains(&image) || !self.can_map_face(images, image) {
                continue;
            }
            images.push(image);
            self.try_next_face(images);
            images.pop();
        }
    }

    /// Whether the next face can be mapped to a face, given the images of the previous faces.
    fn can_map_face(&mut self, images: &[TurnId], image: TurnId) -> bool {
        let (own, turns) = (self.faces[images.len()], self.puzzle.turns());
        let is_alike =
            turns[own].order == turns[image].order && turns[own].power == turns[image].power;
        is_alike
            && self.are_cycles_alike((own, None), (image, None))
            && (0..images.len()).all(|at| {
                let (earlier, its_image) = (self.faces[at], images[at]);
                self.are_cycles_alike((earlier, Some(own)), (its_image, Some(image)))
            })
    }

    /// Whether the cycles of two turns, or of two products of turns, have the same lengths.
    fn are_cycles_alike(&mut self, a: TurnOrProduct, b: TurnOrProduct) -> bool {
        let turns = self.puzzle.turns();
        for (first, second) in [a, b] {
            self.cycle_types.entry((first, second)).or_insert_with(|| {
                let first = &turns[first].permutation;
                let product = second.map(|second| first.then(&turns[second].permutation));
                cycle_type(product.as_ref().unwrap_or(first))
            });
        }
        self.cycle_types[&a] == self.cycle_types[&b]
    }

    /// The image of each turn, given the images of the faces; `None` if no renaming of the facelets induces it.
    fn turn_images_of(&self, images: &[TurnId]) -> Option<Vec<TurnId>> {
        let turns = self.puzzle.turns();
        let image_of = |turn: TurnId| {
            let face = self
                .faces
                .iter()
                .position(|&it| turns[it].face == turns[turn].face)?;
            let (own, other) = (&turns[turn], &turns[images[face]]);
            let power = if self.mirrored {
                own.order - own.power
            } else {
                own.power
            };
            let mut turns = turns.iter();
            let found = turns.position(|it| it.face == other.face && it.power == power)?;
            Some(self.puzzle.representative_turn(found))
        };
        let all: Vec<TurnId> = (0..turns.len()).map(image_of).collect::<Option<_>>()?;
        let pair = |&turn: &TurnId| (&turns[turn].permutation, &turns[all[turn]].permutation);
        let pairs: Vec<(&Permutation, &Permutation)> = self.faces.iter().map(pair).collect();
        renaming(self.puzzle.facelets().len(), &pairs, None).map(|_| all)
    }
}

/// The lengths of a permutation's cycles.
fn cycle_type(permutation: &Permutation) -> Vec<usize> {
    let lengths = permutation.cycles().into_iter().map(|cycle| cycle.len());
    lengths.sorted().collect()
}

/// A renaming of the facelets that maps the first permutation of each pair to the second; with colors, facelets of one
/// color are also mapped to facelets of one color. Each orbit takes the first image that fits, so with identical pieces an
/// existing renaming may be missed, but every result is correct.
pub(super) fn renaming(
    facelets: usize,
    pairs: &[(&Permutation, &Permutation)],
    colors: Option<&[Color]>,
) -> Option<Vec<usize>> {
    let mut renaming = Renaming {
        image: vec![None; facelets],
        used: vec![false; facelets],
        colors: vec![None; facelets],
    };
    for first in 0..facelets {
        if renaming.image[first].is_none() {
            let mut free = (0..facelets).filter(|&to| !renaming.used[to]);
            renaming = free.find_map(|to| renaming.clone().map_orbit(first, to, pairs, colors))?;
        }
    }
    renaming.image.into_iter().collect()
}

/// A partial renaming.
#[derive(Clone)]
struct Renaming {
    image: Vec<Option<usize>>,
    used: Vec<bool>,
    /// The image of each color; there are no more colors than facelets.
    colors: Vec<Option<Color>>,
}

impl Renaming {
    /// Maps a facelet and its whole orbit, if possible.
    fn map_orbit(
        mut self,
        first: usize,
        to: usize,
        pairs: &[(&Permutation, &Permutation)],
        colors: Option<&[Color]>,
    ) -> Option<Self> {
        let mut pending = vec![(first, to)];
        while let Some((from, to)) = pending.pop() {
            match self.image[from] {
                Some(known) if known == to => continue,
                Some(_) => return None,
                None if self.used[to] => return None,
                None => (),
            }
            (self.image[from], self.used[to]) = (Some(to), true);
            if let Some(colors) = colors {
                let known = self.colors[colors[from]].get_or_insert(colors[to]);
                if *known != colors[to] {
                    return None;
                }
            }
            pending.extend(pairs.iter().map(|(a, b)| (a.source(from), b.source(to))));
        }
        Some(self)
    }
}
