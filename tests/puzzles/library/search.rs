//! Distances on puzzles too large for a table: search from both ends.
//!
//! *Idea.* All states within a few turns of the solved one are stored with their
//! distances. From another state, a breadth-first search goes on until it meets a
//! stored state; the distance is the least sum of both distances. It uses only
//! permutations of colors.

use std::collections::HashSet;

use rustc_hash::FxHashMap;

use super::*;
use crate::common::puzzles::distances;

/// The states near the solved one.
pub struct Near<'a> {
    puzzle: &'a Puzzle,
    distances: FxHashMap<Vec<u8>, usize>,
    depth: usize,
}

/// The colors of a state, a byte each.
fn colors(state: &State) -> Vec<u8> {
    let colors = state.colors().iter();
    colors.map(|&color| u8::try_from(color).unwrap()).collect()
}

/// All states one turn from these.
fn next<'a>(puzzle: &'a Puzzle, states: &'a [Vec<u8>]) -> impl Iterator<Item = Vec<u8>> + 'a {
    let turned = |state: &'a Vec<u8>| {
        let turns = puzzle.turns().iter();
        turns.map(move |turn| turn.permutation.apply(state))
    };
    states.iter().flat_map(turned)
}

impl<'a> Near<'a> {
    pub fn new(puzzle: &'a Puzzle, depth: usize) -> Self {
        let turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        Self {
            puzzle,
            distances: distances(puzzle, &turns, [colors(puzzle.solved())], depth),
            depth,
        }
    }

    /// The distance of a state, if it is at most twice the depth.
    pub fn distance(&self, state: &State) -> Option<usize> {
        let mut layer = vec![colors(state)];
        let mut seen: HashSet<Vec<u8>> = layer.iter().cloned().collect();
        let mut best = None;
        for steps in 0..=self.depth {
            let met = layer.iter().filter_map(|state| self.distances.get(state));
            let met = met.min().map(|left| steps + left);
            best = best.into_iter().chain(met).min();
            // A later meeting gives no smaller sum: the states that are met first are in
            // the outermost stored layer, unless the start itself is stored.
            if best.is_some() {
                return best;
            }
            let mut new = Vec::new();
            for state in next(self.puzzle, &layer) {
                if seen.insert(state.clone()) {
                    new.push(state);
                }
            }
            layer = new;
        }
        best
    }
}

#[test]
fn the_search_from_both_ends_agrees_with_the_table() {
    let pyraminx = puzzle("pyraminx");
    let all: Vec<TurnId> = (0..pyraminx.turns().len()).collect();
    let table = DistanceTable::build(&pyraminx, &all).unwrap();
    let near = Near::new(&pyraminx, 4);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for length in (0..=12).cycle().take(60) {
        let walk = pyraminx.scramble(&all, length, &mut random);
        let state = pyraminx.apply(pyraminx.solved(), &walk);
        let distance = table.distance(&state).filter(|&distance| distance <= 8);
        assert_eq!(near.distance(&state), distance);
    }
}
