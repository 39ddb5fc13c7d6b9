//! A search from both ends: translates the question to cells and nodes.

use std::sync::{Arc, OnceLock};

use super::super::cosets::{self, Cosets};
use super::super::views::StateCells;
use super::answer::{Halt, MAX_WORDS, MeetError, MeetResult, Notify, OnSolution, Outcome};
use super::context::{Contexts, Direction, Rules};
use super::engine::{Engine, Goal, MAX_BETWEEN};
use super::goal_side_cache::{GoalKey, GoalSideCache};
use super::layer::{Layer, MemoryBudget};
use super::node::{GoalTest, Layout, Node, TurnAction};
use super::side::{Parameters, Side};
use crate::control::Control;
use crate::group::Permutation;
use crate::problem::{Budget, Problem};
use crate::puzzle::{Pattern, Permutable, State, TurnId};

const MAX_GOALS: usize = 1 << 20;

/// Listed goals take at most one part in this many of the memory.
const SHARE_OF_GOALS: u64 = 8;

/// If tables follow, the search from both ends stores no more than this: a fraction of a second on a 3×3×3, up to 11
/// turns.
const BYTES_BEFORE_TABLES: u64 = 1 << 26;

/// The limit if tables prune little: a second on a 3×3×3, up to 13 turns.
const BYTES_IN_SUBGROUP: u64 = 1 << 27;

/// Coordinates with fewer joint values reach less far than a search from both ends.
const MIN_VALUES: u64 = 1 << 28;

/// A search from both ends of a problem.
#[derive(Clone, Copy)]
pub struct Meet<'a> {
    problem: &'a Problem,
    memory: u64,
    between: usize,
    control: &'a Control,
    notify: Notify<'a>,
    kept: Option<&'a GoalSideCache>,
    /// The states from which a solution may begin besides the start of the problem.
    others: &'a [State],
    /// Every length below this one was refuted by a search until its memory was full.
    refuted_below: usize,
    any_solution: bool,
    /// Called when the memory is full: the limit with which the search continues, if it does.
    more_memory: &'a dyn Fn() -> Option<u64>,
}

impl<'a> Meet<'a> {
    /// A search for a problem, with this many bytes for states, on as many threads as the control has.
    pub fn new(problem: &'a Problem, memory: u64, control: &'a Control) -> Self {
        Self {
            problem,
            memory,
            between: MAX_BETWEEN,
            control,
            notify: &|_, _| (),
            kept: None,
            others: &[],
            refuted_below: 0,
            any_solution: false,
            more_memory: &|| None,
        }
    }

    /// Lets solutions begin at these states as well. All of them must agree with the start wherever the allowed turns
    /// move nothing, and the problem must not prescribe turns at the ends.
    #[must_use]
    pub fn with_other_starts(self, others: &'a [State]) -> Self {
        Self { others, ..self }
    }

    /// Skips the first, [shallow](Self::shallow) search: every length below this one is known to be refuted.
    #[must_use]
    pub fn with_refuted_below(self, refuted_below: usize) -> Self {
        Self {
            refuted_below,
            ..self
        }
    }

    /// Ends the search at the first solutions found, which do not depend on the number of threads. They need not be the
    /// first in lexicographic order.
    #[must_use]
    pub fn any_solution(self) -> Self {
        Self {
            any_solution: true,
            ..self
        }
    }

    /// Sets the function that is called repeatedly with the current number of turns and of stored states.
    #[must_use]
    pub fn notify(self, notify: Notify<'a>) -> Self {
        Self { notify, ..self }
    }

    /// Ends the search when memory is full, instead of following several turns between the stored states of the two
    /// sides.
    #[must_use]
    pub fn shallow(self) -> Self {
        Self { between: 1, ..self }
    }

    /// Reuses the side of the goal from an earlier search, and keeps it for the next one.
    #[must_use]
    pub fn keeping(self, kept: &'a GoalSideCache) -> Self {
        Self {
            kept: Some(kept),
            ..self
        }
    }

    /// Finds solutions: the shortest of [at most](Budget::AtMost) N turns, or all of [exactly](Budget::Exactly) N.
    /// `found` is called with each of them, in lexicographic order, until it stops.
    ///
    /// # Errors
    /// [`MeetError`] if this search does not support the question.
    pub fn run(&self, found: OnSolution<'_>) -> Result<MeetResult, MeetError> {
        let has_room = self.memory > BYTES_BEFORE_TABLES;
        let is_special = self.kept.is_some() || !self.others.is_empty();
        if is_special || !has_room || !Cosets::suits(self.problem) {
            return self.search_both_ends(found);
        }
        // Tables of cosets are shared by many questions.
        let cache = &self.problem.cache;
        let tables: Arc<cosets::TableCache> = cache.find_or_keep(1, |_| true, Arc::default);
        let more_memory = || {
            // Existing tables of another question already take the memory.
            let prune_little =
                tables.is_empty() && Cosets::begins_in_subgroup(self.problem, MIN_VALUES);
            prune_little.then(|| self.memory.min(BYTES_IN_SUBGROUP))
        };
        let first = Meet {
            memory: BYTES_BEFORE_TABLES,
            between: 1,
            more_memory: &more_memory,
            ..*self
        };
        let met = match self.refuted_below {
            0 => first.search_both_ends(found)?,
            below => MeetResult::new(Outcome::Halted(Halt::Memory), below),
        };
        if met.outcome != Outcome::Halted(Halt::Memory) {
            return Ok(met);
        }
        (self.notify)(met.refuted_below, None);
        match Cosets::new(self.problem, MIN_VALUES, self.memory, &tables, self.control) {
            Ok(Some(cosets)) => {
                let notify = |turns| (self.notify)(turns, None);
                Ok(cosets.run(met.refuted_below, &notify, found))
            }
            Ok(None) => {
                let again = self.search_both_ends(found)?;
                Ok(MeetResult {
                    refuted_below: again.refuted_below.max(met.refuted_below),
                    ..again
                })
            }
            Err(stop) => Ok(MeetResult {
                outcome: Outcome::Halted(Halt::Stopped(stop)),
                ..met
            }),
        }
    }

    /// The search without tables.
    fn search_both_ends(&self, found: OnSolution<'_>) -> Result<MeetResult, MeetError> {
        let start = self.problem.start.state().ok_or(MeetError::UnknownStart)?;
        let turns = |&turn: &TurnId| &self.problem.puzzle.turns()[turn].permutation;
        let turns: Vec<&Permutation> = self.problem.allowed.iter().map(turns).collect();
        let end = self.kept.and_then(|_| GoalKey::new(self.problem));
        // The side of a goal is stored in the numbering of that goal.
        let home = end.as_ref().map_or(&start, |end| &end.goal);
        let layout = Layout::new(StateCells::new(home, &turns));
        let is_distinguished = |goal: &Pattern| goal.is_state() || layout.cells.can_test(goal);
        if !self.problem.each_goal().iter().all(is_distinguished) {
            return Err(MeetError::OpenGoal);
        }
        // The turns never reach a state with other pieces.
        let Some(start) = layout.cells.state_values(&start) else {
            return Ok(MeetResult::new(Outcome::Never, 0));
        };
        let mut starts = vec![start];
        for other in self.others {
            let other = layout.cells.state_values(other);
            starts.push(other.ok_or(MeetError::OtherPieces)?);
        }
        // Each width is compiled by itself, so there are few; built-in puzzles have 1 to 4, 7, 8, 11 and 14 words.
        Ok(match layout.words() {
            1 => self.search::<1>(&layout, &turns, &starts, end, found),
            2 => self.search::<2>(&layout, &turns, &starts, end, found),
            3 => self.search::<3>(&layout, &turns, &starts, end, found),
            4 => self.search::<4>(&layout, &turns, &starts, end, found),
            5..=8 => self.search::<8>(&layout, &turns, &starts, end, found),
            9..=12 => self.search::<12>(&layout, &turns, &starts, end, found),
            13..=16 => self.search::<16>(&layout, &turns, &starts, end, found),
            17..=32 => self.search::<32>(&layout, &turns, &starts, end, found),
            33..=48 => self.search::<48>(&layout, &turns, &starts, end, found),
            49..=MAX_WORDS => self.search::<MAX_WORDS>(&layout, &turns, &starts, end, found),
            words => return Err(MeetError::TooWide(words)),
        })
    }

    fn search<const N: usize>(
        &self,
        layout: &Layout,
        turns: &[&Permutation],
        starts: &[Vec<u32>],
        end: Option<GoalKey>,
        found: OnSolution<'_>,
    ) -> MeetResult {
        let rules = Rules::new(self.problem);
        let memory = MemoryBudget::new(self.memory);
        let constraints = &self.problem.constraints;
        let exactly = matches!(self.problem.budget, Budget::Exactly(_));
        let parameters = Parameters {
            rules: &rules,
            memory: &memory,
            control: self.control,
            between: self.between,
            exact: exactly || constraints.min_turns > 0,
        };
        let goal_side = end.as_ref().and_then(|end| self.kept?.take::<N>(end));
        let Some(mut engine) = self.engine::<N>(layout, turns, starts, goal_side, parameters)
        else {
            return MeetResult::new(Outcome::Never, 0);
        };
        let mut met = engine.search_lengths(self.refuted_below, found);
        if met.outcome == Outcome::Halted(Halt::Memory)
            && let Some(max_bytes) = (self.more_memory)()
        {
            engine.continue_with(max_bytes, MAX_BETWEEN);
            met = engine.search_lengths(met.refuted_below, found);
        }
        if let (Some(kept), Some(end)) = (self.kept, end) {
            kept.put(end, engine.goal_side);
        }
        met
    }

    /// Both sides, each at its end or as it was kept; `None` if the constraints contradict each other.
    fn engine<'b, const N: usize>(
        &'b self,
        layout: &'b Layout,
        turns: &[&Permutation],
        starts: &[Vec<u32>],
        goal_side: Option<Side<N>>,
        parameters: Parameters<'b>,
    ) -> Option<Engine<'b, N>> {
        let constraints = &self.problem.constraints;
        let first = self.positions(&constraints.starts_with)?;
        let mut last = self.positions(&constraints.ends_with)?;
        last.reverse();
        let rules = parameters.rules;
        let forward = Contexts::new(rules, Direction::Forward, turns.len(), &first)?;
        let backward = Contexts::new(rules, Direction::Backward, turns.len(), &last)?;
        let made: Vec<TurnAction<N>> = turns.iter().map(|turn| layout.turn(turn)).collect();
        let inverse_turns = turns.iter().map(|turn| layout.turn(&turn.inverse()));
        let inverse_turns: Vec<TurnAction<N>> = inverse_turns.collect();
        // The node of a state after some turns.
        let node = |state: &Vec<u32>, turns: &[TurnAction<N>], made: &[usize]| {
            let made = made.iter().map(|&turn| &turns[turn]);
            made.fold(layout.node(state), |node, turn| turn.apply(&node))
        };
        let starts = starts.iter().map(|it| node(it, &made, &first));
        let (goal, goals) = self.goal(layout, turns, &last, size_of::<Node<N>>());
        let goals = goals.iter().map(|it| node(it, &inverse_turns, &last));
        let is_goal_side_shared = goal_side.is_some();
        let start_side = Side::new(Layer::from_nodes(starts.collect()), forward, made);
        let mut goal_side = goal_side.unwrap_or_else(|| {
            let goals = Layer::from_nodes(goals.collect());
            Side::new(goals, backward, inverse_turns.clone())
        });
        // A kept side may grow further with more memory. Goal states that are not listed have no side.
        goal_side.full_at = goal_side
            .full_at
            .filter(|&max_bytes| self.memory <= max_bytes);
        if matches!(goal, Goal::Tested(_)) {
            goal_side.full_at = Some(self.memory);
        }
        parameters
            .memory
            .take(start_side.bytes() + goal_side.bytes());
        Some(Engine {
            problem: self.problem,
            parameters,
            start_side,
            goal_side,
            inverse_turns,
            goal,
            any_solution: self.any_solution,
            notify: self.notify,
            fixed_turns: first.len() + last.len(),
            is_goal_side_shared,
            between_automaton: None,
            projection: None,
            layout,
            symmetries: None,
            all_symmetries: OnceLock::new(),
        })
    }

    /// The goal before the `last` turns of a solution, from the last one; if it is listed, its states, after these turns.
    /// A node takes this many bytes.
    fn goal(
        &self,
        layout: &Layout,
        turns: &[&Permutation],
        last: &[usize],
        node_bytes: usize,
    ) -> (Goal, Vec<Vec<u32>>) {
        let room = self.memory / SHARE_OF_GOALS / node_bytes as u64;
        let most = MAX_GOALS
            .min(usize::try_from(room).unwrap_or(MAX_GOALS))
            .max(1);
        let cells = &layout.cells;
        let patterns = self.problem.each_goal();
        let listed = patterns.iter().map(|it| cells.states_of(it, most));
        if let Some(listed) = listed.collect::<Option<Vec<_>>>() {
            return (Goal::Listed, listed.into_iter().flatten().collect());
        }
        let undo = |pattern: Pattern, &turn: &usize| pattern.after(&turns[turn].inverse());
        let tests = patterns.into_iter().filter_map(|pattern| {
            let pattern = last.iter().fold(pattern, undo);
            let admitted = cells.admitted_values(&pattern)?;
            let words = node_bytes / size_of::<u64>();
            Some(layout.goal_test(words, &admitted))
        });
        match tests.collect::<Vec<GoalTest>>() {
            tests if tests.is_empty() => (Goal::Listed, Vec::new()),
            tests => (Goal::Tested(tests), Vec::new()),
        }
    }

    /// The positions of turns among the allowed ones; `None` if one is not allowed.
    fn positions(&self, turns: &[TurnId]) -> Option<Vec<usize>> {
        let position = |turn| self.problem.allowed.iter().position(|it| it == turn);
        turns.iter().map(position).collect()
    }
}
