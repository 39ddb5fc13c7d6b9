//! Translates a question into cells and nodes for a search from both ends.

use std::sync::{Arc, OnceLock};

use super::super::cosets::{self, Cosets};
use super::super::views::StateCells;
use super::answer::{Halt, MAX_WORDS, MeetError, MeetResult, OnDepth, OnSolution, Outcome};
use super::context::{Contexts, Direction, Rules};
use super::engine::{Engine, MAX_BETWEEN};
use super::node::{GoalTest, Node, NodeLayout};
use super::node_set::{MemoryBudget, NodeSet};
use super::side::{Parameters, Side};
use crate::control::Control;
use crate::group::Permutation;
use crate::problem::{Budget, Problem};
use crate::puzzle::{Pattern, State, TurnId};

/// The maximum number of listed goal states.
const MAX_GOALS: u64 = 1 << 20;

/// Listed goals take at most the memory divided by this number.
const GOAL_MEMORY_DIVISOR: u64 = 8;

/// If tables follow, the search from both ends stores at most this many bytes: on a 3×3×3, up to 11 turns in a fraction
/// of a second.
const MAX_BYTES_BEFORE_TABLES: u64 = 1 << 26;

/// The limit in bytes if tables prune little: on a 3×3×3, up to 13 turns in a second.
const MAX_BYTES_IN_SUBGROUP: u64 = 1 << 27;

/// Coordinates with fewer joint values reach less far than a search from both ends.
const MIN_VALUES: u64 = 1 << 28;

/// A search from both ends of a problem.
#[derive(Clone, Copy)]
pub struct Meet<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The maximum number of bytes for states.
    pub memory: u64,
    /// The maximum number of turns followed between the stored states of the two sides once memory is full.
    pub max_between: usize,
    /// Stops the search, and limits its threads.
    pub control: &'a Control,
    /// Called repeatedly with the current number of turns and of stored states.
    pub on_depth: OnDepth<'a>,
    /// States from which solutions may begin besides the start. They must agree with the start on all facelets that the
    /// allowed turns do not move.
    pub other_starts: &'a [State],
    /// Every length below this number is known to be refuted. If it is not 0 and there are tables, only the tables are used.
    pub refuted_below: usize,
    /// Whether to end the search at the first solutions found, which need not be the first in lexicographic order. They do
    /// not depend on the number of threads.
    pub any_solution: bool,
    /// Called when the memory is full. Returns the new limit in bytes if the search is to continue.
    pub more_memory: &'a dyn Fn() -> Option<u64>,
}

impl<'a> Meet<'a> {
    /// A search for a problem, with this many bytes for states, on as many threads as the control has.
    pub fn new(problem: &'a Problem, memory: u64, control: &'a Control) -> Self {
        Self {
            problem,
            memory,
            max_between: MAX_BETWEEN,
            control,
            on_depth: &|_, _| (),
            other_starts: &[],
            refuted_below: 0,
            any_solution: false,
            more_memory: &|| None,
        }
    }

    /// Finds solutions: the shortest of [at most](Budget::AtMost) N turns, or all of [exactly](Budget::Exactly) N.
    /// `found` is called with each solution, in lexicographic order for each start, until it returns `Break`.
    ///
    /// # Errors
    /// [`MeetError`] if this search does not support the question.
    pub fn run(&self, found: OnSolution<'_>) -> Result<MeetResult, MeetError> {
        let has_room = self.memory > MAX_BYTES_BEFORE_TABLES;
        if !self.other_starts.is_empty() || !has_room || !Cosets::suits(self.problem) {
            return self.search_both_ends(found);
        }
        // Tables of cosets are shared by many questions.
        let cache = &self.problem.cache;
        let tables: Arc<cosets::TableCache> = cache.find_or_keep(1, |_| true, Arc::default);
        let more_memory = || {
            // If tables of another question exist, they already take the memory.
            let prune_little =
                tables.is_empty() && Cosets::begins_in_subgroup(self.problem, MIN_VALUES);
            prune_little.then(|| self.memory.min(MAX_BYTES_IN_SUBGROUP))
        };
        let first = Meet {
            memory: MAX_BYTES_BEFORE_TABLES,
            max_between: 1,
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
        (self.on_depth)(met.refuted_below, None);
        match Cosets::new(self.problem, MIN_VALUES, self.memory, &tables, self.control) {
            Ok(Some(cosets)) => {
                let on_depth = |turns| (self.on_depth)(turns, None);
                Ok(cosets.run(met.refuted_below, &on_depth, found))
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
        let layout = NodeLayout::new(StateCells::new(&start, &turns));
        let is_testable = |goal: &Pattern| goal.is_state() || layout.cells.can_test(goal);
        if !self.problem.each_goal().iter().all(is_testable) {
            return Err(MeetError::UntestableGoal);
        }
        let mut starts = vec![layout.cells.start_values()];
        for other in self.other_starts {
            let other = layout.cells.state_values(other);
            starts.push(other.ok_or(MeetError::OtherPieces)?);
        }
        // Each width is compiled separately: use few. Built-in puzzles have 1 to 4, 7, 8, 11 and 14 words.
        Ok(match layout.words() {
            1 => self.search::<1>(&layout, &turns, &starts, found),
            2 => self.search::<2>(&layout, &turns, &starts, found),
            3 => self.search::<3>(&layout, &turns, &starts, found),
            4 => self.search::<4>(&layout, &turns, &starts, found),
            5..=8 => self.search::<8>(&layout, &turns, &starts, found),
            9..=12 => self.search::<12>(&layout, &turns, &starts, found),
            13..=16 => self.search::<16>(&layout, &turns, &starts, found),
            17..=32 => self.search::<32>(&layout, &turns, &starts, found),
            33..=48 => self.search::<48>(&layout, &turns, &starts, found),
            49..=MAX_WORDS => self.search::<MAX_WORDS>(&layout, &turns, &starts, found),
            words => return Err(MeetError::TooWide(words)),
        })
    }

    fn search<const N: usize>(
        &self,
        layout: &NodeLayout,
        turns: &[&Permutation],
        starts: &[Vec<u32>],
        found: OnSolution<'_>,
    ) -> MeetResult {
        let memory = MemoryBudget::new(self.memory);
        let rules = Rules::new(self.problem);
        let contexts = |direction| Contexts::new(rules.clone(), direction, turns.len());
        let layer = |states: &[Vec<u32>]| {
            NodeSet::from_nodes(states.iter().map(|it| layout.node(it)).collect())
        };
        let made = turns.iter().map(|turn| layout.turn(turn)).collect();
        let undone = turns.iter().map(|turn| layout.turn(&turn.inverse()));
        let (goal_tests, goals) = self.goal(layout, size_of::<Node<N>>());
        let start_side: Side<N> = Side::new(layer(starts), contexts(Direction::Forward), made);
        let backward = contexts(Direction::Backward);
        let mut goal_side = Side::new(layer(&goals), backward, undone.collect());
        // Without listed goal states, the goal's side cannot grow.
        goal_side.is_full = !goal_tests.is_empty();
        memory.take(start_side.bytes() + goal_side.bytes());
        let exactly = matches!(self.problem.budget, Budget::Exactly(_));
        let mut engine = Engine {
            problem: self.problem,
            parameters: Parameters {
                memory: &memory,
                control: self.control,
                max_between: self.max_between,
                exact: exactly || self.problem.constraints.min_turns > 0,
            },
            start_side,
            goal_side,
            goal_tests,
            any_solution: self.any_solution,
            on_depth: self.on_depth,
            between_automaton: None,
            projection: None,
            layout,
            symmetries: None,
            all_symmetries: OnceLock::new(),
            goal_symmetries: OnceLock::new(),
        };
        let mut met = engine.search_lengths(self.refuted_below, found);
        if met.outcome == Outcome::Halted(Halt::Memory)
            && let Some(max_bytes) = (self.more_memory)()
        {
            engine.continue_with(max_bytes, MAX_BETWEEN);
            met = engine.search_lengths(met.refuted_below, found);
        }
        met
    }

    /// The states of the goal or, if these are too many, tests of whether a node belongs to the goal.
    fn goal(&self, layout: &NodeLayout, node_bytes: usize) -> (Vec<GoalTest>, Vec<Vec<u32>>) {
        let room = self.memory / GOAL_MEMORY_DIVISOR / node_bytes as u64;
        let most = room.clamp(1, MAX_GOALS) as usize;
        let cells = &layout.cells;
        let patterns = self.problem.each_goal();
        let listed = patterns.iter().map(|it| cells.states_of(it, most));
        if let Some(listed) = listed.collect::<Option<Vec<_>>>() {
            return (Vec::new(), listed.into_iter().flatten().collect());
        }
        let tests = patterns.iter().filter_map(|pattern| {
            let admitted = cells.admitted_values(pattern)?;
            let words = node_bytes / size_of::<u64>();
            Some(layout.goal_test(words, &admitted))
        });
        (tests.collect(), Vec::new())
    }
}
