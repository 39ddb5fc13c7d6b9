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

use num_bigint::BigUint;

use super::Pieces;
use crate::group::Permutation;

/// Whether even, and whether odd numbers of turns may lead from a start to a goal, according to the parities of the kinds
/// of pieces. `required`: for each kind, whether its parity must be odd; `None` if that is open.
pub(super) fn possible_length_parities(
    pieces: &Pieces,
    turns: &[&Permutation],
    required: &[Option<bool>],
) -> [bool; 2] {
    let known = || {
        let kinds = required.iter().enumerate();
        kinds.filter_map(|(kind, odd)| Some((kind, (*odd)?)))
    };
    let mut span = Span::default();
    for turn in turns {
        let kinds = known().map(|(kind, _)| pieces.permutes_oddly(turn, kind));
        span.insert(vector(kinds.chain([true])));
    }
    [false, true].map(|odd| {
        let kinds = known().map(|(_, odd)| odd);
        span.contains(vector(kinds.chain([odd])))
    })
}

/// A basis of the conserved sets of the kinds that `some` accepts: each turn permutes an even number of the kinds in a
/// set oddly.
pub(super) fn conserved_parities(
    pieces: &Pieces,
    turns: &[&Permutation],
    some: impl Fn(usize) -> bool,
) -> Vec<Vec<usize>> {
    let kinds = pieces.kinds().len();
    // Each row is a set of kinds, initially a single one. A turn violates a set if it permutes an odd number of its
    // kinds oddly. The first violated set is removed and added to the other violated ones.
    let single = |kind: usize| vector((0..kinds).map(|other| other == kind));
    let mut sets: Vec<BigUint> = (0..kinds).filter(|&kind| some(kind)).map(single).collect();
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

/// All sums of some vectors. Each row of the basis is stored with its first bit, which no later row has.
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
