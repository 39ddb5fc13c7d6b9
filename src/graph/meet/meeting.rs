//! Where the sides meet: the nodes of the start's last layer from which turns lead to the goal's last layer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::answer::Halt;
use super::engine::{Engine, FILTERED_BETWEEN};
use super::filter::Filter;
use super::node::{Node, compare, context, hash};
use super::node_set::PARTS;
use super::projection::Projection;
use super::symmetries::Symmetries;
use crate::group::add_images;
use crate::platform::for_each;

/// The approximate number of successors made between two checks of the clock.
const FOLLOWED_PER_CHECK: usize = 1 << 14;

impl<const N: usize> Engine<'_, N> {
    /// The nodes of the start's last layer from which `between` turns lead to the goal's last layer. If any solution is
    /// sufficient and following the turns takes time, only the nodes of the first part that contains such nodes.
    pub(super) fn meeting_nodes(&self, between: usize) -> Result<Vec<Node<N>>, Halt> {
        let found = Mutex::new(Vec::new());
        let ends_at_first = self.any_solution && between > 0;
        let last_part = AtomicUsize::new(PARTS);
        let start_layer = self.start_side.last();
        for_each(
            PARTS,
            self.parameters.jobs_for(start_layer.len()),
            &|number| {
                let is_needed = number <= last_part.load(Ordering::Relaxed);
                if !is_needed || self.parameters.control.stop().is_some() {
                    return;
                }
                let here = self.nodes_before_goal_side(&start_layer.parts[number], between);
                if ends_at_first && !here.is_empty() {
                    last_part.fetch_min(number, Ordering::Relaxed);
                }
                if let Ok(mut found) = found.lock() {
                    found.push((number, here));
                }
            },
        );
        self.parameters.control.check()?;
        let last_part = last_part.into_inner();
        let found = found.into_inner().unwrap_or_default().into_iter();
        let needed = found.filter(|(number, _)| *number <= last_part);
        let mut found: Vec<Node<N>> = needed.flat_map(|(_, nodes)| nodes).collect();
        if let Some(symmetries) = self.used_symmetries(between) {
            let images = |node: &Node<N>| symmetries.0.iter().map(|it| it.apply(node)).collect();
            add_images(&mut found, usize::MAX, images);
        }
        found.sort_unstable_by(compare);
        Ok(found)
    }

    /// The nodes of a part from which this many turns lead to the goal's side.
    fn nodes_before_goal_side(&self, part: &[Node<N>], between: usize) -> Vec<Node<N>> {
        let mut found = Vec::new();
        for nodes in part.chunks(self.nodes_per_check()) {
            if self.parameters.control.stop().is_some() {
                break;
            }
            let symmetries = self.used_symmetries(between);
            let is_followed = |node: &&Node<N>| {
                symmetries.is_none_or(|it| it.is_smallest(node)) && !self.is_excluded(node, between)
            };
            let near = nodes.iter().filter(is_followed);
            let nodes: Vec<(Node<N>, u32)> = near.map(|&node| (node, 0)).collect();
            let leading = self.positions_leading_to_goal_side(&nodes, between);
            found.extend(leading.into_iter().map(|at| nodes[at].0));
        }
        found
    }

    /// The symmetries, if turns between the sides are followed.
    fn used_symmetries(&self, between: usize) -> Option<&Symmetries<N>> {
        self.symmetries.as_ref().filter(|_| between > 0)
    }

    /// The number of nodes followed between two checks of the clock.
    fn nodes_per_check(&self) -> usize {
        FOLLOWED_PER_CHECK.div_ceil(self.start_side.turns.len().max(1))
    }

    /// The positions of the nodes from which this many turns lead to the goal's side, in ascending order. Each node comes
    /// with the state of [`Engine::between_automaton`].
    ///
    /// *Idea.* The hashes of the successors are first collected and then tested, so that many memory accesses overlap.
    /// The few successors that pass the test are computed again.
    fn positions_leading_to_goal_side(
        &self,
        nodes: &[(Node<N>, u32)],
        between: usize,
    ) -> Vec<usize> {
        let filter = between.checked_sub(1).and_then(|left| self.filter(left));
        if filter.is_none() && between <= FILTERED_BETWEEN {
            let leads = |&at: &usize| {
                let (node, automaton_state) = &nodes[at];
                self.leads_to_goal_side(node, between, *automaton_state)
            };
            return (0..nodes.len()).filter(leads).collect();
        }
        let left = between - 1;
        let projection = filter.and_then(|(_, projection)| projection);
        let mut after: Vec<(u64, (u32, u32))> = Vec::new();
        for (at, (node, automaton_state)) in nodes.iter().enumerate() {
            let successors = self.successors(node, *automaton_state);
            after.extend(successors.map(|(turn, after, _)| {
                let hash = projection.map_or_else(|| hash(&after), |it| it.hash(&after));
                (hash, (at as u32, turn as u32))
            }));
        }
        if let Some((filter, _)) = filter {
            filter.retain(&mut after);
        }
        let after = after.into_iter().filter_map(|(_, (at, turn))| {
            let (at, turn) = (at as usize, turn as usize);
            let (node, automaton_state) = &nodes[at];
            let automaton_state = self.automaton_state_after(*automaton_state, turn)?;
            Some((at, (self.start_side.after(node, turn)?, automaton_state)))
        });
        let mut found: Vec<usize> = if left < FILTERED_BETWEEN {
            let leads = |(_, (after, automaton_state)): &(usize, (Node<N>, u32))| {
                self.leads_to_goal_side(after, left, *automaton_state)
            };
            after.filter(leads).map(|(at, _)| at).collect()
        } else {
            let (positions, after): (Vec<usize>, Vec<_>) = after.unzip();
            let at_once = self.nodes_per_check();
            let mut found = Vec::new();
            for (positions, after) in positions.chunks(at_once).zip(after.chunks(at_once)) {
                // After a stop, the result is not used.
                if self.parameters.control.stop().is_some() {
                    break;
                }
                let leading = self.positions_leading_to_goal_side(after, left);
                found.extend(leading.into_iter().map(|at| positions[at]));
            }
            found
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The filter that nodes must pass when this many turns remain to the last layer of the goal's side. If the filter is
    /// that of a projection, which tests only some cells, also the projection.
    fn filter(&self, turns_left: usize) -> Option<(&Filter, Option<&Projection<N>>)> {
        let of_all = |filter| (filter, None);
        match turns_left {
            0 => self.goal_side.filter.as_ref().map(of_all),
            1 => self.goal_side.next_layer_filter.as_ref().map(of_all),
            _ => self.projection(turns_left).map(|it| (&it.near, Some(it))),
        }
    }

    /// The state of the automaton after a turn; `None` if it does not allow the turn.
    fn automaton_state_after(&self, automaton_state: u32, turn: usize) -> Option<u32> {
        let automaton = self.between_automaton.as_ref();
        automaton.map_or(Some(0), |it| it.after(automaton_state, turn))
    }

    /// The turns that may follow a node, each with the node and the state of the automaton after the turn.
    fn successors(
        &self,
        node: &Node<N>,
        automaton_state: u32,
    ) -> impl Iterator<Item = (usize, Node<N>, u32)> {
        (0..self.start_side.turns.len()).filter_map(move |turn| {
            let automaton_state = self.automaton_state_after(automaton_state, turn)?;
            Some((turn, self.start_side.after(node, turn)?, automaton_state))
        })
    }

    /// Whether this many turns lead from a node of the start's side to the last layer of the goal's side.
    pub(super) fn leads_to_goal_side(
        &self,
        node: &Node<N>,
        between: usize,
        automaton_state: u32,
    ) -> bool {
        let next_layer_filter = self.goal_side.next_layer_filter.as_ref();
        match between {
            0 => self.reaches_goal_in(node, self.goal_side.depth()),
            1 if next_layer_filter.is_some_and(|it| !it.admits(hash(node))) => false,
            _ => self
                .successors(node, automaton_state)
                .any(|(_, after, automaton_state)| {
                    self.leads_to_goal_side(&after, between - 1, automaton_state)
                }),
        }
    }

    /// Whether exactly this many turns lead from a node of the start's side to the goal, judging by the layers of the
    /// goal's side.
    pub(super) fn reaches_goal_in(&self, node: &Node<N>, depth: usize) -> bool {
        let (forward, backward) = (&self.start_side.contexts, &self.goal_side.contexts);
        if !self.goal_tests.is_empty() {
            return self.goal_tests.iter().any(|test| test.admits(node))
                && forward.are_compatible(context(node), backward, 0);
        }
        let mut there = self.goal_side.nodes_of_state(node, depth).iter();
        there.any(|other| forward.are_compatible(context(node), backward, context(other)))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::ops::ControlFlow;

    use super::super::Meet;
    use crate::control::Control;
    use crate::problem::Problem;
    use crate::puzzle::{Puzzle, TurnId};

    #[test]
    fn one_solution_is_the_same_on_any_number_of_threads() {
        let puzzle = Puzzle::built_in("rubik").unwrap();
        // Turns of opposite faces can be exchanged, so the sides meet in several nodes.
        let problem = Problem::scrambled(&puzzle, "D' U' B' F' R' L' U' F' D'").unwrap();
        let solutions = |jobs: usize, any: bool| {
            let control = Control::unlimited().with_jobs(NonZeroUsize::new(jobs).unwrap());
            let search = Meet {
                any_solution: any,
                ..Meet::new(&problem, 1 << 24, &control)
            };
            let mut found: Vec<Vec<TurnId>> = Vec::new();
            let met = search.run(&mut |turns| {
                found.push(turns.to_vec());
                ControlFlow::Continue(())
            });
            met.unwrap();
            found
        };
        let all = solutions(2, false);
        assert_eq!(all.len(), 8);
        for jobs in [1, 2, 5] {
            let some = solutions(jobs, true);
            assert!((1..all.len()).contains(&some.len()));
            assert!(some.iter().all(|it| all.contains(it)));
            assert_eq!(some, solutions(1, true), "{jobs} jobs");
        }
    }
}
