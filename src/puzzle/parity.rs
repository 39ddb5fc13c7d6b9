//! Parities: whether even or odd numbers of turns can lead from one state to another.
//!
//! *Idea.* A turn permutes the places of each kind of piece evenly or oddly. As vectors over the field of two elements,
//! with one coordinate per kind, the parities of a sequence are the sum of those of its turns. One more coordinate,
//! which is one for every turn, counts the turns themselves. A start and a goal can be joined by an even number of
//! turns only if their difference, with zero for the number of turns, is a sum of the turns' vectors; by an odd number,
//! with one. Kinds whose parities start and goal do not determine are left out.
//!
//! On a cube every quarter turn is odd and every half turn is even. So in the quarter-turn metric every other length is
//! ruled out without a solver. (For a solver it would be expensive: parity has no short resolution proofs.)

use super::{Arrangement, Pieces};

/// The numbers of turns that parities allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LengthParity {
    /// None: no turns lead there.
    None,
    /// Even numbers.
    Even,
    /// Odd numbers.
    Odd,
    /// All.
    Any,
}

impl LengthParity {
    /// The numbers of turns that may lead from a start to a goal, according to the parities of the kinds of pieces.
    /// `required`: for each kind, whether its pieces must be permuted oddly; `None` if that is open.
    pub(super) fn new(pieces: &Pieces, turns: &[Arrangement], required: &[Option<bool>]) -> Self {
        let known = || {
            (0..)
                .zip(required)
                .filter_map(|(kind, odd)| Some((kind, (*odd)?)))
        };
        let parities = |turn: &Arrangement| {
            let kinds = known().map(|(kind, _)| turn.is_odd(pieces, kind));
            Vector::new(kinds.chain([true]))
        };
        let mut span = Span::default();
        for turn in turns {
            span.insert(parities(turn));
        }
        let possible = [false, true].map(|odd| {
            let kinds = known().map(|(_, odd)| odd);
            span.contains(Vector::new(kinds.chain([odd])))
        });
        match possible {
            [false, false] => LengthParity::None,
            [true, false] => LengthParity::Even,
            [false, true] => LengthParity::Odd,
            [true, true] => LengthParity::Any,
        }
    }
}

/// A basis of the conserved sets of the kinds that `some` accepts: each turn permutes an even number of the kinds in a
/// set oddly.
pub(super) fn conserved_parities(
    pieces: &Pieces,
    turns: &[Arrangement],
    some: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let kinds = pieces.kinds().len();
    // Each row is a set of kinds, initially a single one. A turn violates a set if it permutes an odd number of its
    // kinds oddly. The first violated set is removed and added to the other violated ones.
    let mut sets: Vec<Vec<bool>> = (0..kinds)
        .filter(|&kind| some(kind))
        .map(|kind| (0..kinds).map(|other| other == kind).collect())
        .collect();
    for turn in turns {
        let odd: Vec<bool> = (0..kinds).map(|kind| turn.is_odd(pieces, kind)).collect();
        let is_odd = |set: &Vec<bool>| {
            let pairs = set.iter().zip(&odd);
            pairs.filter(|&(&there, &odd)| there && odd).count() % 2 == 1
        };
        let Some(first) = sets.iter().position(is_odd) else {
            continue;
        };
        let broken = sets.remove(first);
        for set in sets.iter_mut().filter(|set| is_odd(set)) {
            for (there, &other) in set.iter_mut().zip(&broken) {
                *there ^= other;
            }
        }
    }
    let kinds = |set: Vec<bool>| (0..kinds).filter(|&kind| set[kind]).collect();
    sets.into_iter().map(kinds).collect()
}

/// A vector over the field of two elements, 64 bits per word.
struct Vector(Vec<u64>);

impl Vector {
    fn new(bits: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (at, bit) in bits.enumerate() {
            if at % 64 == 0 {
                words.push(0);
            }
            words[at / 64] |= u64::from(bit) << (at % 64);
        }
        Self(words)
    }

    fn add(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a ^= b;
        }
    }

    /// The first bit that is set, as a word and a mask.
    fn first_bit(&self) -> Option<(usize, u64)> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some((word, self.0[word] & self.0[word].wrapping_neg()))
    }
}

/// All sums of some vectors. Each row of the basis is stored with its first bit, which no later row has.
#[derive(Default)]
struct Span(Vec<((usize, u64), Vector)>);

impl Span {
    fn insert(&mut self, mut vector: Vector) {
        self.reduce(&mut vector);
        if let Some(first) = vector.first_bit() {
            self.0.push((first, vector));
        }
    }

    fn contains(&self, mut vector: Vector) -> bool {
        self.reduce(&mut vector);
        vector.first_bit().is_none()
    }

    fn reduce(&self, vector: &mut Vector) {
        for ((word, bit), row) in &self.0 {
            if vector.0[*word] & bit != 0 {
                vector.add(row);
            }
        }
    }
}
