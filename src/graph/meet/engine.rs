//! The search from both ends: chooses the side to grow, and finds where the sides meet.
//!
//! *Idea.* A solution of `n` turns passes, after `i` turns, a node that is `i` turns from the start and `n - i` from the
//! goal. So for each length in turn, the smaller side grows by a layer until the depths of both add up to it; then either
//! the last layers have a state in common or there is no such solution. If only the length of the shortest solutions is
//! wanted, a layer contains the nodes that fewer turns do not reach, because a solution through any other node could be
//! shortened. If a minimum or exact length is required, a layer contains all nodes that exactly that many turns reach.
//!
//! *The last turn.* If both last layers have many nodes, the turn between them is followed from the smaller one without
//! storing nodes. That takes a fifth of the time of another layer, which a shortest solution makes unnecessary. Of many nodes most are
//! [excluded](super::projection) by a few of their cells before that.
//!
//! *Many questions about one goal.* If the goal's side was kept from another question, the other side grows no further than
//! necessary: the last turn before the existing layer is followed without storing nodes. The goal's layer may be larger
//! than those of the start, because the next question can reuse it.
//!
//! *Memory.* If there is no memory for another layer, up to [`MAX_BETWEEN`] turns between the sides are followed one by
//! one without storing nodes. That takes no memory; each such turn multiplies the time by the number of turns. Longer
//! solutions remain unknown.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::order::{Automaton, Order};
use super::answer::{Halt, Notify};
use super::layer::{Layer, for_each_common_state};
use super::node::{Node, Test, Turning, context, hash};
use super::projection::Projection;
use super::side::{Parameters, Side};
use crate::platform::in_parallel;
use crate::problem::Problem;

/// The maximum number of turns followed between the sides.
pub(super) const MAX_BETWEEN: usize = 2;

/// A reusable side may have this many times the nodes of the other side.
const MAX_SHARED_LAYER_RATIO: usize = 16;

/// Any other goal's side grows while it has at most this many times the nodes of the other side. Its layers grow faster.
const MAX_LAYER_RATIO: usize = 2;

/// A layer of fewer nodes is stored rather than followed: the next length needs it, and an empty one ends the search.
const MIN_FOLLOWED_NODES: usize = 1 << 12;

/// Cells that exclude nodes must have this many times fewer arrangements on the goal's last layer than there are nodes.
const MIN_EXCLUSION_FACTOR: usize = 4;

/// Whether they exclude most nodes is tested on one node in this many.
const SAMPLE_STEP: usize = 16;

/// Such cells are only looked for if this many arrangements are allowed: with fewer nodes it saves no time.
const LEAST_ARRANGEMENTS: usize = 1 << 16;

/// The number of nodes followed between two checks of the clock.
const NODES_PER_CHECK: usize = 1 << 8;

/// The goal of the search.
pub(super) enum Goal<const N: usize> {
    /// Its states were listed: the search goes backwards from them.
    Listed,
    /// Too many states to list: a node belongs to the goal if it passes one of the tests.
    Test(Vec<Test>),
}

/// The numbers of turns from the start to the meeting layers, between the sides, and from there to the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) ahead: usize,
    pub(super) between: usize,
    pub(super) back: usize,
}

/// The state of a search.
pub(super) struct Engine<'a, const N: usize> {
    pub(super) problem: &'a Problem,
    pub(super) parameters: Parameters<'a>,
    pub(super) ahead: Side<N>,
    pub(super) back: Side<N>,
    /// The inverse turns, which the goal's side makes.
    pub(super) inverse_turns: Vec<Turning<N>>,
    pub(super) goal: Goal<N>,
    /// Called with the current length and the number of nodes.
    pub(super) notify: Notify<'a>,
    /// Turns made before and after the search.
    pub(super) fixed_turns: usize,
    /// Whether the goal's side is shared with other questions.
    is_goal_side_shared: bool,
    /// Reads the turns between the sides, if these are restricted.
    order: Option<Automaton>,
    /// What excludes most nodes before their last turn, if anything does, with the numbers of layers of the start and of the goal for
    /// which it was made.
    projection: Option<([usize; 2], Option<Projection<N>>)>,
}

/// The result for a length.
pub(super) enum LengthResult<const N: usize> {
    /// The nodes of the start's side on solutions, in ascending order; empty if there are no solutions.
    Known(Split, Vec<Node<N>>),
    /// Neither this length nor any greater one has a solution.
    Ended,
}

impl<'a, const N: usize> Engine<'a, N> {
    pub(super) fn new(
        problem: &'a Problem,
        parameters: Parameters<'a>,
        (ahead, back): (Side<N>, Side<N>),
        inverse_turns: Vec<Turning<N>>,
        goal: Goal<N>,
        is_goal_side_shared: bool,
        notify: Notify<'a>,
    ) -> Self {
        let constraints = &problem.constraints;
        Self {
            fixed_turns: constraints.starts_with.len() + constraints.ends_with.len(),
            problem,
            parameters,
            ahead,
            back,
            inverse_turns,
            goal,
            notify,
            is_goal_side_shared,
            order: None,
            projection: None,
        }
    }

    /// Searches for solutions with this many turns between the fixed ones. `refuted` is the number of lengths just below
    /// that were refuted.
    pub(super) fn search_length(
        &mut self,
        turns: usize,
        refuted: usize,
    ) -> Result<LengthResult<N>, Halt> {
        while self.depth() < turns && !(self.depth() + 1 == turns && self.follows_last()) {
            self.report_progress(turns);
            let side = match (self.ahead.full, self.back.full) {
                (true, true) => break,
                (true, false) => &mut self.back,
                (false, true) => &mut self.ahead,
                (false, false) if self.back.last().len() < self.goal_layer_limit() => {
                    &mut self.back
                }
                (false, false) => &mut self.ahead,
            };
            side.grow(&self.parameters)?;
            if side.last().is_empty() || side.period.is_some_and(|period| period <= refuted) {
                return Ok(LengthResult::Ended);
            }
        }
        self.report_progress(turns);
        let split = self.split(turns);
        if split.between > self.parameters.between {
            return Err(Halt::Memory);
        }
        self.prepare(split.between)?;
        let meeting = self.meeting(split)?;
        Ok(LengthResult::Known(split, meeting))
    }

    /// Whether the last turn between the sides is followed from the start's.
    fn follows_last(&self) -> bool {
        let ahead = self.ahead.last().len();
        self.is_goal_side_shared
            || (MIN_FOLLOWED_NODES..=self.back.last().len().saturating_mul(MAX_LAYER_RATIO))
                .contains(&ahead)
    }

    /// The goal's side grows while its last layer has fewer nodes than this.
    fn goal_layer_limit(&self) -> usize {
        let times = if self.is_goal_side_shared {
            MAX_SHARED_LAYER_RATIO
        } else {
            MAX_LAYER_RATIO
        };
        self.ahead.last().len().saturating_mul(times)
    }

    /// Splits a number of turns between the sides. A kept side may be deeper than needed.
    fn split(&self, turns: usize) -> Split {
        let ahead = self.ahead.depth();
        let back = self.back.depth().min(turns.saturating_sub(ahead));
        Split {
            ahead,
            between: turns.saturating_sub(ahead + back),
            back,
        }
    }

    fn depth(&self) -> usize {
        self.ahead.depth() + self.back.depth()
    }

    fn report_progress(&self, turns: usize) {
        let layers = self.ahead.layers.iter().chain(&self.back.layers);
        let nodes: usize = layers.map(Layer::len).sum();
        (self.notify)(turns + self.fixed_turns, Some(nodes as u64));
    }

    /// Prepares for turns between the sides.
    fn prepare(&mut self, between: usize) -> Result<(), Halt> {
        for _ in 0..between {
            self.ahead.contexts.grow(self.parameters.rules)?;
        }
        if between > 0 && matches!(self.goal, Goal::Listed) {
            self.back.build_filter(self.parameters.memory);
        }
        if between == 1 && matches!(self.goal, Goal::Listed) {
            self.project();
        }
        // A shortest solution can be made canonical without changing its node before these turns.
        let free = self.parameters.rules.is_empty() && !self.parameters.exact;
        if between > 1 && free && self.order.is_none() {
            self.order =
                Some(Order::canonical(&self.problem.puzzle, &self.problem.allowed).forward);
        }
        Ok(())
    }

    /// Finds cells that exclude most nodes, if that takes less time than it saves.
    fn project(&mut self) {
        let layers = [self.ahead.layers.len(), self.back.layers.len()];
        if let Some((of, made)) = &self.projection
            && (*of == layers || of[1] == layers[1] && made.is_some())
        {
            return;
        }
        if let Some((_, Some(projection))) = self.projection.take() {
            self.parameters.memory.give_back(projection.size());
        }
        let last = self.ahead.last();
        let most = last.len() / MIN_EXCLUSION_FACTOR;
        let excludes_most = |projection: &Projection<N>| {
            let sample = last.parts().iter().flatten().step_by(SAMPLE_STEP);
            let (pass, all) = sample.fold((0, 0), |(pass, all), node| {
                (pass + usize::from(projection.may_lead(node)), all + 1)
            });
            2 * pass < all
        };
        let made = (most >= LEAST_ARRANGEMENTS)
            .then(|| Projection::of(&self.back, most, &self.parameters, excludes_most));
        let made = made.flatten();
        self.projection = Some((layers, made));
    }

    /// The nodes of a part that are not excluded before their last turn.
    fn not_excluded(&self, part: &[Node<N>]) -> Option<Vec<Node<N>>> {
        let (_, projection) = self.projection.as_ref()?;
        let projection = projection.as_ref()?;
        let near = part.iter().filter(|node| projection.may_lead(node));
        Some(near.copied().collect())
    }

    /// The nodes of the start's last layer from which turns lead into the goal's.
    fn meeting(&self, split: Split) -> Result<Vec<Node<N>>, Halt> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let parts = self.ahead.last().parts();
        let work = |_| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(number) else {
                    return;
                };
                if self.parameters.control.stop().is_some() {
                    return;
                }
                let mut here = match (&self.goal, split.between) {
                    (Goal::Listed, 0) => {
                        self.common_nodes(part, &self.back.layers[split.back].parts()[number])
                    }
                    _ => self.nodes_before_goal_side(part, split.between),
                };
                if let Ok(mut found) = found.lock() {
                    found.append(&mut here);
                }
            }
        };
        in_parallel(self.parameters.control.jobs().get(), work);
        if let Some(stop) = self.parameters.control.stop() {
            return Err(Halt::Stopped(stop));
        }
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_unstable();
        Ok(found)
    }

    /// The nodes of a part that are also in the same part of the goal's side.
    fn common_nodes(&self, part: &[Node<N>], other: &[Node<N>]) -> Vec<Node<N>> {
        let mut found: Vec<Node<N>> = Vec::new();
        for_each_common_state(part, other, |node, other| {
            if found.last() != Some(node) && self.are_compatible(node, other) {
                found.push(*node);
            }
        });
        found
    }

    /// The nodes of a part from which this many turns lead to the goal's side.
    fn nodes_before_goal_side(&self, part: &[Node<N>], between: usize) -> Vec<Node<N>> {
        let mut found = Vec::new();
        let near = match (&self.goal, between) {
            (Goal::Listed, 1) => self.not_excluded(part),
            _ => None,
        };
        for nodes in near.as_deref().unwrap_or(part).chunks(NODES_PER_CHECK) {
            if self.parameters.control.stop().is_some() {
                break;
            }
            if between == 1 && matches!(self.goal, Goal::Listed) {
                self.nodes_one_turn_before_goal_side(nodes, &mut found);
                continue;
            }
            let leads = |node: &&Node<N>| self.leads_to_goal_side(node, between, 0);
            found.extend(nodes.iter().filter(leads));
        }
        found
    }

    /// Adds the nodes from which one turn leads to the goal's side.
    ///
    /// *Idea.* The hashes of the successors are first collected and then tested, a few thousand at a time, so that many
    /// memory accesses overlap. The few successors that pass are made a second time.
    fn nodes_one_turn_before_goal_side(&self, nodes: &[Node<N>], found: &mut Vec<Node<N>>) {
        let (turns, depth) = (self.ahead.turns.len(), self.back.depth());
        let mut gathered = Vec::with_capacity(nodes.len() * turns);
        for (number, node) in nodes.iter().enumerate() {
            let after = (0..turns).filter_map(|turn| Some((turn, self.ahead.after(node, turn)?)));
            gathered.extend(after.map(|(turn, after)| (hash(&after), number as u32, turn as u32)));
        }
        gathered.retain(|&(hash, ..)| self.back.may_contain(hash, depth));
        for (_, number, turn) in gathered {
            let node = &nodes[number as usize];
            if found.last() != Some(node)
                && let Some(after) = self.ahead.after(node, turn as usize)
                && self.reaches_goal_in(&after, depth)
            {
                found.push(*node);
            }
        }
    }

    /// Whether this many turns lead from a node of the start's side to the last layer of the goal's. `order` is the state of
    /// the automaton.
    pub(super) fn leads_to_goal_side(&self, node: &Node<N>, between: usize, order: u32) -> bool {
        if between == 0 {
            return self.reaches_goal_in(node, self.back.depth());
        }
        let next = |turn| {
            self.order
                .as_ref()
                .map_or(Some(0), |it| it.next(order, turn))
        };
        (0..self.ahead.turns.len()).any(|turn| {
            next(turn).is_some_and(|order| {
                let after = self.ahead.after(node, turn);
                after.is_some_and(|after| self.leads_to_goal_side(&after, between - 1, order))
            })
        })
    }

    /// Whether exactly this many turns lead from a node of the start's side to the goal, judging by the layers of the
    /// goal's side.
    pub(super) fn reaches_goal_in(&self, node: &Node<N>, depth: usize) -> bool {
        if let Goal::Test(tests) = &self.goal {
            let (ahead, back) = (&self.ahead.contexts, &self.back.contexts);
            return tests.iter().any(|test| test.admits(node))
                && ahead.are_compatible(self.parameters.rules, context(node), back, 0);
        }
        let mut there = self.back.nodes_of_state(node, depth).iter();
        there.any(|other| self.are_compatible(node, other))
    }

    fn are_compatible(&self, node: &Node<N>, other: &Node<N>) -> bool {
        let (ahead, back) = (&self.ahead.contexts, &self.back.contexts);
        ahead.are_compatible(self.parameters.rules, context(node), back, context(other))
    }
}
