//! Elements that exchange only identical points.
//!
//! *Idea.* If pieces look alike, an element that fits is one of many: any exchange of identical sources may precede it.
//! So of the sources that exchanges map to each other, only one needs to be tried at each base point: if it fails, the
//! others fail, too. The exchanges form a subgroup, found from the last level of the chain to the first: if no product of
//! the known exchanges maps a place to the base point, a search looks for an exchange that does.
//!
//! *Source.* J. S. Leon, *Permutation group algorithms based on partitions*, 1991; A. Seress,
//! *Permutation Group Algorithms*, 2003, section 9.1.

use super::super::chain::Chain;
use super::budget::{Budget, BudgetExhausted};
use crate::group::Orbits;

/// The subgroup of the exchanges. Its base points follow the *path* of a search: the points that the search has fixed.
pub(super) struct LabelStabilizer {
    chain: Chain,
    /// The path that the first base points follow, including points that no element moves.
    base_prefix: Vec<usize>,
}

impl LabelStabilizer {
    pub(super) fn new(chain: Chain) -> Self {
        let base_prefix = Vec::new();
        Self { chain, base_prefix }
    }

    /// For each point, the root of its orbit under the elements that fix all points of a path.
    pub(super) fn orbits(
        &mut self,
        path: &[usize],
        budget: &mut Budget,
    ) -> Result<Vec<usize>, BudgetExhausted> {
        self.move_base_to(path, budget)?;
        let fixed = self.levels_on_path(path);
        let mut orbits = Orbits::new(self.chain.size);
        for generator in self.chain.generators(fixed) {
            budget.spend(generator.len())?;
            orbits.join_images(generator);
        }
        Ok((0..self.chain.size)
            .map(|point| orbits.root(point))
            .collect())
    }

    /// The number of leading levels whose base points are all in a path.
    fn levels_on_path(&self, path: &[usize]) -> usize {
        let levels = self.chain.levels.iter();
        levels
            .take_while(|level| path.contains(&level.base))
            .count()
    }

    /// Makes the points of a path the first base points, unless they already are.
    fn move_base_to(&mut self, path: &[usize], budget: &mut Budget) -> Result<(), BudgetExhausted> {
        let pairs = path.iter().zip(&self.base_prefix);
        let common = pairs.take_while(|(a, b)| a == b).count();
        if common == path.len() {
            return Ok(());
        }
        let kept = self.levels_on_path(&path[..common]);
        let rest = self.chain.levels.split_off(kept);
        budget.spend(5 * rest.len() * rest.len() * self.chain.size)?;
        let rest = Chain::from_levels(self.chain.size, rest).rebased(&path[common..]);
        self.chain.levels.extend(rest.levels);
        self.base_prefix = path.to_vec();
        Ok(())
    }
}
