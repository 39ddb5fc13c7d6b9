//! Pieces: facelets that always travel together, derived from the turns.
//!
//! *Idea.* Two facelets belong to one piece if, under all turns, where one sticker is determines where the other is.
//! This is tested from the solved state: whenever turns bring the first sticker to a certain facelet, they must bring
//! the second to a certain facelet, too, and both must reach the same number.
//!
//! *Cost.* Stickers of one piece are moved by the same turns. So one facelet of each kind of piece is compared with
//! those that the same turns move, and only with these turns. Most pairs are separated after a few of them; a pair
//! takes at most a step for each turn and each facelet of the kind that it moves.

use std::collections::HashMap;
use std::ops::Range;

use crate::group::{Orbits, Permutation};

/// A piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its facelets on the solved puzzle, the reference sticker first. The order is consistent for all pieces of one kind:
    /// turning a piece into the place of another one preserves it.
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
        let touched = GeneratorsByFacelet::new(size, generators);
        let alike = touched.facelets_by_key();
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
            if touched.orbit_sizes[start] > 1 {
                let others = alike[&touched.key(start)].iter().copied();
                let others = others.filter(|&other| other > start);
                frame.extend(others.filter(|&other| {
                    touched.move_together(start, other, generators, &mut partner)
                }));
            }
            let first = pieces.len();
            for facelet in spread_frame(frame, &mut frames, &touched, &inverses) {
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

    /// Sets the word for each piece, given its facelets.
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
        self.pieces[place]
            .facelets
            .iter()
            .copied()
            .filter(|&facelet| !self.frames[facelet].is_empty())
    }

    /// What a piece is called that is in its place in another orientation: `flipped` if there are two, else `twisted`.
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
    touched: &GeneratorsByFacelet,
    inverses: &[Permutation],
) -> Vec<usize> {
    let mut reached = vec![frame[0]];
    let first = frame[0];
    frames[first] = frame;
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        next += 1;
        for &turn in touched.generators_moving(from) {
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

/// For each facelet, the generators that move it, and the size of its orbit.
struct GeneratorsByFacelet {
    /// The number of facelets that each facelet's sticker can reach.
    orbit_sizes: Vec<usize>,
    /// For each facelet, the index of its list in `lists`.
    list: Vec<u32>,
    /// Generators, in ascending order.
    lists: Vec<Vec<u32>>,
}

impl GeneratorsByFacelet {
    fn new(size: usize, generators: &[&Permutation]) -> Self {
        let mut orbits = Orbits::generated_by(size, generators.iter().copied());
        let orbit_sizes = (0..size).map(|facelet| orbits.size_of(facelet)).collect();
        let mut by: Vec<Vec<u32>> = vec![Vec::new(); size];
        for (number, generator) in (0..).zip(generators) {
            for facelet in generator.moved() {
                by[facelet].push(number);
            }
        }
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut list = Vec::with_capacity(size);
        for turns in by {
            let next = known.len() as u32;
            list.push(*known.entry(turns).or_insert(next));
        }
        let mut lists = vec![Vec::new(); known.len()];
        for (turns, number) in known {
            lists[number as usize] = turns;
        }
        Self {
            orbit_sizes,
            list,
            lists,
        }
    }

    /// The generators that move a facelet.
    fn generators_moving(&self, facelet: usize) -> &[u32] {
        &self.lists[self.list[facelet] as usize]
    }

    /// A key that is equal for facelets of one piece.
    fn key(&self, facelet: usize) -> (u32, usize) {
        (self.list[facelet], self.orbit_sizes[facelet])
    }

    /// The facelets of each key, in ascending order.
    fn facelets_by_key(&self) -> HashMap<(u32, usize), Vec<usize>> {
        let mut alike: HashMap<_, Vec<usize>> = HashMap::new();
        for facelet in 0..self.list.len() {
            alike.entry(self.key(facelet)).or_default().push(facelet);
        }
        alike
    }

    /// Whether two facelets of one key belong to one piece. They must move: an unmoved facelet, which is a piece of its
    /// own, would determine all the other unmoved ones. For each facelet that the first sticker reaches, `partner`
    /// stores where the second is; it is all `None` between calls.
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
            let mut turns = self.generators_moving(a).iter();
            joined = self.list[a] == self.list[b]
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
    let touched = GeneratorsByFacelet::new(size, generators);
    let alike = touched.facelets_by_key();
    let mut orbits = Orbits::generated_by(size, generators.iter().copied());
    let steps = orbits.all().into_iter().map(|orbit| {
        let turns: usize = orbit
            .iter()
            .map(|&facelet| touched.generators_moving(facelet).len())
            .sum();
        turns.saturating_mul(alike[&touched.key(orbit[0])].len())
    });
    steps.fold(0, usize::saturating_add)
}
