//! Projections: a few cells of a node show that it is too far from the goal, before any turn is tried.
//!
//! *Idea.* Turns act on the cells of some pieces, such as the corners of a cube, independently of all other cells. The
//! corners have few arrangements, so the arrangements near the goal are quickly listed. If the corners of a node are
//! farther from the goal than the remaining turns, the node leads to no solution.
//!
//! *Source.* Pattern databases (J. Culberson and J. Schaeffer, 1998).
//!
//! *Why it is sound.* Turns that lead a node to the goal's side also lead its corners to the corners of that side.
//! Constraints on turns are ignored, and a [`Filter`] has no false negatives, so no solution is lost.
//!
//! *Symmetries.* Of the arrangements that symmetries of the turns and goals map to each other, only one is listed. The
//! others are added to the filter as its images.
//!
//! *Cost.* The corners of a 3×3×3 have 8.2 million arrangements within seven turns of the goal, in 180,000 classes. Of
//! the nodes six turns from a random cube, one in thirteen has such corners.

use super::context::{Contexts, Direction, Rules};
use super::filter::Filter;
use super::node::{Node, TurnAction, hash, masked};
use super::node_set::NodeSet;
use super::side::{Parameters, Side};
use super::symmetries::Symmetries;

/// The minimum number of symmetries that are used. With symmetries, the last layer is listed; without, its nodes are
/// added to the filter but not listed. With fewer symmetries, the list would take longer.
const MIN_SYMMETRIES: usize = 7;

/// The cells of some pieces, and their arrangements near the goal.
pub(super) struct Projection<const N: usize> {
    mask: Node<N>,
    /// The arrangements from which the remaining turns may lead to the last layer of the goal's side.
    pub(super) near: Filter,
}

impl<const N: usize> Projection<N> {
    /// The first useful projection for nodes `turns_left` turns before the last layer of the goal's side. Each listed
    /// layer has at most `most` arrangements of its cells.
    pub(super) fn find(
        side: &Side<N>,
        symmetries: &Symmetries<N>,
        turns_left: usize,
        most: usize,
        parameters: &Parameters<'_>,
        is_useful: impl Fn(&Self) -> bool,
    ) -> Option<Self> {
        let mut masks = TurnAction::independent_cells(&side.turns).into_iter();
        masks.find_map(|mask| {
            let made = Self::for_cells(mask, side, symmetries, turns_left, most, parameters)?;
            if is_useful(&made) {
                return Some(made);
            }
            parameters.memory.give_back(made.size());
            None
        })
    }

    fn for_cells(
        mask: Node<N>,
        side: &Side<N>,
        symmetries: &Symmetries<N>,
        turns_left: usize,
        most: usize,
        parameters: &Parameters<'_>,
    ) -> Option<Self> {
        let turns: Vec<TurnAction<N>> = (side.turns.iter())
            .map(|turn| turn.restricted(&mask))
            .collect();
        let contexts = Contexts::new(Rules::default(), Direction::Backward, turns.len());
        let ends = side.layers[0].parts.iter().flatten();
        let mut ends = NodeSet::from_nodes(ends.map(|end| masked(end, &mask)).collect());
        let mut symmetries = symmetries.restricted(&mask, &ends);
        if symmetries.0.len() < MIN_SYMMETRIES {
            symmetries = Symmetries::default();
        }
        let classes = ends.parts.into_iter().flatten();
        ends = NodeSet::from_nodes(classes.map(|end| symmetries.representative(end)).collect());
        let mut cells = Side::new(ends, contexts, turns);
        cells.symmetries = symmetries;
        let parameters = Parameters {
            exact: false,
            ..*parameters
        };
        let is_symmetric = !cells.symmetries.0.is_empty();
        let most = most / (cells.symmetries.0.len() + 1);
        let is_listed = cells.list_layers(side.depth() + turns_left - 1, most, &parameters)
            && (!is_symmetric || cells.grow(&parameters).is_ok() && !cells.is_full);
        let layers = cells.layers[1..].iter().map(NodeSet::bytes).sum();
        let near = is_listed.then(|| cells.into_filter(&parameters));
        parameters.memory.give_back(layers);
        let near = near.flatten()?;
        Some(Self { mask, near })
    }

    /// Whether the remaining turns may lead from a node to the last layer of the goal's side.
    #[inline]
    pub(super) fn may_lead(&self, node: &Node<N>) -> bool {
        self.near.admits(self.hash(node))
    }

    /// The hash of the cells of a node.
    #[inline]
    pub(super) fn hash(&self, node: &Node<N>) -> u64 {
        hash(&masked(node, &self.mask))
    }

    /// The size of the filter, in bytes.
    pub(super) fn size(&self) -> u64 {
        self.near.size()
    }
}

impl<const N: usize> Side<N> {
    /// Adds layers up to this depth, as long as each has at most `most` nodes. Returns whether the depth was reached.
    fn list_layers(&mut self, depth: usize, most: usize, parameters: &Parameters<'_>) -> bool {
        while self.depth() < depth {
            let is_large = self
                .expected_next_nodes()
                .is_some_and(|next| next > most as f64);
            if is_large
                || self.grow(parameters).is_err()
                || self.is_full
                || self.last().is_empty()
                || self.last().len() > most
            {
                return false;
            }
        }
        true
    }

    /// A filter of all nodes in the layers and of their images; without symmetries, also of the nodes one turn farther.
    /// `None` if there is no memory for the filter.
    fn into_filter(mut self, parameters: &Parameters<'_>) -> Option<Filter> {
        let nodes: usize = self.layers.iter().map(NodeSet::len).sum();
        let more = match self.symmetries.0.len() {
            0 => self.expected_next_nodes().unwrap_or(0.0) as usize,
            symmetries => nodes * symmetries,
        };
        let bytes = Filter::bytes(nodes + more);
        if bytes > parameters.memory.remaining() {
            return None;
        }
        let mut near = Filter::for_nodes(nodes + more);
        for layer in &self.layers {
            near.add_layer(layer, parameters.jobs_for(layer.len()));
        }
        // Applies the turns to the last layer. With symmetries, applies these to all layers as if they were turns,
        // which adds the images of all nodes.
        let (actions, first) = if self.symmetries.0.is_empty() {
            (self.turns, self.layers.len() - 1)
        } else {
            (self.symmetries.0, 0)
        };
        let mut contexts = Contexts::new(Rules::default(), Direction::Backward, actions.len());
        contexts.expand_known().ok()?;
        let mut followed = Side::new(NodeSet::from_nodes(Vec::new()), contexts, actions);
        for layer in self.layers.drain(first..) {
            followed.layers = vec![layer];
            followed.add_next_nodes(&mut near, parameters).ok()?;
        }
        parameters.memory.take(bytes);
        Some(near)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::views::StateCells;
    use super::super::node::NodeLayout;
    use super::super::node_set::MemoryBudget;
    use super::*;
    use crate::control::Control;
    use crate::group::Permutation;
    use crate::problem::{Problem, Symmetry};
    use crate::puzzle::{Puzzle, State};

    #[test]
    fn no_node_near_the_goal_is_lost_and_few_others_pass() {
        let puzzle = Puzzle::built_in("rubik").unwrap();
        let turns: Vec<&Permutation> = (puzzle.turns().iter())
            .map(|turn| &turn.permutation)
            .collect();
        let layout = NodeLayout::new(StateCells::new(puzzle.solved(), &turns));
        let node = |state: &State| layout.node::<2>(&layout.cells.state_values(state).unwrap());
        let inverse_turns = turns.iter().map(|turn| layout.turn(&turn.inverse()));
        let contexts = Contexts::new(Rules::default(), Direction::Backward, turns.len());
        let solved = NodeSet::from_nodes(vec![node(puzzle.solved())]);
        let mut side: Side<2> = Side::new(solved, contexts, inverse_turns.collect());
        let (memory, control) = (MemoryBudget::new(1 << 30), Control::unlimited());
        let parameters = Parameters {
            memory: &memory,
            control: &control,
            max_between: 1,
            exact: false,
        };
        for _ in 0..3 {
            side.grow(&parameters).unwrap();
        }
        let problem = Problem::scrambled(&puzzle, "R U").unwrap();
        let all = Symmetry::all(&problem);
        assert_eq!(all.len(), 48);
        for (turns_left, most, reach, symmetries) in [
            (1, 3000, 4, &[][..]),
            (2, 40_000, 5, &[]),
            // These do not form a group, so they are not used.
            (2, 40_000, 5, &all[..40]),
            // Near the goal, many classes have fewer than 48 nodes.
            (1, 6000, 4, &all),
            (2, 60_000, 5, &all),
        ] {
            let symmetries = Symmetries::group(symmetries, &layout);
            let projection =
                Projection::find(&side, &symmetries, turns_left, most, &parameters, |_| true);
            let projection = projection.expect("corners");
            let (mut seed, mut far) = (1_u64, 0);
            for length in 0..=20_usize {
                for _ in 0..100 {
                    let mut state = puzzle.solved().clone();
                    for _ in 0..length {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        state = puzzle.apply(&state, &[(seed >> 33) as usize % turns.len()]);
                    }
                    let may_lead = projection.may_lead(&node(&state));
                    assert!(may_lead || length > reach, "{length} turns");
                    far += usize::from(may_lead && length > 10);
                }
            }
            assert!(far < 200, "{far} of 1000 pass");
        }
    }
}
