//! Cosets of a group: which arrangements differ only by relabelling.
//!
//! *Idea.* Some labels lie at positions. Relabelling them by the elements of a group
//! makes other arrangements of the same coset. The smallest of these stands for
//! all: the stabiliser chain finds it base point by base point, as each level says
//! which labels the next base point can still be exchanged with.
//!
//! *Cost.* For each level as many looks as its orbit has labels, and one product.

use super::Group;

impl Group {
    /// Replaces `positions`, one a label, by the one of `positions` after an element of
    /// the group that has the smallest position for the first base point, then
    /// for the next, and so on.
    ///
    /// # Panics
    /// If there are not as many positions as the group permutes labels.
    pub(crate) fn smallest_of_coset(&self, positions: &mut [u16], spare: &mut Vec<u16>) {
        assert_eq!(positions.len(), self.chain.size, "one position a label");
        for level in &self.chain.levels {
            let best = (0..level.orbit.len()).min_by_key(|&at| positions[level.orbit[at]]);
            let Some(best) = best.filter(|&best| best != 0) else {
                continue; // The first of the orbit is the base point itself.
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
