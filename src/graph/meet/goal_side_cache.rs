//! Keeps the explored side of a goal from one search to the next.
//!
//! *Idea.* A side of the search depends on its end, on the turns, and on the constraints on sequences, but not on the
//! other end. So with many questions about one goal, each continues with the goal's side of the previous one. The side
//! is kept together with everything that it depends on; only a question that agrees in all of this reuses it.

use std::any::Any;
use std::sync::{Arc, Mutex};

use super::side::Side;
use crate::problem::{Budget, Constraints, Problem};
use crate::puzzle::{Puzzle, State, TurnId};

/// The explored side of the last goal.
///
/// *Cost.* The states of one side of a search stay in memory.
#[derive(Default)]
pub struct GoalSideCache(Mutex<Option<(GoalKey, Box<dyn Any + Send>)>>);

/// Everything that the goal's side of a question depends on.
pub(super) struct GoalKey {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    pub(super) goal: State,
    canonical: bool,
    /// Whether a layer contains all nodes that exactly its number of turns reach.
    exact: bool,
}

impl GoalKey {
    /// The key of a problem; `None` if the goal's side depends on more than a key contains.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let goal = match &problem.each_goal()[..] {
            [goal] => goal.state()?,
            _ => return None,
        };
        (problem.constraints == Constraints::default()).then(|| Self {
            puzzle: problem.puzzle.clone(),
            allowed: problem.allowed.clone(),
            goal,
            canonical: problem.canonical,
            exact: matches!(problem.budget, Budget::Exactly(_)),
        })
    }

    fn matches(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.puzzle, &other.puzzle)
            && (&self.allowed, &self.goal) == (&other.allowed, &other.goal)
            && (self.canonical, self.exact) == (other.canonical, other.exact)
    }
}

impl GoalSideCache {
    /// Removes and returns the kept side, if it belongs to this end.
    pub(super) fn take<const N: usize>(&self, end: &GoalKey) -> Option<Side<N>> {
        let mut kept = self.0.lock().ok()?;
        let (_, side) = kept.take_if(|(known, _)| known.matches(end))?;
        side.downcast().ok().map(|side| *side)
    }

    /// Keeps this side, replacing the previous one.
    pub(super) fn put<const N: usize>(&self, end: GoalKey, side: Side<N>) {
        if let Ok(mut kept) = self.0.lock() {
            *kept = Some((end, Box::new(side)));
        }
    }
}
