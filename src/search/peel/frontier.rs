//! The fixed facelets, the remaining turns, and the candidates to fix next.
//!
//! *Idea.* The outer facelets that few blocks of turns move come next. Fixing one drops these blocks, and with them
//! every facelet that no remaining block moves becomes fixed. So each facelet that is not fixed can still be moved.

use rand::{Rng, RngExt};

use super::turn_tables::TurnTables;

/// The weights, relative to the depth, of a remaining and of a dropped block that moves a facelet.
const BLOCK_WEIGHT: i64 = 100;
const DROPPED_BLOCK_WEIGHT: i64 = 40;

/// At most this many dropped blocks are counted.
const MAX_DROPPED_BLOCKS: i64 = 8;

/// Bounds of the noise in the keys of seeds and of facelets nearby.
const SEED_NOISE: i64 = 100;
const DEPTH_NOISE: i64 = 24;

/// The value of a fixed facelet, in turns: the average number of turns that fixing one takes on the cube of digits.
const FIXED_FACELET_VALUE: f64 = 0.6;

/// The value of a correct color decays with the facelet's place in the order of fixing: it falls to a third every `DECAY`
/// facelets, because deep facelets are moved again before they are fixed.
const DECAY: f64 = 15.0;

/// The fixed facelets and the remaining turns.
#[derive(Clone)]
pub(super) struct Frontier {
    fixed: Vec<bool>,
    blocks: Vec<bool>,
    turns: Vec<bool>,
    /// The number of remaining blocks that move each facelet.
    degrees: Vec<u16>,
}

/// Facelets that are fixed together.
pub(super) struct Layer {
    /// In ascending order, when it is complete.
    pub(super) facelets: Vec<u16>,
    pub(super) after: Frontier,
    /// The number of dropped blocks that move each facelet.
    dropped: Vec<i64>,
}

impl Frontier {
    /// The initial state: only the facelets that no turn moves are fixed.
    pub(super) fn new(tables: &TurnTables) -> Self {
        let degrees: Vec<u16> = tables.blocks_of.iter().map(|of| of.len() as u16).collect();
        Self {
            fixed: degrees.iter().map(|&degree| degree == 0).collect(),
            blocks: vec![true; tables.blocks.len()],
            turns: vec![true; tables.ids.len()],
            degrees,
        }
    }

    pub(super) fn is_left(&self, turn: u16) -> bool {
        self.turns[usize::from(turn)]
    }

    /// Facelets with a low key come first.
    fn key(&self, tables: &TurnTables, facelet: usize) -> i64 {
        i64::from(self.degrees[facelet]) * BLOCK_WEIGHT + tables.depths[facelet]
    }

    pub(super) fn unfixed_facelets(&self) -> impl Iterator<Item = usize> {
        self.fixed
            .iter()
            .enumerate()
            .filter_map(|(facelet, fixed)| (!fixed).then_some(facelet))
    }

    /// The facelets where the next layer may begin, best first.
    pub(super) fn layer_starts(&self, tables: &TurnTables, random: &mut impl Rng) -> Vec<usize> {
        let mut seeds: Vec<(i64, usize)> = self
            .unfixed_facelets()
            .map(|facelet| {
                let noise = random.random_range(0..SEED_NOISE);
                (self.key(tables, facelet) + noise, facelet)
            })
            .collect();
        seeds.sort_unstable();
        seeds.into_iter().map(|(_, facelet)| facelet).collect()
    }

    /// A layer grown from `seed` until it has `min_facelets` facelets, if that many are nearby.
    pub(super) fn layer(
        &self,
        tables: &TurnTables,
        seed: usize,
        min_facelets: usize,
        random: &mut impl Rng,
    ) -> Layer {
        let mut layer = Layer {
            facelets: Vec::new(),
            after: self.clone(),
            dropped: vec![0; tables.facelets],
        };
        let mut next = Some(seed);
        while let Some(facelet) = next {
            layer.fix_facelet(tables, facelet);
            next = None;
            if layer.facelets.len() < min_facelets {
                let unfixed = layer.after.unfixed_facelets();
                let near = unfixed.filter(|&facelet| layer.dropped[facelet] > 0);
                let key = |&facelet: &usize| {
                    let dropped = layer.dropped[facelet].min(MAX_DROPPED_BLOCKS);
                    layer.after.key(tables, facelet) - dropped * DROPPED_BLOCK_WEIGHT
                        + random.random_range(0..DEPTH_NOISE)
                };
                next = near.min_by_key(key);
            }
        }
        layer.facelets.sort_unstable();
        layer
    }

    fn drop_block(&mut self, tables: &TurnTables, block: u16) {
        let block = usize::from(block);
        self.blocks[block] = false;
        for &turn in &tables.blocks[block].turns {
            self.turns[usize::from(turn)] = false;
        }
        for &facelet in &tables.blocks[block].facelets {
            self.degrees[usize::from(facelet)] -= 1;
        }
    }

    /// The value of a correct color, by facelet: for those that are not fixed it decays in the order in which they will be.
    pub(super) fn facelet_weights(&self, tables: &TurnTables) -> Vec<f64> {
        let mut open: Vec<usize> = self.unfixed_facelets().collect();
        open.sort_by_key(|&facelet| self.key(tables, facelet));
        let mut worth = vec![FIXED_FACELET_VALUE; tables.facelets];
        for (rank, facelet) in open.into_iter().enumerate() {
            worth[facelet] = FIXED_FACELET_VALUE * (-(rank as f64) / DECAY).exp();
        }
        worth
    }
}

impl Layer {
    /// Fixes a facelet and all facelets that become immovable with it.
    fn fix_facelet(&mut self, tables: &TurnTables, facelet: usize) {
        let mut frozen = vec![facelet];
        self.after.fixed[facelet] = true;
        while let Some(facelet) = frozen.pop() {
            self.facelets.push(facelet as u16);
            for &block in &tables.blocks_of[facelet] {
                if !self.after.blocks[usize::from(block)] {
                    continue;
                }
                self.after.drop_block(tables, block);
                for &other in &tables.blocks[usize::from(block)].facelets {
                    let other = usize::from(other);
                    self.dropped[other] += 1;
                    if self.after.degrees[other] == 0 && !self.after.fixed[other] {
                        self.after.fixed[other] = true;
                        frozen.push(other);
                    }
                }
            }
        }
    }
}

#[derive(Clone)]
pub(super) struct BeamState {
    pub(super) colors: Vec<u16>,
    pub(super) frontier: Frontier,
    /// Turns as indices into the tables.
    pub(super) turns: Vec<u16>,
    /// Lower is better.
    pub(super) cost: f64,
}
