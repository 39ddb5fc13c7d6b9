//! Which engine is likely to answer sooner than SAT.

use super::method::Engine;
use crate::graph::{Graph, MOST_BYTES};
use crate::problem::Problem;

/// On puzzles with more facelets, too many turns can be made for a search from both ends to come far.
const MOST_FACELETS: usize = 100;

impl Engine {
    /// The engine that is likely to find a shortest solution sooner than a long search by SAT, if one is.
    #[must_use]
    pub fn likely_sooner(problem: &Problem) -> Option<Self> {
        let goal = problem.goal.state();
        let goal = goal.filter(|_| problem.constraints.is_empty() && problem.start.is_state());
        let has_table = goal.is_some_and(|goal| {
            Graph::new(&problem.puzzle, &goal, &problem.allowed, MOST_BYTES).is_ok()
        });
        if has_table {
            Some(Engine::Table)
        } else {
            Self::likely_sooner_for_lists(problem)
        }
    }

    /// The engine that is likely to list all solutions sooner than a long search by SAT, if one is.
    #[must_use]
    pub fn likely_sooner_for_lists(problem: &Problem) -> Option<Self> {
        let is_small = problem.puzzle.facelets().len() <= MOST_FACELETS || problem.whole.is_some();
        (is_small && problem.start.is_state()).then_some(Engine::Graph)
    }
}
