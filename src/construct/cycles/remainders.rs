//! The part of a permutation that 3-cycles cannot solve.
//!
//! *Idea.* 3-cycles are even permutations of a kind of piece. So the remainder of a permutation consists of the parity
//! of each kind with 3-cycles, and of the images of the pieces of the other kinds. A breadth-first search through the
//! turns finds the fewest turns for each remainder. Even a large cube has few remainders, because only quarter turns
//! change parities.

use std::collections::HashSet;

use itertools::Itertools;

use super::table::Table;
use crate::construct::sequence_with_effect::SequenceWithEffect;
use crate::group::{Sources, is_odd};
use crate::puzzle::{Pieces, TurnId};

const MAX_REMAINDERS: usize = 50_000;

/// The maximum product of the numbers of remainders, turns and facelets.
const MAX_PRODUCT: usize = 300_000_000;

/// For each kind with 3-cycles, the parity of its permutation; for each other kind, the images of its pieces.
type Remainder = Vec<u32>;

/// The fewest turns for each remainder, in order of their number; `None` if there are too many remainders.
pub(super) fn corrections(
    pieces: &Pieces,
    tables: &[Option<Table>],
    turns: &[SequenceWithEffect],
) -> Option<Vec<Vec<TurnId>>> {
    let nothing = SequenceWithEffect::empty(pieces.size());
    let max_remainders = MAX_REMAINDERS.min(MAX_PRODUCT / (pieces.size() * turns.len()).max(1));
    let mut known = HashSet::from([remainder(pieces, tables, &nothing.to)]);
    let mut all = vec![Vec::new()];
    let mut layer = vec![nothing];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (sequence, turn) in layer.iter().cartesian_product(turns) {
            let sequence = sequence.followed_by(turn);
            if known.insert(remainder(pieces, tables, &sequence.to)) {
                if known.len() > max_remainders {
                    return None;
                }
                next.push(sequence);
            }
        }
        all.extend(next.iter().map(|sequence| sequence.turns.clone()));
        layer = next;
    }
    all.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    Some(all)
}

fn remainder(pieces: &Pieces, tables: &[Option<Table>], to: &Sources) -> Remainder {
    let mut remainder = Vec::new();
    for (places, table) in pieces.kinds().iter().zip(tables) {
        if table.is_some() {
            let destination = |place: usize| {
                let reference = pieces.all()[place].facelets[0];
                pieces.place_of(to[reference] as usize)
            };
            let destinations: Vec<usize> = places.clone().map(destination).collect();
            remainder.push(u32::from(is_odd(&destinations, places.start)));
        } else {
            let references = places.clone().map(|place| pieces.all()[place].facelets[0]);
            remainder.extend(references.map(|reference| to[reference]));
        }
    }
    remainder
}
