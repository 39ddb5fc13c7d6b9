//! Parities: whether even or odd numbers of turns can lead from one state to another.
//!
//! *Idea.* A turn permutes the places of each kind of piece evenly or oddly. These parities form a vector over the
//! field of two elements, with one coordinate per kind; the vector of a sequence is the sum of the vectors of its
//! turns. One more coordinate is 1 for every turn, so for a sequence it is the parity of the number of turns. The
//! parities that lead from a start to a goal are extended by this coordinate: an even number of turns can lead there
//! only if the vector that ends with 0 is a sum of turns' vectors, an odd number only if the vector that ends with 1 is
//! one. Kinds whose parity start and goal do not determine are left out.
//!
//! On a cube every quarter turn is odd and every half turn is even. So in the quarter-turn metric every other length is
//! ruled out without a solver. (For a solver this would be expensive: parity has no short resolution proofs.)

use num_bigint::BigUint;

use super::Pieces;
use crate::group::Permutation;

/// Whether an even number of turns, and whether an odd number of turns may lead from a start to a goal, according to the
/// parities of the kinds of pieces. `required`: for each kind, whether its parity must be odd; `None` if it may be either.
pub(super) fn possible_length_parities(
    pieces: &Pieces,
    turns: &[&Permutation],
    required: &[Option<bool>],
) -> [bool; 2] {
    let kinds = || (0..required.len()).filter(|&kind| required[kind].is_some());
    let mut span = Span::default();
    for turn in turns {
        let parities = kinds().map(|kind| pieces.permutes_oddly(turn, kind));
        span.insert(vector(parities.chain([true])));
    }
    [false, true].map(|is_odd| {
        let parities = required.iter().copied().flatten();
        span.contains(vector(parities.chain([is_odd])))
    })
}

/// A basis of the conserved sets of kinds, among the kinds that `has_parity` accepts. A set is conserved if every turn
/// permutes an even number of its kinds oddly: then the sum of their parities never changes.
pub(super) fn conserved_parities(
    pieces: &Pieces,
    turns: &[&Permutation],
    has_parity: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let kinds = pieces.kinds().len();
    // At first, each set is a single kind. A turn violates a set if it permutes an odd number of its kinds oddly. Then the
    // first violated set is removed and added to the other violated sets.
    let single = |kind: usize| vector((0..kinds).map(|other| other == kind));
    let singles = (0..kinds).filter(|&kind| has_parity(kind)).map(single);
    let mut sets: Vec<BigUint> = singles.collect();
    for turn in turns {
        let odd = vector((0..kinds).map(|kind| pieces.permutes_oddly(turn, kind)));
        let is_odd = |set: &BigUint| (set & &odd).count_ones() % 2 == 1;
        let Some(first) = sets.iter().position(is_odd) else {
            continue;
        };
        let broken = sets.remove(first);
        for set in sets.iter_mut().filter(|set| is_odd(set)) {
            *set ^= &broken;
        }
    }
    let kinds = |set: BigUint| (0..kinds).filter(|&kind| set.bit(kind as u64)).collect();
    sets.into_iter().map(kinds).collect()
}

/// A vector over the field of two elements, as the bits of a number.
fn vector(bits: impl Iterator<Item = bool>) -> BigUint {
    let mut vector = BigUint::default();
    for (at, bit) in (0..).zip(bits) {
        vector.set_bit(at, bit);
    }
    vector
}

/// All sums of some vectors. Each row of the basis is stored with the position of its first bit, which no later row has.
#[derive(Default)]
struct Span(Vec<(u64, BigUint)>);

impl Span {
    fn insert(&mut self, vector: BigUint) {
        let rest = self.reduced(vector);
        self.0
            .extend(rest.trailing_zeros().map(|first| (first, rest)));
    }

    fn contains(&self, vector: BigUint) -> bool {
        self.reduced(vector) == BigUint::default()
    }

    fn reduced(&self, mut vector: BigUint) -> BigUint {
        for (first, row) in &self.0 {
            if vector.bit(*first) {
                vector ^= row;
            }
        }
        vector
    }
}
