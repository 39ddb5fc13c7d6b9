//! Changes the base of a stabilizer chain.
//!
//! *Idea.* A chain yields random elements of the group. Each is sifted through the levels of the new base, and its residue
//! becomes a generator of the level where sifting stopped. While the levels are incomplete, an element has a residue with a
//! probability of at least one half (A. Seress, *Permutation Group Algorithms*, 2003, section 4.3). No proof is needed:
//! the order of the group is known, and the levels are complete when the product of their orbit sizes equals it.
//!
//! *Cost.* Two or three random elements per level, each a product of one element from each level: far less than with
//! Schreier's lemma.

use itertools::Itertools;
use num_bigint::BigUint;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::chain::{Chain, Level};

impl Chain {
    /// The chain with these points as the first base points, in order.
    pub(super) fn rebased(&self, first: &[usize]) -> Self {
        let group_order = self.order();
        let order = first.iter().copied().chain(0..self.size).unique();
        let levels = order.map(|base| Level::new(base, self.size, Vec::new()));
        let mut rebased = Self::from_levels(self.size, levels.collect());
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let mut reached = BigUint::from(1_u32);
        while reached != group_order {
            let element = self.random(&mut random);
            if let Some((stop, residue)) = rebased.sift(0, element) {
                let level = &mut rebased.levels[stop];
                level.generators.push(residue);
                level.find_orbit(self.size, &[]);
                reached = rebased.order();
            }
        }
        rebased.levels.retain(|level| level.orbit.len() > 1);
        rebased
    }

    /// The chain of the elements that fix each of these points.
    pub(super) fn stabilizer(&self, points: &[usize]) -> Self {
        let mut rebased = self.rebased(points);
        rebased.levels.retain(|level| !points.contains(&level.base));
        rebased
    }
}
