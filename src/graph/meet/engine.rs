//! The search from both ends: chooses the side to grow, and finds where the sides meet.
//!
//! *Idea.* A solution of `n` turns passes, after `i` turns, a node that is `i` turns from the start and `n - i` from
//! the goal. So for each length in turn, the smaller side grows by a layer until the depths of both add up to it; then
//! either the last layers have a state in common or there is no such solution. If only the length of the shortest
//! solutions is wanted, a layer contains the nodes that fewer turns do not reach, because a solution through any other
//! node could be shortened. If a minimum or exact length is required, a layer contains all nodes that exactly that many
//! turns reach.
//!
//! *The last turns.* If both last layers have many nodes, the turns between them are followed without storing nodes, in
//! a fifth of the time of another layer: one turn from the start's last layer, and one backwards from the goal's, whose
//! nodes are only added to a [filter](super::filter). A third turn requires a few cells that
//! [exclude](super::projection) most nodes.
//!
//! *Many questions about one goal.* If the goal's side was kept from another question, the start's side grows no
//! further than necessary. The goal's last layer may be larger than the start's, because the next question can reuse
//! it.
//!
//! *Memory.* If there is no memory for another layer, up to [`MAX_BETWEEN`] turns between the sides are followed, one
//! fewer without memory for the filter. Longer solutions remain unknown.

use std::sync::OnceLock;

use super::answer::{Halt, Notify};
use super::context::Contexts;
use super::layer::Layer;
use super::node::{GoalTest, Layout, Node, TurnAction};
use super::projection::Projection;
use super::side::{Parameters, Side};
use super::symmetries::{MIN_NODES, Symmetries};
use crate::problem::{Problem, Symmetry};
use crate::puzzle::State;

/// The maximum number of turns followed between the sides.
pub(super) const MAX_BETWEEN: usize = 3;

/// The number of turns between the sides that are followed if a filter of the nodes one turn beyond the goal's last
/// layer fits into memory.
pub(super) const FILTERED_BETWEEN: usize = 2;

/// A reusable side may have this many times the nodes of the other side.
const MAX_SHARED_LAYER_RATIO: usize = 16;

/// A layer is followed if it has at most this many times the nodes of the other side's last layer.
const MAX_LAYER_RATIO: usize = 2;

/// A layer of fewer nodes is stored rather than followed: the next length needs it, and an empty one ends the search.
const MIN_FOLLOWED_NODES: usize = 1 << 12;

/// Cells that exclude nodes must have this many times fewer arrangements in each layer than there are nodes to test.
const MIN_EXCLUSION_FACTOR: usize = 4;

/// One node in this many is used to test whether these cells exclude most nodes.
const SAMPLE_STEP: usize = 16;

/// These cells are only searched for if they may have this many arrangements: with fewer nodes, they save no time.
const MIN_ARRANGEMENTS: usize = 1 << 16;

pub(super) enum Goal {
    /// Its states were listed: the search goes backwards from them.
    Listed,
    /// Too many states to list: a node belongs to the goal if it passes one of the tests.
    Tested(Vec<GoalTest>),
}

/// The numbers of turns from the start to the meeting layers, between the sides, and from there to the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    pub(super) from_start: usize,
    pub(super) between: usize,
    pub(super) to_goal: usize,
}

pub(super) struct Engine<'a, const N: usize> {
    pub(super) problem: &'a Problem,
    pub(super) parameters: Parameters<'a>,
    pub(super) start_side: Side<N>,
    pub(super) goal_side: Side<N>,
    /// The inverse turns, which the goal's side makes.
    pub(super) inverse_turns: Vec<TurnAction<N>>,
    pub(super) goal: Goal,
    /// Whether any solution of the shortest length will do.
    pub(super) any_solution: bool,
    /// Called with the current length and the number of nodes.
    pub(super) notify: Notify<'a>,
    /// Turns made before and after the search.
    pub(super) fixed_turns: usize,
    /// Whether the goal's side is shared with other questions.
    pub(super) is_goal_side_shared: bool,
    /// Reads the turns between the sides, if these are restricted to canonical sequences.
    pub(super) between_automaton: Option<Contexts>,
    /// The latest attempt to find cells that exclude most nodes.
    pub(super) projection: Option<TriedProjection<N>>,
    pub(super) layout: &'a Layout,
    /// The symmetries of the question that leave the start unchanged, once they are worth finding.
    pub(super) symmetries: Option<Symmetries<N>>,
    /// The symmetries of the turns and goals, once they are worth finding.
    pub(super) all_symmetries: OnceLock<Vec<Symmetry>>,
}

/// An attempt to find cells that exclude most nodes.
pub(super) struct TriedProjection<const N: usize> {
    /// The numbers of layers of the start and of the goal, and the number of turns between the sides.
    tried_for: [usize; 3],
    /// The number of turns that the tested nodes are before the goal's last layer.
    turns_left: usize,
    found: Option<Projection<N>>,
}

/// The result for a length.
pub(super) enum LengthResult<const N: usize> {
    /// The nodes of the start's side on solutions, in ascending order; empty if there are no solutions.
    Known(Split, Vec<Node<N>>),
    /// Neither this length nor any greater one has a solution.
    Ended,
}

impl<const N: usize> Engine<'_, N> {
    /// Lets the sides grow to a greater memory limit, and more turns be followed between them.
    pub(super) fn continue_with(&mut self, max_bytes: u64, between: usize) {
        self.parameters.memory.set_limit(max_bytes);
        self.parameters.between = between;
        self.start_side.full_at = None;
        if matches!(self.goal, Goal::Listed) {
            self.goal_side.full_at = None;
        }
    }

    /// Searches for solutions with `turns` turns between the fixed ones. `refuted` is the number of lengths immediately
    /// below that were refuted.
    pub(super) fn search_length(
        &mut self,
        turns: usize,
        refuted: usize,
    ) -> Result<LengthResult<N>, Halt> {
        while self.depth() < turns && !self.follows_remaining(turns - self.depth())? {
            self.report_progress(turns);
            let side = match (
                self.start_side.full_at.is_some(),
                self.goal_side.full_at.is_some(),
            ) {
                (true, true) => break,
                (true, false) => &mut self.goal_side,
                (false, true) => &mut self.start_side,
                (false, false) if self.goal_side.last().len() < self.goal_layer_limit() => {
                    &mut self.goal_side
                }
                (false, false) => &mut self.start_side,
            };
            side.grow(&self.parameters)?;
            if side.last().is_empty() || side.period.is_some_and(|period| period <= refuted) {
                return Ok(LengthResult::Ended);
            }
        }
        self.report_progress(turns);
        let split = self.split(turns);
        if split.between > self.max_between() {
            return Err(Halt::Memory);
        }
        self.prepare_between(split.between)?;
        let meeting = self.meeting_nodes(split)?;
        Ok(LengthResult::Known(split, meeting))
    }

    /// Whether the remaining `between` turns are followed instead of storing another layer.
    fn follows_remaining(&mut self, between: usize) -> Result<bool, Halt> {
        if between > 1 && (!self.has_filter() || between > self.max_between()) {
            return Ok(false);
        }
        let sizes = [self.start_side.last().len(), self.goal_side.last().len()];
        let (followed, other) = match (sizes, between) {
            ([start, goal], 1) => (start, goal),
            // Filling the filter must not take longer than following the nodes that it tests.
            ([start, goal], _) => (goal, start),
        };
        let is_large = sizes[0] >= MIN_FOLLOWED_NODES;
        let is_worthwhile = if self.is_goal_side_shared {
            is_large || between == 1
        } else {
            is_large && followed <= other.saturating_mul(MAX_LAYER_RATIO)
        };
        if between <= FILTERED_BETWEEN || !is_worthwhile {
            return Ok(is_worthwhile);
        }
        // Build the filter first: the projection may take the rest of the memory.
        self.goal_side.build_next_layer_filter(&self.parameters)?;
        self.project(between);
        let projection = self.projection.as_ref();
        Ok(projection.is_some_and(|it| it.found.is_some()))
    }

    /// Whether there is a filter of the nodes one turn beyond the goal's last layer, or memory for one.
    fn has_filter(&self) -> bool {
        matches!(self.goal, Goal::Listed)
            && self
                .goal_side
                .has_room_for_next_layer_filter(self.parameters.memory)
    }

    /// The maximum number of turns that can now be followed between the sides.
    fn max_between(&self) -> usize {
        let most = self.parameters.between;
        if !self.has_filter() {
            most.min(MAX_BETWEEN - 1)
        } else if self.goal_side.full_at.is_some()
            || self.goal_side.is_too_large(self.parameters.memory)
        {
            most
        } else {
            most.max(FILTERED_BETWEEN)
        }
    }

    /// The goal's side grows as long as its last layer has fewer nodes than this.
    fn goal_layer_limit(&self) -> usize {
        let start_layer = self.start_side.last().len();
        if self.is_goal_side_shared {
            start_layer.saturating_mul(MAX_SHARED_LAYER_RATIO)
        } else {
            start_layer
        }
    }

    /// Splits a number of turns between the sides. A kept side may be deeper than needed.
    fn split(&self, turns: usize) -> Split {
        let from_start = self.start_side.depth();
        let to_goal = self.goal_side.depth().min(turns.saturating_sub(from_start));
        Split {
            from_start,
            between: turns.saturating_sub(from_start + to_goal),
            to_goal,
        }
    }

    fn depth(&self) -> usize {
        self.start_side.depth() + self.goal_side.depth()
    }

    fn report_progress(&self, turns: usize) {
        let layers = self.start_side.layers.iter().chain(&self.goal_side.layers);
        let nodes: usize = layers.map(Layer::len).sum();
        (self.notify)(turns + self.fixed_turns, Some(nodes as u64));
    }

    /// Expands the contexts and builds the filters that following `between` turns between the sides requires.
    fn prepare_between(&mut self, between: usize) -> Result<(), Halt> {
        for _ in 0..between {
            self.start_side
                .contexts
                .expand_known(self.parameters.rules)?;
        }
        if matches!(self.goal, Goal::Listed) {
            // Build this filter first: without it, there are too many turns to follow.
            if between > 1 {
                self.goal_side.build_next_layer_filter(&self.parameters)?;
            }
            if between > 0 {
                self.goal_side.build_filter(&self.parameters);
                self.project(between);
            }
        }
        // A shortest solution can be made canonical without changing its node before these turns.
        let free = self.parameters.rules.is_empty() && !self.parameters.exact;
        if between > 1 && free && self.between_automaton.is_none() {
            self.between_automaton = Contexts::canonical(self.problem);
        }
        if between > 0 && self.symmetries.is_none() && self.may_use_symmetries() {
            let start = self.problem.start.state();
            let fixes = |it: &Symmetry, start: &State| it.image(start) == *start;
            let fixes_start = |it: &&Symmetry| start.as_ref().is_some_and(|start| fixes(it, start));
            let fixing_start = self.all_symmetries().iter().filter(fixes_start);
            self.symmetries = Some(Symmetries::new(fixing_start, self.layout));
        }
        Ok(())
    }

    /// The symmetries of the turns and goals.
    fn all_symmetries(&self) -> &[Symmetry] {
        self.all_symmetries
            .get_or_init(|| Symmetry::all(self.problem))
    }

    /// Whether symmetries map nodes to equivalent ones, and are worth finding.
    fn may_use_symmetries(&self) -> bool {
        self.parameters.rules.is_empty()
            && self.fixed_turns == 0
            && self.start_side.layers[0].len() == 1
            && self.start_side.last().len() >= MIN_NODES
    }

    /// Finds cells that exclude most nodes before their last one or two turns, if that takes less time than it saves.
    fn project(&mut self, between: usize) {
        let tried_for = [
            self.start_side.layers.len(),
            self.goal_side.layers.len(),
            between,
        ];
        let turns_left = between.min(FILTERED_BETWEEN);
        if let Some(it) = &self.projection
            && (it.tried_for == tried_for
                || it.found.is_some()
                    && (it.tried_for[1], it.turns_left) == (tried_for[1], turns_left))
        {
            return;
        }
        if let Some(projection) = self.projection.take().and_then(|it| it.found) {
            self.parameters.memory.give_back(projection.size());
        }
        let (last, turns) = (self.start_side.last(), &self.start_side.turns);
        let turns_before = between - turns_left;
        let sequences = turns.len().saturating_pow(turns_before as u32);
        let most = last.len().saturating_mul(sequences) / MIN_EXCLUSION_FACTOR;
        let excludes_most = |projection: &Projection<N>| {
            let passes = |(number, node): (usize, &Node<N>)| {
                let steps = 0..turns_before;
                let turns = steps.map(|step| &turns[(number + step) % turns.len()]);
                projection.may_lead(&turns.fold(*node, |node, turn| turn.apply(&node)))
            };
            let sample = last.parts.iter().flatten().step_by(SAMPLE_STEP);
            let sample: Vec<bool> = sample.enumerate().map(passes).collect();
            2 * sample.iter().filter(|&&passes| passes).count() < sample.len()
        };
        let found = (most >= MIN_ARRANGEMENTS).then(|| {
            Projection::find(
                &self.goal_side,
                &Symmetries::new(self.all_symmetries().iter(), self.layout),
                turns_left,
                most,
                &self.parameters,
                excludes_most,
            )
        });
        self.projection = Some(TriedProjection {
            tried_for,
            turns_left,
            found: found.flatten(),
        });
    }

    /// Whether a few cells of a node show that this many turns cannot lead from it to the goal's side.
    #[inline]
    pub(super) fn is_excluded(&self, node: &Node<N>, between: usize) -> bool {
        let projection = self.projection(between);
        projection.is_some_and(|projection| !projection.may_lead(node))
    }

    /// The projection for nodes this many turns before the last layer of the goal's side, if there is one.
    #[inline]
    pub(super) fn projection(&self, turns_left: usize) -> Option<&Projection<N>> {
        let projection = self.projection.as_ref();
        let projection = projection.filter(|it| it.turns_left == turns_left);
        projection.and_then(|it| it.found.as_ref())
    }
}
