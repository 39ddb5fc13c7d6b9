//! Parities: which numbers of turns can lead from one state to another.
//!
//! *Idea.* A turn permutes the places of each kind of pieces evenly or oddly. As
//! vectors over the field of two elements, one coordinate a kind, the parities
//! of a sequence are the sum of those of its turns. One more coordinate, which is
//! one for every turn, counts the turns themselves. A start and a goal can be
//! joined by an even number of turns only if their difference, with zero for
//! the number of turns, is a sum of the turns' vectors; and likewise for odd.
//!
//! On a cube every quarter turn is odd and every half turn is even. So in the
//! quarter-turn metric every other length is ruled out, and no solver is asked.
//! (It could not say it cheaply: short refutations of parity are just what
//! resolution does not have.)

use super::Pieces;
use super::legality::Arrangement;

/// The numbers of turns that parities allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lengths {
    /// None: no turns lead there.
    None,
    /// Even numbers.
    Even,
    /// Odd numbers.
    Odd,
    /// All.
    Any,
}

impl Lengths {
    /// The numbers of turns that may lead from `start` to `goal`, as far as the
    /// parities of these kinds of pieces tell.
    pub(super) fn new(
        pieces: &Pieces,
        kinds: &[usize],
        turns: &[Arrangement],
        start: &Arrangement,
        goal: &Arrangement,
    ) -> Self {
        let parities = |arrangement: &Arrangement| -> Vec<bool> {
            kinds
                .iter()
                .map(|&kind| arrangement.is_odd(pieces, kind))
                .collect()
        };
        let mut span = Span::default();
        for turn in turns {
            span.insert(with(parities(turn), true));
        }
        let way = sum(&parities(start), &parities(goal));
        match [false, true].map(|odd| span.contains(with(way.clone(), odd))) {
            [false, false] => Lengths::None,
            [true, false] => Lengths::Even,
            [false, true] => Lengths::Odd,
            [true, true] => Lengths::Any,
        }
    }
}

fn with(mut parities: Vec<bool>, odd: bool) -> Vec<bool> {
    parities.push(odd);
    parities
}

fn sum(a: &[bool], b: &[bool]) -> Vec<bool> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// All sums of some vectors over the field of two elements. No row of the basis
/// has a bit where an earlier one has its first.
#[derive(Default)]
struct Span(Vec<Vec<bool>>);

impl Span {
    fn insert(&mut self, vector: Vec<bool>) {
        let rest = self.reduce(vector);
        if rest.contains(&true) {
            self.0.push(rest);
        }
    }

    fn contains(&self, vector: Vec<bool>) -> bool {
        !self.reduce(vector).contains(&true)
    }

    fn reduce(&self, mut vector: Vec<bool>) -> Vec<bool> {
        for row in &self.0 {
            let first = row.iter().position(|&bit| bit);
            if first.is_some_and(|first| vector[first]) {
                vector = sum(&vector, row);
            }
        }
        vector
    }
}
