//! The search from both ends: which side grows, and where they meet.
//!
//! *Idea.* A solution of `n` turns passes, after `i` turns, a node that is `i` turns from the start and `n - i`
//! from the goal. So for each length in turn the smaller side grows by a layer, until both
//! together are so many turns deep; then the last layers either have a state in common or there is no such
//! solution. If only the length of the shortest solutions is wanted, a layer has the nodes that
//! fewer turns do not reach: a solution through another one could be made shorter. If it must have at
//! least, or exactly, so many turns, a layer has all nodes that exactly so many turns reach.
//!
//! *Many questions about one goal.* Where the goal's side was kept from another question, the other side grows no
//! farther than it must: the last turn before the layer that is there is followed and not stored. That layer may be larger
//! than those of the start, as the next question has it for nothing.
//!
//! *Memory.* When there is no room for another layer, up to [`MOST_BETWEEN`] turns between both sides are
//! followed one by one and nothing is stored. That takes no memory and, for each of them, as many times
//! longer as there are turns. What is beyond is not known.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::order::Order;
use super::answer::{Halt, Notify};
use super::layer::{Layer, joined};
use super::node::{Node, Test, Turning, context};
use super::side::{Means, Side};
use crate::platform::in_parallel;
use crate::problem::Problem;

/// No more turns than these are followed between the sides.
pub(super) const MOST_BETWEEN: usize = 2;

/// So many times as many nodes may be stored of a side that is kept as of the other one.
const WORTH_OF_KEPT: usize = 16;

/// How many nodes are followed between two looks at the clock.
const NODES_PER_LOOK: usize = 1 << 8;

/// The end that is searched for.
pub(super) enum Goal<const N: usize> {
    /// Its states could be listed: the search goes back from them.
    Listed,
    /// They are too many: a node is one of them if it passes one of the tests.
    Test(Vec<Test>),
}

/// How many turns lead from the start to where the sides are searched, between them, and on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) ahead: usize,
    pub(super) between: usize,
    pub(super) back: usize,
}

/// A search under way.
pub(super) struct Engine<'a, const N: usize> {
    pub(super) problem: &'a Problem,
    pub(super) means: Means<'a>,
    pub(super) ahead: Side<N>,
    pub(super) back: Side<N>,
    /// What undoes the turns. The other side makes these.
    pub(super) undone: Vec<Turning<N>>,
    pub(super) goal: Goal<N>,
    /// Told of the length that is looked at, and of how many nodes there are.
    pub(super) notify: Notify<'a>,
    /// Turns that are made before and behind the search.
    pub(super) fixed: usize,
    /// Whether the goal's side has served other questions, and will serve more.
    kept: bool,
    /// Which turn may follow which between the sides, if that is limited.
    may_follow: Option<Vec<bool>>,
}

/// What is known of a length.
pub(super) enum Reached<const N: usize> {
    /// The nodes on the start's side through which solutions go, in increasing order; none if there
    /// are no solutions.
    Known(Split, Vec<Node<N>>),
    /// Neither this length nor any greater one has a solution.
    Ended,
}

impl<'a, const N: usize> Engine<'a, N> {
    pub(super) fn new(
        problem: &'a Problem,
        means: Means<'a>,
        (ahead, back): (Side<N>, Side<N>),
        undone: Vec<Turning<N>>,
        goal: Goal<N>,
        kept: bool,
        notify: Notify<'a>,
    ) -> Self {
        let constraints = &problem.constraints;
        Self {
            fixed: constraints.starts_with.len() + constraints.ends_with.len(),
            problem,
            means,
            ahead,
            back,
            undone,
            goal,
            notify,
            kept,
            may_follow: None,
        }
    }

    /// Looks for solutions with so many turns between the fixed ones. `refuted`: how many lengths just below
    /// were refuted.
    pub(super) fn reach(&mut self, turns: usize, refuted: usize) -> Result<Reached<N>, Halt> {
        // What is asked once is sooner followed than stored, if the other side is stored already.
        let followed = usize::from(self.kept);
        while self.depth() + followed < turns {
            self.tell(turns);
            let side = match (self.ahead.full, self.back.full) {
                (true, true) => break,
                (true, false) => &mut self.back,
                (false, true) => &mut self.ahead,
                (false, false) if self.back.last().len() < self.worth() => &mut self.back,
                (false, false) => &mut self.ahead,
            };
            side.grow(&self.means)?;
            if side.last().is_empty() || side.period.is_some_and(|period| period <= refuted) {
                return Ok(Reached::Ended);
            }
        }
        self.tell(turns);
        let split = self.split(turns);
        if split.between > self.means.between {
            return Err(Halt::Memory);
        }
        self.prepare(split.between)?;
        let meeting = self.meeting(split)?;
        Ok(Reached::Known(split, meeting))
    }

    /// The goal's side grows as long as its last layer has fewer nodes than this.
    fn worth(&self) -> usize {
        let ahead = self.ahead.last().len();
        if self.kept {
            ahead.saturating_mul(WORTH_OF_KEPT)
        } else {
            ahead
        }
    }

    /// How so many turns are cut. A side that was kept may be deeper than they need.
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

    fn tell(&self, turns: usize) {
        let layers = self.ahead.layers.iter().chain(&self.back.layers);
        let nodes: usize = layers.map(Layer::len).sum();
        (self.notify)(turns + self.fixed, Some(nodes as u64));
    }

    /// Makes ready for turns between the sides.
    fn prepare(&mut self, between: usize) -> Result<(), Halt> {
        for _ in 0..between {
            self.ahead.contexts.grow(self.means.rules)?;
        }
        if between > 0 && matches!(self.goal, Goal::Listed) {
            self.back.sift(self.means.memory);
        }
        // A shortest solution can be made canonical without leaving its node before these turns.
        let free = self.means.rules.is_empty() && !self.means.exact;
        if between > 1 && free && self.may_follow.is_none() {
            let order = Order::canonical(&self.problem.puzzle, &self.problem.allowed);
            self.may_follow = Some(order.pairs(self.ahead.turns.len()));
        }
        Ok(())
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
                if self.means.control.stop().is_some() {
                    return;
                }
                let mut here = match (&self.goal, split.between) {
                    (Goal::Listed, 0) => {
                        self.met(part, &self.back.layers[split.back].parts()[number])
                    }
                    _ => self.led(part, split.between),
                };
                if let Ok(mut found) = found.lock() {
                    found.append(&mut here);
                }
            }
        };
        in_parallel(self.means.control.jobs().get(), work);
        if let Some(stop) = self.means.control.stop() {
            return Err(Halt::Stopped(stop));
        }
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_unstable();
        Ok(found)
    }

    /// The nodes of a part that are in the same part of the goal's side, too.
    fn met(&self, part: &[Node<N>], other: &[Node<N>]) -> Vec<Node<N>> {
        let mut found: Vec<Node<N>> = Vec::new();
        joined(part, other, |node, other| {
            if found.last() != Some(node) && self.fit(node, other) {
                found.push(*node);
            }
        });
        found
    }

    /// The nodes of a part from which so many turns lead to the goal's side.
    fn led(&self, part: &[Node<N>], between: usize) -> Vec<Node<N>> {
        let mut found = Vec::new();
        for nodes in part.chunks(NODES_PER_LOOK) {
            if self.means.control.stop().is_some() {
                break;
            }
            if between == 1 && matches!(self.goal, Goal::Listed) {
                self.led_by_one(nodes, &mut found);
                continue;
            }
            let leads = |node: &&Node<N>| self.leads(node, between, None);
            found.extend(nodes.iter().filter(leads));
        }
        found
    }

    /// Adds the nodes from which one turn leads to the goal's side.
    ///
    /// *Idea.* What the turns make is gathered first and sifted then, a few thousand nodes at a time: so the processor
    /// waits for many places in memory at once.
    fn led_by_one(&self, nodes: &[Node<N>], found: &mut Vec<Node<N>>) {
        let (turns, depth) = (self.ahead.turns.len(), self.back.depth());
        let mut gathered = Vec::with_capacity(nodes.len() * turns);
        for node in nodes {
            let after = (0..turns).filter_map(|turn| self.ahead.after(node, turn));
            gathered.extend(after.map(|after| (after, *node)));
        }
        gathered.retain(|(after, _)| self.back.may_have(after, depth));
        for (after, node) in gathered {
            if found.last() != Some(&node) && self.arrives(&after, depth) {
                found.push(node);
            }
        }
    }

    /// Whether so many turns lead from a node of the start's side to the last layer of the goal's.
    pub(super) fn leads(&self, node: &Node<N>, between: usize, last: Option<usize>) -> bool {
        if between == 0 {
            return self.arrives(node, self.back.depth());
        }
        let turns = self.ahead.turns.len();
        let follows = |&turn: &usize| match (last, &self.may_follow) {
            (Some(last), Some(allowed)) => allowed[last * turns + turn],
            _ => true,
        };
        (0..turns).filter(follows).any(|turn| {
            let after = self.ahead.after(node, turn);
            after.is_some_and(|after| self.leads(&after, between - 1, Some(turn)))
        })
    }

    /// Whether exactly so many turns lead from a node of the start's side to the goal, as far as layers of the
    /// goal's side tell.
    pub(super) fn arrives(&self, node: &Node<N>, depth: usize) -> bool {
        if let Goal::Test(tests) = &self.goal {
            let (ahead, back) = (&self.ahead.contexts, &self.back.contexts);
            return tests.iter().any(|test| test.admits(node))
                && ahead.fit(self.means.rules, context(node), back, 0);
        }
        let mut there = self.back.there(node, depth).iter();
        there.any(|other| self.fit(node, other))
    }

    fn fit(&self, node: &Node<N>, other: &Node<N>) -> bool {
        let (ahead, back) = (&self.ahead.contexts, &self.back.contexts);
        ahead.fit(self.means.rules, context(node), back, context(other))
    }
}
