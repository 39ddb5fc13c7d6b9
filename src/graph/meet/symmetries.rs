//! The symmetries of the turns and goals of a question, some of which also leave the start unchanged.
//!
//! *Idea.* A symmetry that leaves the start unchanged maps the states at one distance from the start to each other, and
//! solutions to solutions. So of the nodes that symmetries map to each other, only the smallest is followed between the
//! sides. If it leads to the goal, its images do, too. A start that equals one of its mirror images, such as most
//! permutations of a last layer, halves the time between the sides.
//!
//! *Why it is sound.* Without constraints on sequences, whether some number of turns leads to a goal depends on the state
//! alone. A node that is not followed has a smaller image, which has a smaller image, and so on, down to a node that is
//! followed. Because each symmetry has a finite order, symmetries also lead from there back to the first node. So missing
//! symmetries only cost time.
//!
//! *Projections.* Symmetries of the turns and goals map the states at one distance from the goals to each other, so one
//! state of each class is sufficient; rarely, two are kept. Here the symmetries must form a group, because the other
//! states of the class are found by applying each symmetry once.
//!
//! *Cost.* Finding the symmetries takes 3 ms for the 3×3×3 and 50 ms for the Megaminx. An image takes as long as three
//! turns.

use super::node::{Node, NodeLayout, TurnAction, compare};
use super::node_set::NodeSet;
use crate::problem::Symmetry;

/// Following fewer nodes takes less time than finding symmetries.
pub(super) const MIN_NODES: usize = if cfg!(test) { 1 } else { 1 << 17 };

/// Some symmetries other than the identity, as actions on nodes.
#[derive(Default)]
pub(super) struct Symmetries<const N: usize>(pub(super) Vec<TurnAction<N>>);

impl<const N: usize> Symmetries<N> {
    /// The actions of the symmetries of a question's turns and goals, if these form a group; otherwise none.
    pub(super) fn group(all: &[Symmetry], layout: &NodeLayout) -> Self {
        let actions = all.iter().map(|it| layout.symmetry(it));
        let actions: Option<Vec<TurnAction<N>>> = actions.collect();
        let mut actions = actions
            .filter(|_| Symmetry::are_group(all))
            .unwrap_or_default();
        actions.retain(|it| !it.is_identity());
        Self(actions)
    }

    pub(super) fn new<'a>(all: impl Iterator<Item = &'a Symmetry>, layout: &NodeLayout) -> Self {
        let actions = all.filter_map(|it| layout.symmetry(it));
        Self(actions.filter(|it| !it.is_identity()).collect())
    }

    /// The symmetries that map the cells of a mask to each other, and nodes of these cells to each other: a subgroup if the
    /// symmetries form a group.
    pub(super) fn restricted(&self, mask: &Node<N>, nodes: &NodeSet<N>) -> Self {
        let preserves_nodes = |it: &TurnAction<N>| {
            let mut nodes_of_parts = nodes.parts.iter().flatten();
            nodes_of_parts.all(|node| !nodes.nodes_of_state(&it.apply(node)).is_empty())
        };
        let preserve_cells = self.0.iter().filter(|it| it.preserves(mask));
        let actions = preserve_cells.map(|it| it.restricted(mask));
        Self(actions.filter(preserves_nodes).collect())
    }

    /// One of the nodes that the symmetries map to each other, nearly always the same one.
    ///
    /// *Idea.* The smallest of the images with the smallest last cell. Only a few images are computed whole.
    #[inline]
    pub(super) fn representative(&self, node: Node<N>) -> Node<N> {
        let Some(first) = self.0.first() else {
            return node;
        };
        let (mut smallest, mut least) = (node, first.last_cell_before(&node));
        for it in &self.0 {
            let cell = it.last_cell_after(&node);
            if cell > least {
                continue;
            }
            let image = it.apply(&node);
            if cell < least || compare(&image, &smallest).is_lt() {
                (smallest, least) = (image, cell);
            }
        }
        smallest
    }

    /// Whether no symmetry maps a node to a smaller node.
    #[inline]
    pub(super) fn is_smallest(&self, node: &Node<N>) -> bool {
        let mut symmetries = self.0.iter();
        symmetries.all(|it| compare(&it.apply(node), node).is_ge())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::{Meet, Outcome};
    use crate::control::Control;
    use crate::notation::Notation;
    use crate::problem::{Budget, Problem};
    use crate::puzzle::{Puzzle, State, TurnId};

    /// All solutions of exactly this many turns, by trying every sequence.
    fn all(problem: &Problem, state: &State, turns: usize) -> Vec<Vec<TurnId>> {
        if turns == 0 {
            let is_solved = problem.admits_end(state);
            return is_solved.then(Vec::new).into_iter().collect();
        }
        let longer = |&turn: &TurnId| {
            let rest = all(problem, &problem.puzzle.apply(state, &[turn]), turns - 1);
            let before = move |rest: Vec<TurnId>| [&[turn], &rest[..]].concat();
            rest.into_iter().map(before)
        };
        problem.allowed.iter().flat_map(longer).collect()
    }

    /// Asserts that the search finds all solutions of a length. With less memory, it follows more turns between the sides.
    #[track_caller]
    fn finds_all(problem: &Problem, length: usize) {
        let expected = all(problem, &problem.start.state().unwrap(), length);
        let control = Control::unlimited();
        let mut complete = 0;
        for memory in (10..=20).map(|bits| 1 << bits) {
            let mut found = Vec::new();
            let result = Meet::new(problem, memory, &control).run(&mut |turns| {
                found.push(turns.to_vec());
                ControlFlow::Continue(())
            });
            if result.unwrap().outcome == Outcome::Found(length) {
                assert_eq!(found, expected, "{memory} bytes");
                complete += 1;
            } else {
                assert!(found.is_empty());
            }
        }
        assert!(complete > 3);
    }

    #[test]
    fn symmetric_starts_have_all_their_solutions() {
        for (name, allowed, scramble, turns) in [
            ("rubik", "R2 L2 U2 D2 F2 B2", "R2 L2 U2 D2 F2 B2", 6),
            ("rubik", "R2 L2 U2 D2 F2 B2", "R2 L2 U2 D2", 6),
            ("rubik", "R R' L L' U2", "R L' U2 R' L", 5),
            ("rubik", "U U' R2 F2", "U R2 U'", 5),
            ("pocket", "", "R U2 R'", 5),
            ("pocket", "", "R2 F2 R2", 5),
            ("pyraminx", "", "R U' R'", 5),
            ("skewb", "", "R B' R", 5),
        ] {
            let puzzle = Puzzle::built_in(name).unwrap();
            let mut problem = Problem::scrambled(&puzzle, scramble).unwrap();
            if !allowed.is_empty() {
                let turns = Notation::Singmaster
                    .read_sets(&puzzle, allowed)
                    .unwrap()
                    .concat();
                problem = problem.allowing(&turns).unwrap();
            }
            let start = problem.start.state().unwrap();
            let shortest = (0..=turns).find(|&length| !all(&problem, &start, length).is_empty());
            let shortest = shortest.unwrap();
            finds_all(&problem.within(Budget::Exactly(turns)), turns);
            finds_all(&problem.within(Budget::AtMost(turns)), shortest);
        }
    }
}
