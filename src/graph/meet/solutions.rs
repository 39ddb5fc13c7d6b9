//! All solutions of one length, once both sides have met.
//!
//! *Idea.* Following the start's layers backwards from the nodes where the sides meet finds the nodes on solutions. A walk
//! from the start, in the order of turns, visits only these nodes and, beyond the start's layers, only nodes from which
//! the remaining turns lead to the goal. So the walk completes every sequence that it begins, finds nothing twice, and
//! needs no stored parents.

use std::ops::ControlFlow;

use super::answer::Halt;
use super::engine::Engine;
use super::node::{Node, compare, context};

/// The number of turns tried between two checks of the clock.
const TURNS_PER_CHECK: u32 = 1 << 16;

impl<const N: usize> Engine<'_, N> {
    /// Calls `found` with every solution, as positions among the allowed turns, until it returns `Break`. The solutions
    /// from each start are in lexicographic order. `between` turns lead from the nodes `meeting` to the goal's side.
    pub(super) fn list_solutions(
        &mut self,
        between: usize,
        meeting: Vec<Node<N>>,
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        let length = self.start_side.depth() + between + self.goal_side.depth();
        // The walk makes all turns on the start's side.
        for _ in 0..length {
            self.start_side.contexts.expand_known()?;
        }
        let on_solutions = self.nodes_on_solutions(meeting)?;
        for &start in &on_solutions[0] {
            if self.walk(start, length, &on_solutions, found)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Calls `found` with every solution from one start, until it returns `Break`.
    fn walk(
        &self,
        start: Node<N>,
        length: usize,
        on_solutions: &[Vec<Node<N>>],
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Halt> {
        let turns = self.start_side.turns.len();
        let mut nodes = vec![start];
        let mut path: Vec<usize> = Vec::new();
        let (mut next, mut tried) = (0, 0_u32);
        if length == 0 {
            return Ok(found(&path));
        }
        loop {
            if path.len() == length || next == turns {
                let Some(turn) = path.pop() else {
                    return Ok(ControlFlow::Continue(()));
                };
                nodes.pop();
                next = turn + 1;
                continue;
            }
            tried = tried.wrapping_add(1);
            if tried.is_multiple_of(TURNS_PER_CHECK) {
                self.parameters.control.check()?;
            }
            let turn = next;
            next += 1;
            let after = self.start_side.after(&nodes[path.len()], turn);
            let made = path.len() + 1;
            let goes_on = |after: &Node<N>| self.is_on_solution(after, made, length, on_solutions);
            if let Some(after) = after.filter(goes_on) {
                path.push(turn);
                nodes.push(after);
                next = 0;
                if path.len() == length && found(&path).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }

    /// Whether some solution goes through a node after this many turns.
    fn is_on_solution(
        &self,
        node: &Node<N>,
        made: usize,
        length: usize,
        on_solutions: &[Vec<Node<N>>],
    ) -> bool {
        let met = length - self.goal_side.depth();
        if made <= self.start_side.depth() {
            on_solutions[made].binary_search(node).is_ok()
        } else if made <= met {
            // Whichever turns precede, the following turns can be made canonical.
            self.leads_to_goal_side(node, met - made, 0)
        } else {
            self.reaches_goal_in(node, length - made)
        }
    }

    /// For each layer of the start's side, the nodes that are on solutions.
    fn nodes_on_solutions(&self, meeting: Vec<Node<N>>) -> Result<Vec<Vec<Node<N>>>, Halt> {
        let mut all = vec![meeting];
        for depth in (0..self.start_side.depth()).rev() {
            let mut before: Vec<Node<N>> = Vec::new();
            for node in all.last().into_iter().flatten() {
                // The goal's side makes the inverse turns.
                for (turn, inverse) in self.goal_side.turns.iter().enumerate() {
                    let there = inverse.apply(node);
                    let there = self.start_side.layers[depth].nodes_of_state(&there).iter();
                    let leads = |it: &&Node<N>| {
                        self.start_side.contexts.after(context(it), turn) == Some(context(node))
                    };
                    before.extend(there.filter(leads));
                }
            }
            self.parameters.control.check()?;
            before.sort_unstable_by(compare);
            before.dedup();
            all.push(before);
        }
        all.reverse();
        Ok(all)
    }
}
