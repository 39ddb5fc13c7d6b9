//! What is fixed, which turns are left, and what is fixed next.
//!
//! *Idea.* Next come facelets that lie outside and that few blocks of turns move. To fix one drops these
//! blocks; a facelet that none of the blocks left moves is fixed with it. So each facelet that is
//! not fixed can still be moved.

use rand::{Rng, RngExt};

use super::board::Board;

/// What a block of turns that a facelet is in counts, and one that was just dropped, against its depth.
const BLOCK: i64 = 100;
const NEAR: i64 = 40;

/// No more blocks in common than this count.
const MOST_NEAR: i64 = 8;

/// Of depths that differ by less than this any may come first.
const SEED_NOISE: i64 = 100;
const NOISE: i64 = 24;

/// What is fixed, and which turns are left.
#[derive(Clone)]
pub(super) struct Frontier {
    fixed: Vec<bool>,
    /// By the number of the block.
    blocks: Vec<bool>,
    /// By the number of the turn.
    turns: Vec<bool>,
    /// How many of the blocks left move each facelet.
    degrees: Vec<u16>,
}

/// Facelets that are fixed together, in increasing order, and the blocks that are dropped with them.
pub(super) struct Layer {
    pub(super) facelets: Vec<u16>,
    blocks: Vec<u16>,
}

impl Frontier {
    /// Nothing is fixed but what no turn moves.
    pub(super) fn new(board: &Board) -> Self {
        let degrees: Vec<u16> = board.blocks_of.iter().map(|of| of.len() as u16).collect();
        Self {
            fixed: degrees.iter().map(|&degree| degree == 0).collect(),
            blocks: vec![true; board.blocks.len()],
            turns: vec![true; board.ids.len()],
            degrees,
        }
    }

    /// Whether a turn is left.
    pub(super) fn has(&self, turn: u16) -> bool {
        self.turns[usize::from(turn)]
    }

    fn key(&self, board: &Board, facelet: usize) -> i64 {
        i64::from(self.degrees[facelet]) * BLOCK + board.depths[facelet]
    }

    /// The facelets that are not fixed.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        self.fixed
            .iter()
            .enumerate()
            .filter_map(|(facelet, fixed)| (!fixed).then_some(facelet))
    }

    /// Where the next stage may begin, the best first.
    pub(super) fn seeds(&self, board: &Board, random: &mut impl Rng) -> Vec<usize> {
        let mut seeds: Vec<(i64, usize)> = self
            .open()
            .map(|facelet| {
                let noise = random.random_range(0..SEED_NOISE);
                (self.key(board, facelet) + noise, facelet)
            })
            .collect();
        seeds.sort_unstable();
        seeds.into_iter().map(|(_, facelet)| facelet).collect()
    }

    /// What is fixed together if a facelet is: with it and with what lies near, at least so many facelets.
    pub(super) fn layer(
        &self,
        board: &Board,
        seed: usize,
        least: usize,
        random: &mut impl Rng,
    ) -> Layer {
        let mut growth = Growth {
            after: self.clone(),
            near: vec![0; board.facelets],
            layer: Layer {
                facelets: Vec::new(),
                blocks: Vec::new(),
            },
        };
        let mut next = Some(seed);
        while let Some(facelet) = next {
            growth.fix(board, facelet);
            next = None;
            if growth.layer.facelets.len() < least {
                let near = growth
                    .after
                    .open()
                    .filter(|&facelet| growth.near[facelet] > 0);
                let key = |&facelet: &usize| {
                    let near = growth.near[facelet].min(MOST_NEAR) * NEAR;
                    growth.after.key(board, facelet) - near + random.random_range(0..NOISE)
                };
                next = near.min_by_key(key);
            }
        }
        growth.layer.facelets.sort_unstable();
        growth.layer
    }

    /// What is left once a layer is fixed.
    pub(super) fn after(&self, board: &Board, layer: &Layer) -> Self {
        let mut after = self.clone();
        for &facelet in &layer.facelets {
            after.fixed[usize::from(facelet)] = true;
        }
        for &block in &layer.blocks {
            after.drop_block(board, block);
        }
        after
    }

    fn drop_block(&mut self, board: &Board, block: u16) {
        let block = usize::from(block);
        self.blocks[block] = false;
        for &turn in &board.blocks[block].turns {
            self.turns[usize::from(turn)] = false;
        }
        for &facelet in &board.blocks[block].facelets {
            self.degrees[usize::from(facelet)] -= 1;
        }
    }

    /// What it is worth that each facelet shows its color: `most` where it is fixed, and less and less
    /// in the order in which the others will be.
    pub(super) fn worth(&self, board: &Board, most: f64, decay: f64) -> Vec<f64> {
        let mut open: Vec<usize> = self.open().collect();
        open.sort_by_key(|&facelet| self.key(board, facelet));
        let mut worth = vec![most; board.facelets];
        for (rank, facelet) in open.into_iter().enumerate() {
            worth[facelet] = most * (-(rank as f64) / decay).exp();
        }
        worth
    }
}

/// A layer that grows.
struct Growth {
    after: Frontier,
    /// How many of the blocks dropped move each facelet.
    near: Vec<i64>,
    layer: Layer,
}

impl Growth {
    /// Fixes a facelet, and what is frozen with it.
    fn fix(&mut self, board: &Board, facelet: usize) {
        let mut frozen = vec![facelet];
        self.after.fixed[facelet] = true;
        while let Some(facelet) = frozen.pop() {
            self.layer.facelets.push(facelet as u16);
            for &block in &board.blocks_of[facelet] {
                if !self.after.blocks[usize::from(block)] {
                    continue;
                }
                self.after.drop_block(board, block);
                self.layer.blocks.push(block);
                for &other in &board.blocks[usize::from(block)].facelets {
                    let other = usize::from(other);
                    self.near[other] += 1;
                    if self.after.degrees[other] == 0 && !self.after.fixed[other] {
                        self.after.fixed[other] = true;
                        frozen.push(other);
                    }
                }
            }
        }
    }
}

/// A state of the beam.
#[derive(Clone)]
pub(super) struct Peeled {
    pub(super) colors: Vec<u16>,
    pub(super) frontier: Frontier,
    /// Numbers of turns on the board.
    pub(super) turns: Vec<u16>,
    /// Less is better.
    pub(super) cost: f64,
}
