//! Predicts which engine is faster than SAT.

use std::sync::Arc;

use super::method::Engine;
use super::task::Task;
use crate::graph::{Graph, MAX_BYTES};
use crate::problem::{Budget, Problem, StartText};
use crate::puzzle::Puzzle;

/// Puzzles with more facelets have too many turns for a search from both ends to get far.
const MAX_FACELETS: usize = 100;

impl Engine {
    /// The engine that is likely to find a shortest solution faster than a long SAT search; `None` if none is.
    pub fn likely_faster(problem: &Problem) -> Option<Self> {
        if problem.start.is_state() && graph(problem, MAX_BYTES).is_some() {
            Some(Engine::Table)
        } else {
            Self::likely_faster_for_enumeration(problem)
        }
    }

    /// The engine that is likely to list all solutions faster than a long SAT search; `None` if none is.
    pub fn likely_faster_for_enumeration(problem: &Problem) -> Option<Self> {
        let is_small =
            problem.puzzle.facelets().len() <= MAX_FACELETS || problem.stage_context.is_some();
        (is_small && problem.start.is_state()).then_some(Engine::Graph)
    }
}

/// The graph whose table answers a question; `None` if no table answers it, or if the table takes too many bytes.
fn graph(problem: &Problem, max_bytes: u64) -> Option<Graph> {
    let has_table = problem.constraints.is_empty() && problem.goals.is_empty();
    let goal = problem.goal.state().filter(|_| has_table)?;
    Graph::new(&problem.puzzle, &goal, &problem.allowed, max_bytes).ok()
}

/// How many states of a table take as much time as solving one formula of a small puzzle, approximately.
const STATES_PER_SOLVING_TIME: usize = 50_000;

impl Task {
    /// Prepares the task for a list of this many starts. Many starts of a small puzzle are looked up in the table of
    /// all states. For a large puzzle, unless the method limits the search, the first solution of at most 22 turns
    /// [answers](super::Outcome::Solved) the question, as does the best one found after two seconds.
    ///
    /// These decisions do not depend on a single start, so a list that is split between machines gets the same answers.
    #[must_use]
    pub fn for_starts(mut self, starts: usize, puzzle: &Arc<Puzzle>) -> Self {
        let (question, method) = (&self.question, &self.method);
        let is_plain = method.engine == Engine::Auto
            && !method.cheapest
            && self.whole_plan.is_none()
            && !question.has_free_turns();
        let states = || {
            let from_solved = question.problem_from(puzzle, StartText::TurnsOrState("solved"));
            let asks_for_shortest =
                |it: &Problem| !it.canonical && matches!(it.budget, Budget::AtMost(_));
            let from_solved = from_solved.ok().filter(asks_for_shortest)?;
            Some(graph(&from_solved, method.max_bytes())?.indices())
        };
        let max_states = starts.saturating_mul(STATES_PER_SOLVING_TIME);
        self.is_list = true;
        self.is_table_worthwhile = is_plain && states().is_some_and(|states| states <= max_states);
        self
    }

    /// Whether a problem is looked up in the table of all states although the method names no table.
    pub(super) fn uses_distance_table(&self, problem: &Problem) -> bool {
        self.is_table_worthwhile && problem.start.is_state()
    }
}
