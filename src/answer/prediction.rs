//! Predicts which engine is faster than SAT.

use std::sync::Arc;

use super::method::Engine;
use super::task::Task;
use super::whole_plan::WholePlan;
use crate::graph::{Graph, MAX_BYTES};
use crate::problem::{Budget, Problem, StartText};
use crate::puzzle::Puzzle;

/// On puzzles with more facelets, there are too many turns for a search from both ends to get far.
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

/// The graph whose table answers a question; `None` if no table can, or if it takes too many bytes.
fn graph(problem: &Problem, most_bytes: u64) -> Option<Graph> {
    let has_table = problem.constraints.is_empty() && problem.goals.is_empty();
    let goal = problem.goal.state().filter(|_| has_table)?;
    Graph::new(&problem.puzzle, &goal, &problem.allowed, most_bytes).ok()
}

/// The number of states for which a table takes about as long as one formula of a small puzzle.
const STATES_PER_FORMULA: usize = 50_000;

impl Task {
    /// Prepares the task for a list of this number of starts: many starts of a small puzzle are looked up in the table
    /// of all states, and a start of a large one is [answered](super::Outcome::Solved) by a solution of at most 22
    /// turns, or after two seconds by the best one found, unless the method limits the search.
    ///
    /// The decision depends on the question and not on a start, so that every shard of a list gives the same answers.
    #[must_use]
    pub fn for_starts(mut self, starts: usize, puzzle: &Arc<Puzzle>) -> Self {
        let (question, method) = (&self.question, &self.method);
        let is_plain = method.engine == Engine::Auto
            && !method.cheapest
            && matches!(self.whole_plan, WholePlan::None)
            && !question.has_free_turns();
        let states = || {
            let from_solved = question.problem_from(puzzle, StartText::TurnsOrState("solved"));
            let from_solved = from_solved.ok().filter(|it| !it.canonical)?;
            let is_shortest_asked = matches!(from_solved.budget, Budget::AtMost(_));
            let graph = graph(&from_solved, method.most_bytes()).filter(|_| is_shortest_asked)?;
            Some(graph.indices())
        };
        let most = starts.saturating_mul(STATES_PER_FORMULA);
        self.is_list = true;
        self.is_table_worthwhile = is_plain && states().is_some_and(|states| states <= most);
        self
    }

    /// Whether a problem is looked up in the table of all states although the method does not ask for it.
    pub(super) fn uses_distance_table(&self, problem: &Problem) -> bool {
        self.is_table_worthwhile && problem.start.is_state()
    }
}
