//! The part of a permutation that 3-cycles cannot do.
//!
//! *Idea.* 3-cycles are even permutations of a kind of piece. So the remainder of a permutation consists of the parity
//! of each kind, and of the images of the pieces without 3-cycles. A breadth-first search through the turns finds the
//! fewest turns for each remainder. Even a large cube has few, because only its quarter turns change parities.

use std::collections::HashMap;

use itertools::Itertools;

use super::table::Table;
use crate::construct::sequence_with_effect::SequenceWithEffect;
use crate::group::{Points, is_odd};
use crate::puzzle::Pieces;

/// The maximum number of remainders, and of facelets that turns move in the search.
const MAX_REMAINDERS: usize = 5_000;
const MAX_MOVED: usize = 300_000_000;

/// For each kind, the parity of its permutation, and the images of the pieces without 3-cycles.
type Remainder = Vec<u32>;

/// Turns for each remainder.
pub(super) struct Remainders(HashMap<Remainder, SequenceWithEffect>);

impl Remainders {
    /// `None` if there are too many remainders.
    pub(super) fn new(
        pieces: &Pieces,
        tables: &[Option<Table>],
        turns: &[SequenceWithEffect],
    ) -> Option<Self> {
        let nothing = SequenceWithEffect::empty(pieces.size());
        let most = MAX_REMAINDERS.min(MAX_MOVED / (pieces.size() * turns.len()).max(1));
        let first = remainder(pieces, tables, &nothing.to);
        let mut known = HashMap::from([(first, nothing.clone())]);
        let mut layer = vec![nothing];
        while !layer.is_empty() {
            let mut next = Vec::new();
            for (sequence, turn) in layer.iter().cartesian_product(turns) {
                let sequence = sequence.followed_by(turn);
                let remainder = remainder(pieces, tables, &sequence.to);
                if known.contains_key(&remainder) {
                    continue;
                }
                if known.len() >= most {
                    return None;
                }
                known.insert(remainder, sequence.clone());
                next.push(sequence);
            }
            layer = next;
        }
        Some(Self(known))
    }

    /// Turns with the remainder of a permutation, from which they differ only by 3-cycles; `None` if none are known.
    pub(super) fn turns_with_remainder(
        &self,
        pieces: &Pieces,
        tables: &[Option<Table>],
        to: &Points,
    ) -> Option<&SequenceWithEffect> {
        self.0.get(&remainder(pieces, tables, to))
    }

    /// Turns for each remainder, the fewest first.
    pub(super) fn shortest_first(&self) -> Vec<&SequenceWithEffect> {
        let mut all: Vec<&SequenceWithEffect> = self.0.values().collect();
        all.sort_by_key(|sequence| (sequence.turns.len(), &sequence.turns));
        all
    }
}

fn remainder(pieces: &Pieces, tables: &[Option<Table>], to: &Points) -> Remainder {
    let mut remainder = Vec::new();
    for (places, table) in pieces.kinds().iter().zip(tables) {
        if table.is_some() {
            let goes = |place: usize| {
                let reference = pieces.all()[place].facelets[0];
                pieces.place_of(to[reference] as usize)
            };
            let goes: Vec<usize> = places.clone().map(goes).collect();
            remainder.push(u32::from(is_odd(&goes, places.start)));
        } else {
            let references = places.clone().map(|place| pieces.all()[place].facelets[0]);
            remainder.extend(references.map(|reference| to[reference]));
        }
    }
    remainder
}
