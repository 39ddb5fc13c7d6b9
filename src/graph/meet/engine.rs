//! The search from both ends: chooses the side to grow, and finds where the sides meet.
//!
//! *Idea.* A solution of `n` turns passes, after `i` turns, a node that is `i` turns from the start and `n - i` from the
//! goal. So for each length in turn, the smaller side grows by a layer until the depths of both sides add up to the length.
//! Then a solution has this length only if the last layers have a state in common. If only the length of the shortest
//! solutions is wanted, a layer contains the nodes that fewer turns do not reach, because a solution through any other node
//! could be shortened. If a minimum or exact length is required, layer `i` contains all nodes that exactly `i` turns reach.
//!
//! *The last turns.* If both last layers have many nodes, the turns between them are followed without storing nodes, in
//! a fifth of the time of another layer: one turn forwards from the start's last layer, and one turn backwards from the
//! goal's last layer to nodes that are only added to a [filter](super::filter). A third turn is followed if a few cells
//! [exclude](super::projection) most nodes.
//!
//! *Memory.* If there is no memory for another layer, up to [`MAX_BETWEEN`] turns between the sides are followed, or one
//! fewer if there is no memory for the filter either. Longer solutions remain unknown.

use std::sync::OnceLock;

use super::answer::{Halt, MeetResult, OnDepth, OnSolution, Outcome};
use super::context::{Contexts, Rules};
use super::node::{GoalTest, Node, NodeLayout};
use super::node_set::NodeSet;
use super::projection::Projection;
use super::side::{Parameters, Side};
use super::symmetries::{MIN_NODES, Symmetries};
use crate::problem::{Budget, Problem, Symmetry};
use crate::puzzle::{State, TurnId};

/// The maximum number of turns followed between the sides.
pub(super) const MAX_BETWEEN: usize = 3;

/// The number of turns between the sides that are followed if a filter of the nodes one turn beyond the goal's last
/// layer fits into memory.
pub(super) const FILTERED_BETWEEN: usize = 2;

/// A layer is only followed if it has at most this many times the nodes of the other side's last layer.
const MAX_LAYER_RATIO: usize = 2;

/// A smaller layer is stored rather than followed: the next length needs it, and an empty layer ends the search.
const MIN_FOLLOWED_NODES: usize = 1 << 12;

/// Cells that exclude nodes must have fewer arrangements in each layer than there are nodes to test, by this factor.
const MIN_EXCLUSION_FACTOR: usize = 4;

/// One node in this many is used to test whether cells exclude most nodes.
const SAMPLE_STEP: usize = 16;

/// Cells that exclude nodes are only searched for if at least this many arrangements are allowed: fewer save no time.
const MIN_ARRANGEMENTS: usize = 1 << 16;

pub(super) struct Engine<'a, const N: usize> {
    pub(super) problem: &'a Problem,
    pub(super) parameters: Parameters<'a>,
    pub(super) start_side: Side<N>,
    pub(super) goal_side: Side<N>,
    /// Whether any solution of the shortest length is sufficient.
    pub(super) any_solution: bool,
    /// Called with the current length and the number of nodes.
    pub(super) on_depth: OnDepth<'a>,
    /// If the goal has too many states to list, a node belongs to the goal if it passes one of these tests. Without tests,
    /// the goal's states are listed, and the search goes backwards from them.
    pub(super) goal_tests: Vec<GoalTest>,
    /// Reads the turns between the sides, if they are restricted to canonical sequences.
    pub(super) between_automaton: Option<Contexts>,
    /// The latest attempt to find cells that exclude most nodes.
    pub(super) projection: Option<TriedProjection<N>>,
    pub(super) layout: &'a NodeLayout,
    /// The symmetries of the question that leave the start unchanged, once the search is long enough to find them.
    pub(super) symmetries: Option<Symmetries<N>>,
    /// The symmetries of the turns and goals, computed on demand.
    pub(super) all_symmetries: OnceLock<Vec<Symmetry>>,
    /// The actions of the symmetries of the turns and goals, if these form a group; computed on demand.
    pub(super) goal_symmetries: OnceLock<Symmetries<N>>,
}

/// An attempt to find cells that exclude most nodes.
pub(super) struct TriedProjection<const N: usize> {
    /// The number of layers of the goal's side.
    goal_layers: usize,
    /// The number of turns from the tested nodes to the last layer of the goal's side.
    turns_left: usize,
    max_arrangements: usize,
    found: Option<Projection<N>>,
}

impl<const N: usize> Engine<'_, N> {
    /// Searches the lengths that the budget allows, from `min_length` on. Shorter lengths are already refuted.
    pub(super) fn search_lengths(
        &mut self,
        min_length: usize,
        found: OnSolution<'_>,
    ) -> MeetResult {
        let problem = self.problem;
        let shortest = problem.constraints.min_length();
        let (min_length, max_length) = match problem.budget {
            Budget::Exactly(turns) if turns < shortest => return MeetResult::new(Outcome::None, 0),
            Budget::Exactly(turns) => (turns, turns),
            Budget::AtMost(turns) => (shortest.max(min_length), turns),
        };
        let mut refuted = 0;
        for length in min_length..=max_length {
            match self.search_length(length, refuted) {
                Ok(Some((_, meeting))) if meeting.is_empty() => refuted += 1,
                Ok(Some((between, meeting))) => {
                    let listed = self.list_solutions(between, meeting, &mut |path| {
                        let turns = path.iter().map(|&turn| problem.allowed[turn]);
                        found(&turns.collect::<Vec<TurnId>>())
                    });
                    return MeetResult {
                        cut: listed.err(),
                        ..MeetResult::new(Outcome::Found(length), length)
                    };
                }
                Ok(None) => return MeetResult::new(Outcome::None, length),
                Err(halt) => return MeetResult::new(Outcome::Halted(halt), length),
            }
        }
        MeetResult::new(Outcome::None, max_length.saturating_add(1))
    }

    /// Lets the sides grow to a greater memory limit, and more turns be followed between them.
    pub(super) fn continue_with(&mut self, max_bytes: u64, max_between: usize) {
        self.parameters.memory.set_limit(max_bytes);
        self.parameters.max_between = max_between;
        self.start_side.is_full = false;
        self.goal_side.is_full = !self.goal_tests.is_empty();
    }

    /// Searches for solutions of this many turns. `refuted` is the number of lengths immediately below that were refuted.
    ///
    /// Returns the number of turns between the sides, and the nodes of the start's last layer that lie on solutions, in
    /// ascending order: no nodes if there are no solutions. `None` if neither this nor any greater length has a solution.
    pub(super) fn search_length(
        &mut self,
        turns: usize,
        refuted: usize,
    ) -> Result<Option<(usize, Vec<Node<N>>)>, Halt> {
        while self.depth() < turns && !self.follows_remaining(turns - self.depth())? {
            self.report_progress(turns);
            let (start, goal) = (&mut self.start_side, &mut self.goal_side);
            let side = match (start.is_full, goal.is_full) {
                (true, true) => break,
                (true, false) => goal,
                (false, true) => start,
                (false, false) if goal.last().len() < start.last().len() => goal,
                (false, false) => start,
            };
            side.grow(&self.parameters)?;
            if side.last().is_empty() || side.period.is_some_and(|period| period <= refuted) {
                return Ok(None);
            }
        }
        self.report_progress(turns);
        let between = turns - self.depth();
        if between > self.max_between() {
            return Err(Halt::Memory);
        }
        self.prepare_between(between)?;
        Ok(Some((between, self.meeting_nodes(between)?)))
    }

    /// Whether to follow the remaining `between` turns instead of storing another layer.
    fn follows_remaining(&mut self, between: usize) -> Result<bool, Halt> {
        if between > 1 && (!self.can_use_filter() || between > self.max_between()) {
            return Ok(false);
        }
        let sizes = [self.start_side.last().len(), self.goal_side.last().len()];
        let (followed, other) = match (sizes, between) {
            ([start, goal], 1) => (start, goal),
            // Filling the filter must not take longer than following the nodes that it tests.
            ([start, goal], _) => (goal, start),
        };
        let is_worthwhile =
            sizes[0] >= MIN_FOLLOWED_NODES && followed <= other.saturating_mul(MAX_LAYER_RATIO);
        if between <= FILTERED_BETWEEN || !is_worthwhile {
            return Ok(is_worthwhile);
        }
        // Build the filter first: the projection may take the rest of the memory.
        self.goal_side.build_next_layer_filter(&self.parameters)?;
        self.find_projection(between);
        let projection = self.projection.as_ref();
        Ok(projection.is_some_and(|it| it.found.is_some()))
    }

    /// Whether there is a filter of the nodes one turn beyond the goal's last layer, or memory for one.
    fn can_use_filter(&self) -> bool {
        self.goal_tests.is_empty()
            && self
                .goal_side
                .has_room_for_next_layer_filter(self.parameters.memory)
    }

    /// The maximum number of turns that can now be followed between the sides.
    fn max_between(&self) -> usize {
        let most = self.parameters.max_between;
        if !self.can_use_filter() {
            most.min(MAX_BETWEEN - 1)
        } else if self.goal_side.is_full || self.goal_side.is_too_large(self.parameters.memory) {
            most
        } else {
            most.max(FILTERED_BETWEEN)
        }
    }

    fn depth(&self) -> usize {
        self.start_side.depth() + self.goal_side.depth()
    }

    fn report_progress(&self, turns: usize) {
        let layers = self.start_side.layers.iter().chain(&self.goal_side.layers);
        let nodes: usize = layers.map(NodeSet::len).sum();
        (self.on_depth)(turns, Some(nodes as u64));
    }

    /// Expands the contexts and builds the filters that following `between` turns between the sides requires.
    fn prepare_between(&mut self, between: usize) -> Result<(), Halt> {
        for _ in 0..between {
            self.start_side.contexts.expand_known()?;
        }
        if self.goal_tests.is_empty() {
            // Build the filter of the next layer first: without it, there are too many turns to follow.
            if between > 1 {
                self.goal_side.build_next_layer_filter(&self.parameters)?;
            }
            if between > 0 {
                self.goal_side.build_filter(&self.parameters);
                self.find_projection(between);
            }
        }
        // A shortest solution can be made canonical between the sides without changing its node in the start's layer.
        let free = self.start_side.contexts.admit_all() && !self.parameters.exact;
        if between > 1 && free && self.between_automaton.is_none() {
            let turns = self.start_side.turns.len();
            self.between_automaton = Contexts::all_forward(Rules::canonical(self.problem), turns);
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

    /// Whether symmetries map nodes to equivalent nodes, and are worth finding.
    fn may_use_symmetries(&self) -> bool {
        self.start_side.contexts.admit_all()
            && self.start_side.layers[0].len() == 1
            && self.start_side.last().len() >= MIN_NODES
    }

    /// Finds cells that exclude most nodes one or two turns before the goal's side, if that saves time.
    fn find_projection(&mut self, between: usize) {
        let turns_left = between.min(FILTERED_BETWEEN);
        let goal_layers = self.goal_side.layers.len();
        let (last, turns) = (self.start_side.last(), &self.start_side.turns);
        let turns_before = between - turns_left;
        let sequences = turns.len().saturating_pow(turns_before as u32);
        let max_arrangements = last.len().saturating_mul(sequences) / MIN_EXCLUSION_FACTOR;
        let is_known = |it: &TriedProjection<N>| {
            (it.goal_layers, it.turns_left) == (goal_layers, turns_left)
                && (it.found.is_some() || it.max_arrangements == max_arrangements)
        };
        if self.projection.as_ref().is_some_and(is_known) {
            return;
        }
        if let Some(projection) = self.projection.take().and_then(|it| it.found) {
            self.parameters.memory.give_back(projection.size());
        }
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
        let found = (max_arrangements >= MIN_ARRANGEMENTS).then(|| {
            Projection::find(
                &self.goal_side,
                self.goal_symmetries
                    .get_or_init(|| Symmetries::group(self.all_symmetries(), self.layout)),
                turns_left,
                max_arrangements,
                &self.parameters,
                excludes_most,
            )
        });
        self.projection = Some(TriedProjection {
            goal_layers,
            turns_left,
            max_arrangements,
            found: found.flatten(),
        });
    }

    /// Whether a few cells of a node show that this many turns do not lead from the node to the goal's side.
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
