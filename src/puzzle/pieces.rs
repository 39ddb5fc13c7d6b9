//! Pieces: facelets that always travel together, derived from the turns.
//!
//! *Idea.* Two facelets belong to one piece if, under all turns, the position of one sticker determines the position of the
//! other. This is tested from the solved state: if two sequences bring the first sticker to the same facelet, they must
//! bring the second sticker to the same facelet, too, and both stickers must reach the same number of facelets.
//!
//! *Cost.* Stickers of one piece are moved by the same turns. So one facelet of each kind of piece is compared with the
//! facelets that the same turns move, and only under these turns. Most pairs are separated after a few turns; a pair takes
//! at most one step for each facelet that the first sticker reaches and each turn that moves this facelet.

use std::collections::HashMap;
use std::ops::Range;

use itertools::Itertools;

use crate::group::{Orbits, Permutation};

/// A piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its facelets on the solved puzzle, the reference sticker first. The order is consistent for all pieces of one kind:
    /// turns that move a piece to the place of another piece preserve the order.
    pub facelets: Vec<usize>,
    /// Pieces with the same number can reach each other's places.
    pub kind: usize,
    /// The usual word: corner, edge, center or, if that is unknown, piece.
    pub word: &'static str,
}

/// The pieces of a puzzle, with their possible orientations in each place.
#[derive(Clone, Debug)]
pub struct Pieces {
    pieces: Vec<Piece>,
    /// `frames[f]`: the facelets where a piece's stickers are when its reference sticker is at `f`, in the order of
    /// [`Piece::facelets`]. Empty if no reference sticker can be there.
    frames: Vec<Vec<usize>>,
    /// The place of each facelet, numbered by the piece at home there.
    place_of: Vec<usize>,
    /// The pieces of each kind, which are numbered consecutively.
    kinds: Vec<Range<usize>>,
}

impl Pieces {
    /// Derives the pieces from the generators of a puzzle.
    pub fn derive(size: usize, generators: &[&Permutation]) -> Self {
        let movers = GeneratorsByFacelet::new(size, generators);
        let alike = movers.facelets_by_key();
        let mut partner = vec![None; size];
        let mut pieces: Vec<Piece> = Vec::new();
        let mut frames: Vec<Vec<usize>> = vec![Vec::new(); size];
        let mut place_of = vec![usize::MAX; size];
        let mut kinds = Vec::new();
        let inverses: Vec<Permutation> = generators.iter().map(|g| g.inverse()).collect();
        for start in 0..size {
            if place_of[start] != usize::MAX {
                continue;
            }
            let mut frame = vec![start];
            if movers.orbit_sizes[start] > 1 {
                let others = alike[&movers.key(start)].iter().copied();
                frame.extend(others.filter(|&other| {
                    other > start && movers.move_together(start, other, generators, &mut partner)
                }));
            }
            let first = pieces.len();
            for facelet in spread_frame(frame, &mut frames, &movers, &inverses) {
                if place_of[facelet] == usize::MAX {
                    for &sticker in &frames[facelet] {
                        place_of[sticker] = pieces.len();
                    }
                    pieces.push(Piece {
                        facelets: frames[facelet].clone(),
                        kind: kinds.len(),
                        word: "piece",
                    });
                }
            }
            kinds.push(first..pieces.len());
        }
        Self {
            pieces,
            frames,
            place_of,
            kinds,
        }
    }

    pub(super) fn set_words(&mut self, word: impl Fn(&[usize]) -> &'static str) {
        for piece in &mut self.pieces {
            piece.word = word(&piece.facelets);
        }
    }

    /// The number of facelets.
    pub fn size(&self) -> usize {
        self.place_of.len()
    }

    /// The pieces of each kind, by their indices.
    pub fn kinds(&self) -> &[Range<usize>] {
        &self.kinds
    }

    /// All pieces. A place has the index of the piece that is at home there.
    pub fn all(&self) -> &[Piece] {
        &self.pieces
    }

    /// The facelets where a piece's stickers are when its reference sticker is at `facelet`; empty if no reference
    /// sticker can be there.
    pub fn frame(&self, facelet: usize) -> &[usize] {
        &self.frames[facelet]
    }

    /// The place of a facelet.
    pub fn place_of(&self, facelet: usize) -> usize {
        self.place_of[facelet]
    }

    /// The possible facelets of a reference sticker in a place, the place's own reference first: one per orientation.
    pub fn orientations(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let facelets = self.pieces[place].facelets.iter().copied();
        facelets.filter(|&facelet| !self.frames[facelet].is_empty())
    }

    /// The word for a piece that is in its place in another orientation: `flipped` if a piece there has two orientations,
    /// otherwise `twisted`.
    pub(crate) fn misorientation(&self, place: usize) -> &'static str {
        if self.orientations(place).count() == 2 {
            "flipped"
        } else {
            "twisted"
        }
    }
}

/// Carries a frame to every facelet that its first sticker can reach, and returns those facelets in ascending order.
fn spread_frame(
    frame: Vec<usize>,
    frames: &mut [Vec<usize>],
    movers: &GeneratorsByFacelet,
    inverses: &[Permutation],
) -> Vec<usize> {
    let first = frame[0];
    let mut reached = vec![first];
    frames[first] = frame;
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        next += 1;
        for &turn in &movers.moving[from] {
            let inverse = &inverses[turn as usize];
            // A sticker at f moves to the facelet whose source is f.
            let to = inverse.source(from);
            if frames[to].is_empty() {
                frames[to] = frames[from].iter().map(|&f| inverse.source(f)).collect();
                reached.push(to);
            }
        }
    }
    reached.sort_unstable();
    reached
}

/// For each facelet, the generators that move the facelet, and the size of its orbit.
struct GeneratorsByFacelet {
    /// The number of facelets that each facelet's sticker can reach.
    orbit_sizes: Vec<usize>,
    /// The generators that move each facelet, in ascending order.
    moving: Vec<Vec<u32>>,
}

/// The generators that move a facelet, and the size of its orbit. Facelets of one piece have equal keys.
type Key<'a> = (&'a [u32], usize);

impl GeneratorsByFacelet {
    fn new(size: usize, generators: &[&Permutation]) -> Self {
        let mut orbits = Orbits::generated_by(size, generators.iter().copied());
        let orbit_sizes = (0..size).map(|facelet| orbits.size_of(facelet)).collect();
        let mut moving: Vec<Vec<u32>> = vec![Vec::new(); size];
        for (number, generator) in (0..).zip(generators) {
            for facelet in generator.moved() {
                moving[facelet].push(number);
            }
        }
        Self {
            orbit_sizes,
            moving,
        }
    }

    fn key(&self, facelet: usize) -> Key<'_> {
        (&self.moving[facelet], self.orbit_sizes[facelet])
    }

    /// The facelets of each key, in ascending order.
    fn facelets_by_key(&self) -> HashMap<Key<'_>, Vec<usize>> {
        (0..self.moving.len()).into_group_map_by(|&facelet| self.key(facelet))
    }

    /// Whether two facelets with equal keys belong to one piece. Turns must move both: an unmoved facelet, which is a piece
    /// of its own, would determine the positions of all other unmoved facelets. For each facelet that the first sticker
    /// reaches, `partner` stores where the second sticker is then; it is all `None` between calls.
    fn move_together(
        &self,
        a: usize,
        b: usize,
        generators: &[&Permutation],
        partner: &mut [Option<usize>],
    ) -> bool {
        // Both orbits have the same size, so the map is injective.
        partner[a] = Some(b);
        let mut reached = vec![(a, b)];
        let mut next = 0;
        let mut joined = true;
        while let Some(&(a, b)) = reached.get(next).filter(|_| joined) {
            next += 1;
            // A turn that moves only one of two stickers separates them.
            let mut turns = self.moving[a].iter();
            joined = self.moving[a] == self.moving[b]
                && turns.all(|&turn| {
                    let turn = generators[turn as usize];
                    let (a, b) = (turn.source(a), turn.source(b));
                    let known = *partner[a].get_or_insert_with(|| {
                        reached.push((a, b));
                        b
                    });
                    known == b
                });
        }
        for (a, _) in reached {
            partner[a] = None;
        }
        joined
    }
}

/// An upper bound on the number of steps for deriving the pieces.
pub(super) fn steps_to_derive(size: usize, generators: &[&Permutation]) -> usize {
    let movers = GeneratorsByFacelet::new(size, generators);
    let alike = movers.facelets_by_key();
    let mut orbits = Orbits::generated_by(size, generators.iter().copied());
    let steps = orbits.all().into_iter().map(|orbit| {
        let turns = orbit.iter().map(|&facelet| movers.moving[facelet].len());
        let alike = alike[&movers.key(orbit[0])].len();
        turns.sum::<usize>().saturating_mul(alike)
    });
    steps.fold(0, usize::saturating_add)
}
