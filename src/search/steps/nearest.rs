//! The state of the smaller puzzle nearest to a state of the larger one.
//!
//! *Idea.* Starting from the solved state, two blocks are exchanged or one is turned in place, as long as this makes more
//! pieces fit their blocks. If the smaller puzzle cannot have the resulting state, up to two more such changes are tried.

use std::cmp::Reverse;

use itertools::Itertools;

use crate::plan::SmallerPuzzle;
use crate::puzzle::{Puzzle, State};

struct Blocks<'a> {
    large: &'a Puzzle,
    smaller: &'a SmallerPuzzle,
    state: &'a State,
}

/// A state of the larger puzzle that looks like a possible state of the smaller one, if one is found, and differs from
/// `state` in few pieces.
pub(super) fn nearest_reducible(large: &Puzzle, smaller: &SmallerPuzzle, state: &State) -> State {
    let blocks = Blocks {
        large,
        smaller,
        state,
    };
    let nearest = blocks.nearest_possible(smaller.puzzle.solved().clone());
    smaller.enlarge(&nearest)
}

impl Blocks<'_> {
    /// The number of pieces that fit the colors of their blocks in a state of the smaller puzzle.
    fn count_fitting(&self, reduced: &State) -> usize {
        let fits = |&facelet: &usize| {
            let color = reduced.color(self.smaller.facelets[facelet]);
            Some(color) == self.smaller.colors[self.state.color(facelet)]
        };
        let pieces = self.large.pieces().all().iter();
        pieces
            .filter(|piece| piece.facelets.iter().all(fits))
            .count()
    }

    /// The states in which two blocks are exchanged or one is turned in place, the one with the most fitting pieces first.
    fn neighbors(&self, reduced: &State) -> Vec<State> {
        let pieces = self.smaller.puzzle.pieces();
        let mut found = Vec::new();
        for a in 0..pieces.all().len() {
            for b in a..pieces.kinds()[pieces.all()[a].kind].end {
                let to_b: Vec<usize> = pieces.orientations(b).collect();
                for (to_a, &to_b) in pieces.orientations(a).cartesian_product(&to_b) {
                    let mut colors = reduced.colors().to_vec();
                    // If both are one block, `to_a` is its orientation.
                    for (block, to) in [(a, to_b), (b, to_a)] {
                        let home = &pieces.all()[block].facelets;
                        for (&from, &to) in home.iter().zip(pieces.frame(to)) {
                            colors[to] = reduced.color(from);
                        }
                    }
                    found.push(State::new(colors));
                }
            }
        }
        found.retain(|state| state != reduced);
        found.sort_by_cached_key(|state| Reverse(self.count_fitting(state)));
        found
    }

    /// A state that the smaller puzzle can have, within two changes of the best fit; the best fit if none is found.
    fn nearest_possible(&self, mut best: State) -> State {
        let mut near = self.neighbors(&best);
        while let Some(better) = near.first()
            && self.count_fitting(better) > self.count_fitting(&best)
        {
            best = better.clone();
            near = self.neighbors(&best);
        }
        let is_possible = |state: &State| self.smaller.is_possible(state);
        let mut farther = near.iter().flat_map(|state| self.neighbors(state));
        let nearest = [&best].into_iter().chain(&near).find(|it| is_possible(it));
        let nearest = nearest.cloned().or_else(|| farther.find(is_possible));
        nearest.unwrap_or(best)
    }
}
