//! The state of the smaller puzzle nearest to a state of the larger one.
//!
//! *Idea.* From the solved state, two blocks are exchanged, or one is flipped, as long as more of the pieces fit their
//! blocks. Finally the cheapest such change is made until the smaller puzzle can have the state.

use itertools::Itertools;

use crate::plan::SmallerPuzzle;
use crate::puzzle::{Color, Puzzle, State};

/// The colors of a block's facelets, as those of a piece of the smaller puzzle.
type BlockColors = Vec<Color>;

struct Blocks<'a> {
    large: &'a Puzzle,
    smaller: &'a SmallerPuzzle,
    state: &'a State,
}

/// The state of the larger puzzle that looks like a possible state of the smaller one and differs from `state` in few
/// pieces.
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
    /// The number of pieces of a block that fit these colors of the block.
    fn count_fitting(&self, block: usize, assigned: &[Color]) -> usize {
        let facelets = &self.smaller.puzzle.pieces().all()[block].facelets;
        let wants = |facelet: usize| {
            let here = self.smaller.facelets[facelet];
            facelets
                .iter()
                .position(|&it| it == here)
                .map(|at| assigned[at])
        };
        let shows = |facelet: usize| self.smaller.colors[self.state.color(facelet)];
        let places = self.large.pieces().all().iter();
        let of_block = places.filter(|place| self.smaller.block_of(place.facelets[0]) == block);
        of_block
            .filter(|place| place.facelets.iter().all(|&it| wants(it) == shows(it)))
            .count()
    }

    fn block_colors(&self, reduced: &State, block: usize) -> BlockColors {
        let facelets = self.smaller.puzzle.pieces().all()[block].facelets.iter();
        facelets.map(|&here| reduced.color(here)).collect()
    }

    /// The state with the colors of some blocks replaced.
    fn with_block_colors(&self, reduced: &State, changes: &[(usize, &BlockColors)]) -> State {
        let mut colors = reduced.colors().to_vec();
        for (block, assigned) in changes {
            let facelets = &self.smaller.puzzle.pieces().all()[*block].facelets;
            for (&here, &color) in facelets.iter().zip(*assigned) {
                colors[here] = color;
            }
        }
        State::new(colors)
    }

    /// A block's colors in all orientations.
    fn block_orientations(&self, block: usize, assigned: &BlockColors) -> Vec<BlockColors> {
        let pieces = self.smaller.puzzle.pieces();
        let home = &pieces.all()[block].facelets;
        let turned = pieces.orientations(block).map(|facelet| {
            let frame = pieces.frame(facelet);
            let at = |here: &usize| frame.iter().position(|it| it == here).unwrap_or(0);
            home.iter().map(|here| assigned[at(here)]).collect()
        });
        turned.collect()
    }

    /// States that differ in one or two blocks, with the change in the number of fitting pieces.
    fn neighbors(&self, reduced: &State) -> Vec<(isize, State)> {
        let pieces = self.smaller.puzzle.pieces();
        let fit = |changes: &[(usize, &BlockColors)]| -> isize {
            let all = changes
                .iter()
                .map(|(block, assigned)| self.count_fitting(*block, assigned));
            all.sum::<usize>() as isize
        };
        let mut found = Vec::new();
        for a in 0..pieces.all().len() {
            let here = self.block_colors(reduced, a);
            for other in self.block_orientations(a, &here) {
                let gain = fit(&[(a, &other)]) - fit(&[(a, &here)]);
                found.push((gain, self.with_block_colors(reduced, &[(a, &other)])));
            }
            for b in pieces.kinds()[pieces.all()[a].kind]
                .clone()
                .filter(|&b| b > a)
            {
                let there = self.block_colors(reduced, b);
                let [to_a, to_b] = [(a, &there), (b, &here)]
                    .map(|(block, colors)| self.block_orientations(block, colors));
                for (to_a, to_b) in to_a.iter().cartesian_product(&to_b) {
                    let changes = [(a, to_a), (b, to_b)];
                    let gain = fit(&changes) - fit(&[(a, &here), (b, &there)]);
                    found.push((gain, self.with_block_colors(reduced, &changes)));
                }
            }
        }
        found.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        found.retain(|(_, state)| state != reduced);
        found
    }

    /// A state that the smaller puzzle can have, within two changes of the best fit; the best fit if none is found.
    fn nearest_possible(&self, reduced: State) -> State {
        let mut best = reduced;
        while let Some((1.., state)) = self.neighbors(&best).into_iter().next() {
            best = state;
        }
        if self.smaller.is_possible(&best) {
            return best;
        }
        let can = |(_, state): &(isize, State)| self.smaller.is_possible(state);
        let near = self.neighbors(&best);
        if let Some((_, state)) = near.iter().find(|it| can(it)) {
            return state.clone();
        }
        let mut farther = near.iter().map(|(_, state)| self.neighbors(state));
        let found = farther.find_map(|next| next.into_iter().find(|it| can(it)));
        found.map_or(best, |(_, state)| state)
    }
}
