//! Pieces: facelets that always travel together, derived from the turns.
//!
//! *Idea.* Two facelets belong to one piece when the place of one sticker
//! determines the place of the other, whatever is turned, and the other way round. That is
//! followed from their own places: wherever the turns lead the first, they must lead the second to
//! one place only, and to as many.
//!
//! *Cost.* One facelet a kind of pieces is held against all others. Most pairs are told apart
//! after a few turns; the worst takes as many steps as the facelet has places, times the
//! generators.

use std::ops::Range;

use crate::group::{Orbits, Permutation};

/// A piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its facelets on the solved puzzle, the reference sticker first. The
    /// order is the same for all pieces of one kind: turning a piece into the
    /// place of another one brings its first sticker's frame along.
    pub facelets: Vec<usize>,
    /// Pieces with the same number can reach each other's places.
    pub kind: usize,
    word: &'static str,
}

impl Piece {
    /// What people call it: corner, edge, center or, where that is not known, piece.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.word
    }
}

/// What people call a piece, from the number of its stickers on a cube.
pub(super) fn word_of(stickers: usize) -> &'static str {
    match stickers {
        1 => "center",
        2 => "edge",
        3 => "corner",
        _ => "piece",
    }
}

/// The pieces of a puzzle, and how each can lie in each place.
#[derive(Clone, Debug)]
pub struct Pieces {
    pieces: Vec<Piece>,
    /// `frames[f]`: where the stickers of a piece are when its reference
    /// sticker is at `f`, in the order of [`Piece::facelets`]. Empty where no
    /// reference sticker can be.
    frames: Vec<Vec<usize>>,
    /// The place (the number of the piece at home there) of each facelet.
    place_of: Vec<usize>,
    /// The pieces of each kind, which stand in a row.
    kinds: Vec<Range<usize>>,
}

impl Pieces {
    /// Derives the pieces from the generators of a puzzle.
    #[must_use]
    pub fn derive(size: usize, generators: &[&Permutation]) -> Self {
        let mut orbits = PlaceCounts::new(size, generators);
        let mut pieces: Vec<Piece> = Vec::new();
        let mut frames: Vec<Vec<usize>> = vec![Vec::new(); size];
        let mut place_of = vec![usize::MAX; size];
        let mut kinds = Vec::new();
        let inverses: Vec<Permutation> = generators.iter().map(|g| g.inverse()).collect();
        for start in 0..size {
            if place_of[start] != usize::MAX {
                continue;
            }
            let mut together =
                |&other: &usize| other == start || orbits.join(start, other, generators);
            let frame: Vec<usize> = (start..size).filter(&mut together).collect();
            let first = pieces.len();
            for facelet in spread_frame(frame, &mut frames, &inverses) {
                if place_of[facelet] == usize::MAX {
                    for &sticker in &frames[facelet] {
                        place_of[sticker] = pieces.len();
                    }
                    pieces.push(Piece {
                        facelets: frames[facelet].clone(),
                        kind: kinds.len(),
                        word: word_of(frames[facelet].len()),
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

    /// Calls each piece what is said of its facelets.
    pub(super) fn call(&mut self, word: impl Fn(&[usize]) -> &'static str) {
        for piece in &mut self.pieces {
            piece.word = word(&piece.facelets);
        }
    }

    /// How many facelets there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.place_of.len()
    }

    /// The pieces of each kind, by their numbers.
    #[must_use]
    pub fn kinds(&self) -> &[Range<usize>] {
        &self.kinds
    }

    /// All pieces. A place has the number of the piece that is at home there.
    #[must_use]
    pub fn all(&self) -> &[Piece] {
        &self.pieces
    }

    /// Where a piece's stickers are when its reference sticker is at
    /// `facelet`; empty when no reference sticker can be there.
    #[must_use]
    pub fn frame(&self, facelet: usize) -> &[usize] {
        &self.frames[facelet]
    }

    /// The place that a facelet belongs to.
    #[must_use]
    pub fn place_of(&self, facelet: usize) -> usize {
        self.place_of[facelet]
    }

    /// The facelets of a place where a reference sticker can be, the place's
    /// own reference first: one an orientation.
    pub fn orientations(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.pieces[place]
            .facelets
            .iter()
            .copied()
            .filter(|&facelet| !self.frames[facelet].is_empty())
    }
}

/// Carries a frame to every facelet that its first sticker can reach, and
/// returns those facelets in increasing order.
fn spread_frame(
    frame: Vec<usize>,
    frames: &mut [Vec<usize>],
    inverses: &[Permutation],
) -> Vec<usize> {
    let mut reached = vec![frame[0]];
    let first = frame[0];
    frames[first] = frame;
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        next += 1;
        for inverse in inverses {
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

/// Where the turns lead each facelet: how many places that are.
struct PlaceCounts {
    /// The number of places of each facelet.
    places: Vec<usize>,
    /// Where a second facelet is for each place of a first one. All `None` between two looks.
    with: Vec<Option<usize>>,
}

impl PlaceCounts {
    fn new(size: usize, generators: &[&Permutation]) -> Self {
        let mut orbits = Orbits::generated_by(size, generators.iter().copied());
        let places = (0..size).map(|facelet| orbits.count(facelet)).collect();
        let with = vec![None; size];
        Self { places, with }
    }

    /// Whether two facelets determine each other. Those that never move are pieces of their own: each
    /// would otherwise determine all the others.
    fn join(&mut self, a: usize, b: usize, generators: &[&Permutation]) -> bool {
        let places = self.places[a];
        if places == 1 || places != self.places[b] {
            return false;
        }
        // As turns lead the second to all its places too, and there are as many, no two
        // places of the first go with one of the second.
        self.with[a] = Some(b);
        let mut reached = vec![(a, b)];
        let mut next = 0;
        let mut joined = true;
        'search: while let Some(&(a, b)) = reached.get(next) {
            next += 1;
            for turn in generators {
                let (a, b) = (turn.source(a), turn.source(b));
                match self.with[a] {
                    None => {
                        self.with[a] = Some(b);
                        reached.push((a, b));
                    }
                    Some(known) if known != b => {
                        joined = false;
                        break 'search;
                    }
                    Some(_) => {}
                }
            }
        }
        for (a, _) in reached {
            self.with[a] = None;
        }
        joined
    }
}
