//! One kind of pieces: which piece lies in which place, and how it is turned.
//!
//! *Idea.* The pieces are derived anew from the allowed turns alone, so that
//! pieces belong to one kind exactly when these turns bring them to each
//! other's places. A piece that no allowed turn moves is a kind of its own
//! with one arrangement, and takes no part in the index.
//!
//! An arrangement of a kind is a permutation (the piece in each place) and a
//! twist (a digit for each place, the orientation of the piece there). A turn
//! changes each without looking at the other.
//!
//! *The last digit.* If every allowed turn adds constants to the digits, and
//! they add up to a multiple of the base, then the sum of the digits stays 0,
//! as it is when solved: the last digit follows from the others.

use super::GraphError;
use super::rank::{digits, factorial, number, power, rank, unrank};
use crate::puzzle::{Color, Permutation, Pieces, Puzzle, State};

/// What a turn does to the places of a kind.
struct Move {
    /// The place from which each place's new piece comes.
    from: Vec<usize>,
    /// The new digit of each place, by the digit that the piece had before.
    twist: Vec<Vec<usize>>,
}

/// One kind of pieces under the allowed turns.
pub(super) struct Kind {
    /// The facelets of each place in each orientation, in the order in which
    /// `homes` lists colours.
    frames: Vec<Vec<Vec<usize>>>,
    /// The colours of each piece.
    homes: Vec<Vec<Color>>,
    moves: Vec<Move>,
    /// Whether the last digit follows from the others.
    conserved: bool,
}

impl Kind {
    /// All kinds of a puzzle under some permutations.
    ///
    /// # Errors
    /// [`GraphError::Alike`] if the colours do not tell the pieces of a kind
    /// and their orientations apart.
    pub(super) fn all(
        puzzle: &Puzzle,
        permutations: &[&Permutation],
    ) -> Result<Vec<Self>, GraphError> {
        let pieces = Pieces::derive(puzzle.facelets().len(), permutations);
        let mut places: Vec<Vec<usize>> = Vec::new();
        for (place, piece) in pieces.all().iter().enumerate() {
            if piece.kind == places.len() {
                places.push(Vec::new());
            }
            places[piece.kind].push(place);
        }
        places
            .iter()
            .map(|places| Self::new(puzzle, &pieces, places, permutations))
            .collect()
    }

    fn new(
        puzzle: &Puzzle,
        pieces: &Pieces,
        places: &[usize],
        permutations: &[&Permutation],
    ) -> Result<Self, GraphError> {
        let frame = |facelet| pieces.frame(facelet).to_vec();
        let frames = places
            .iter()
            .map(|&place| pieces.orientations(place).map(frame).collect());
        let colors = |&facelet: &usize| puzzle.solved().color(facelet);
        let homes = places
            .iter()
            .map(|&place| pieces.all()[place].facelets.iter().map(colors).collect());
        let mut kind = Self {
            frames: frames.collect(),
            homes: homes.collect(),
            moves: Vec::new(),
            conserved: false,
        };
        kind.moves = permutations.iter().map(|p| kind.effect(p)).collect();
        kind.conserved = kind.moves.iter().all(|turn| kind.conserves(turn));
        match kind.ambiguous_place(puzzle.solved()) {
            Some(facelet) => Err(GraphError::Alike(puzzle.facelets()[facelet].clone())),
            None => Ok(kind),
        }
    }

    /// What a permutation of facelets does to the places.
    fn effect(&self, permutation: &Permutation) -> Move {
        let inverse = permutation.inverse();
        let mut from = vec![0; self.places()];
        let mut twist = vec![vec![0; self.base()]; self.places()];
        for (place, orientations) in self.frames.iter().enumerate() {
            for (digit, frame) in orientations.iter().enumerate() {
                // The sticker at f moves to the facelet whose source is f.
                if let Some((to, new)) = self.find(inverse.source(frame[0])) {
                    from[to] = place;
                    twist[to][digit] = new;
                }
            }
        }
        Move { from, twist }
    }

    /// The place and the digit of the piece whose reference sticker is at a
    /// facelet.
    fn find(&self, facelet: usize) -> Option<(usize, usize)> {
        self.frames.iter().enumerate().find_map(|(place, frames)| {
            let digit = frames.iter().position(|frame| frame[0] == facelet);
            digit.map(|digit| (place, digit))
        })
    }

    fn conserves(&self, turn: &Move) -> bool {
        let base = self.base();
        let adds = |twist: &Vec<usize>| (0..base).all(|d| twist[d] == (d + twist[0]) % base);
        let sum: usize = turn.twist.iter().map(|twist| twist[0]).sum();
        turn.twist.iter().all(adds) && sum.is_multiple_of(base)
    }

    /// A facelet of a place that, solved, could show several pieces. Enough to
    /// look at the solved state: what can be confused when twisted can be
    /// confused when both are twisted back.
    fn ambiguous_place(&self, solved: &State) -> Option<usize> {
        (0..self.places())
            .find(|&place| self.fits(place, solved).count() > 1)
            .map(|place| self.frames[place][0][0])
    }

    /// The pieces and orientations that would look as a place does.
    fn fits<'a>(
        &'a self,
        place: usize,
        state: &'a State,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let shows = move |frame: &[usize], home: &[Color]| {
            frame.iter().zip(home).all(|(&f, &c)| state.color(f) == c)
        };
        self.frames[place]
            .iter()
            .enumerate()
            .flat_map(move |(digit, frame)| {
                let pieces = self.homes.iter().enumerate();
                pieces
                    .filter(move |(_, home)| shows(frame, home))
                    .map(move |(piece, _)| (piece, digit))
            })
    }

    fn places(&self) -> usize {
        self.frames.len()
    }

    /// The number of orientations of a piece.
    fn base(&self) -> usize {
        self.frames[0].len()
    }

    /// The digits that count.
    fn free_digits(&self) -> usize {
        self.places() - usize::from(self.conserved)
    }

    /// The number of permutations, saturated.
    pub(super) fn permutations(&self) -> usize {
        factorial(self.places())
    }

    /// The number of twists, saturated.
    pub(super) fn twists(&self) -> usize {
        power(self.base(), self.free_digits())
    }

    /// The numbers of the permutation and of the twist in a state; `None` if
    /// the state shows other pieces or its digits have a wrong sum.
    pub(super) fn read(&self, state: &State) -> Option<(usize, usize)> {
        let mut seen = vec![false; self.places()];
        let mut permutation = Vec::new();
        let mut twist = Vec::new();
        for place in 0..self.places() {
            let (piece, digit) = self.fits(place, state).next()?;
            if std::mem::replace(&mut seen[piece], true) {
                return None;
            }
            permutation.push(piece);
            twist.push(digit);
        }
        let free = self.free_digits();
        let sum: usize = twist.iter().sum();
        if self.conserved && !sum.is_multiple_of(self.base()) {
            return None;
        }
        Some((rank(&permutation), number(&twist[..free], self.base())))
    }

    /// Writes the colours that a permutation and a twist show.
    pub(super) fn write(&self, permutation: usize, twist: usize, colors: &mut [Color]) {
        let pieces = unrank(permutation, self.places());
        for (place, (piece, digit)) in pieces.into_iter().zip(self.twist(twist)).enumerate() {
            for (&facelet, &color) in self.frames[place][digit].iter().zip(&self.homes[piece]) {
                colors[facelet] = color;
            }
        }
    }

    /// All digits of a twist.
    fn twist(&self, twist: usize) -> Vec<usize> {
        let base = self.base();
        let mut digits = digits(twist, base, self.free_digits());
        if self.conserved {
            let sum: usize = digits.iter().sum();
            digits.push((base - sum % base) % base);
        }
        digits
    }

    /// For each permutation and each turn the permutation after it.
    pub(super) fn permutation_moves(&self) -> impl Iterator<Item = usize> {
        let rows = (0..self.permutations()).map(|r| unrank(r, self.places()));
        rows.flat_map(move |old| {
            self.moves.iter().map(move |turn| {
                let new: Vec<usize> = turn.from.iter().map(|&place| old[place]).collect();
                rank(&new)
            })
        })
    }

    /// For each twist and each turn the twist after it.
    pub(super) fn twist_moves(&self) -> impl Iterator<Item = usize> {
        let rows = (0..self.twists()).map(|number| self.twist(number));
        rows.flat_map(move |old| {
            self.moves.iter().map(move |turn| {
                let digit = |place: usize| turn.twist[place][old[turn.from[place]]];
                let new: Vec<usize> = (0..self.free_digits()).map(digit).collect();
                number(&new, self.base())
            })
        })
    }
}
