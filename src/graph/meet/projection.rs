//! Projections: a few cells of a node show that it is too far from the goal, before any turn is tried.
//!
//! *Idea.* Turns act on the cells of some pieces, such as the corners of a cube, independently of all others. These
//! cells have few arrangements, so the ones near the goal are quickly listed. If the corners of a node are farther from
//! the goal than the remaining turns, the node leads to no solution.
//!
//! *Source.* Pattern databases (J. Culberson and J. Schaeffer, 1998).
//!
//! *Why it is sound.* Turns that lead a node to the goal's side also lead its corners to the corners of that side.
//! Constraints on turns are ignored, and a [`Filter`] has no false negatives, so no solution is lost.
//!
//! *Cost.* The corners of a 3×3×3 have 6.8 million arrangements within seven turns of the goal, made from the 1.4
//! million within six. One in thirteen nodes six turns from a random cube has such corners.

use super::context::{Contexts, Direction, Rules};
use super::filter::{Filter, FilterTest};
use super::layer::Layer;
use super::node::{Node, TurnAction, masked};
use super::side::{Parameters, Side};

/// The cells of some pieces, and their arrangements near the goal.
pub(super) struct Projection<const N: usize> {
    mask: Node<N>,
    /// The arrangements from which the turns that are left may lead to the last layer of the goal's side.
    near: Filter,
}

impl<const N: usize> Projection<N> {
    /// The first useful projection for nodes `turns_left` turns before the last layer of the goal's side. Its cells
    /// have at most `most` arrangements in each layer that is listed for it.
    pub(super) fn find(
        side: &Side<N>,
        turns_left: usize,
        most: usize,
        parameters: &Parameters<'_>,
        is_useful: impl Fn(&Self) -> bool,
    ) -> Option<Self> {
        TurnAction::independent_cells(&side.turns).find_map(|mask| {
            let made = Self::for_cells(mask, side, turns_left, most, parameters)?;
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
        turns_left: usize,
        most: usize,
        parameters: &Parameters<'_>,
    ) -> Option<Self> {
        let rules = Rules::default();
        let turns: Vec<TurnAction<N>> = (side.turns.iter())
            .map(|turn| turn.restricted(&mask))
            .collect();
        let contexts = Contexts::new(&rules, Direction::Backward, turns.len(), &[])?;
        let ends = side.layers[0].parts.iter().flatten();
        let ends = Layer::from_nodes(ends.map(|end| masked(end, &mask)).collect());
        let mut cells = Side::new(ends, contexts, turns);
        let parameters = Parameters {
            rules: &rules,
            exact: false,
            ..*parameters
        };
        let is_listed = cells.list_layers(side.depth() + turns_left - 1, most, &parameters);
        let near = is_listed.then(|| cells.filter_with_next_layer(&parameters));
        let layers = cells.layers[1..].iter().map(Layer::bytes);
        parameters.memory.give_back(layers.sum());
        let near = near.flatten()?;
        Some(Self { mask, near })
    }

    /// Whether the turns that are left may lead from a node to the last layer of the goal's side.
    #[inline]
    pub(super) fn may_lead(&self, node: &Node<N>) -> bool {
        let test = self.test();
        test.filter.admits(test.hash(node))
    }

    /// The test as a filter test.
    #[inline]
    pub(super) fn test(&self) -> FilterTest<'_, N> {
        FilterTest {
            filter: &self.near,
            mask: Some(&self.mask),
        }
    }

    /// The size of its filter, in bytes.
    pub(super) fn size(&self) -> u64 {
        self.near.size()
    }
}

impl<const N: usize> Side<N> {
    /// Adds layers up to this depth, as long as they have at most `most` nodes each. Returns whether it reached that
    /// depth.
    fn list_layers(&mut self, depth: usize, most: usize, parameters: &Parameters<'_>) -> bool {
        while self.depth() < depth {
            let is_large = self
                .expected_next_nodes()
                .is_some_and(|next| next > most as f64);
            if is_large
                || self.grow(parameters).is_err()
                || self.full_at.is_some()
                || self.last().is_empty()
                || self.last().len() > most
            {
                return false;
            }
        }
        true
    }

    /// A filter of all nodes in its layers, and of those one turn farther, if there is memory for it.
    fn filter_with_next_layer(&mut self, parameters: &Parameters<'_>) -> Option<Filter> {
        let nodes: usize = self.layers.iter().map(Layer::len).sum();
        let expected = nodes + self.expected_next_nodes().unwrap_or(0.0) as usize;
        let bytes = Filter::bytes(expected);
        if bytes > parameters.memory.remaining() {
            return None;
        }
        let mut near = Filter::for_nodes(expected);
        for layer in &self.layers {
            near.add_layer(layer, parameters.jobs_for(layer.len()));
        }
        self.contexts.expand_known(parameters.rules).ok()?;
        self.add_next_nodes(&mut near, parameters).ok()?;
        parameters.memory.take(bytes);
        Some(near)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::views::StateCells;
    use super::super::layer::MemoryBudget;
    use super::super::node::Layout;
    use super::*;
    use crate::control::Control;
    use crate::group::Permutation;
    use crate::puzzle::{Puzzle, State};

    #[test]
    fn no_node_near_the_goal_is_lost_and_few_others_pass() {
        let puzzle = Puzzle::built_in("rubik").unwrap();
        let turns: Vec<&Permutation> = (puzzle.turns().iter())
            .map(|turn| &turn.permutation)
            .collect();
        let layout = Layout::new(StateCells::new(puzzle.solved(), &turns));
        let node = |state: &State| layout.node::<2>(&layout.cells.state_values(state).unwrap());
        let inverse_turns = turns.iter().map(|turn| layout.turn(&turn.inverse()));
        let rules = Rules::default();
        let contexts = Contexts::new(&rules, Direction::Backward, turns.len(), &[]).unwrap();
        let solved = Layer::from_nodes(vec![node(puzzle.solved())]);
        let mut side: Side<2> = Side::new(solved, contexts, inverse_turns.collect());
        let (memory, control) = (MemoryBudget::new(1 << 30), Control::unlimited());
        let parameters = Parameters {
            rules: &rules,
            memory: &memory,
            control: &control,
            between: 1,
            exact: false,
        };
        for _ in 0..3 {
            side.grow(&parameters).unwrap();
        }
        let used = memory.remaining();
        for (turns_left, most, reach) in [(1, 3000, 4), (2, 40_000, 5)] {
            let of = |most, is_useful: bool| {
                Projection::find(&side, turns_left, most, &parameters, |_| is_useful)
            };
            let projection = of(most, true).expect("corners");
            assert_eq!(memory.remaining() + projection.size(), used);
            // Nodes of edges are too many, and so are those of corners.
            assert!(of(100, true).is_none());
            // One that is of no use leaves no memory taken.
            assert!(of(most, false).is_none());
            assert_eq!(memory.remaining() + projection.size(), used);
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
            memory.give_back(projection.size());
        }
    }
}
