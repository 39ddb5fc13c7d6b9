//! Cosets of a group: arrangements up to relabeling.
//!
//! *Idea.* An arrangement gives each label a position. Relabeling by the elements of a group produces the other
//! arrangements of the same coset. The smallest arrangement is the representative. The stabilizer chain finds it base
//! point by base point, because each level lists the labels with which its base point can still be exchanged.
//!
//! *Cost.* For each level, as many lookups as its orbit has labels, and one product.

use super::Group;

impl Group {
    /// Replaces `positions`, one per label, by the arrangement of its coset that has the smallest position for the first
    /// base point, then for the next, and so on. `spare` is a reusable buffer with any content.
    ///
    /// # Panics
    /// If the number of positions differs from the number of labels.
    pub(crate) fn smallest_of_coset(&self, positions: &mut [u16], spare: &mut Vec<u16>) {
        assert_eq!(positions.len(), self.chain.size, "one position per label");
        for level in &self.chain.levels {
            let best = (0..level.orbit.len()).min_by_key(|&at| positions[level.orbit[at]]);
            let Some(best) = best.filter(|&best| best != 0) else {
                continue; // Index 0 of the orbit is the base point itself, which stays.
            };
            spare.clear();
            spare.extend_from_slice(positions);
            let inverse = &level.inverses[best];
            for (&to, &position) in inverse.iter().zip(spare.iter()) {
                positions[to as usize] = position;
            }
        }
    }
}
