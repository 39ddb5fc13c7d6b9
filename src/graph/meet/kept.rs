//! What is around a goal, kept from one search to the next.
//!
//! *Idea.* A side of the search depends on its end, on the turns, and on what is asked of sequences, but not on the other
//! end. So of many questions about one goal each next one finds the goal's side as the one before has left it.
//! It is kept with all that it depends on, and only a question that agrees in all of it gets it.

use std::any::Any;
use std::sync::{Arc, Mutex};

use super::side::Side;
use crate::problem::{Budget, Constraints, Problem};
use crate::puzzle::{Puzzle, State, TurnId};

/// What is around the goal that was asked for last.
///
/// *Cost.* The states of one side of a search stay in memory.
#[derive(Default)]
pub struct Kept(Mutex<Option<(End, Box<dyn Any + Send>)>>);

/// What the goal's side of a question depends on.
pub(super) struct End {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    goal: State,
    canonical: bool,
    /// Whether a layer has all that exactly so many turns reach.
    exact: bool,
}

impl End {
    /// That of a problem; `None` if it depends on more.
    pub(super) fn of(problem: &Problem) -> Option<Self> {
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

    pub(super) fn goal(&self) -> &State {
        &self.goal
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.puzzle, &other.puzzle)
            && (&self.allowed, &self.goal) == (&other.allowed, &other.goal)
            && (self.canonical, self.exact) == (other.canonical, other.exact)
    }
}

impl Kept {
    /// What is kept of an end, which then is kept no longer.
    pub(super) fn take<const N: usize>(&self, end: &End) -> Option<Side<N>> {
        let mut kept = self.0.lock().ok()?;
        let (_, side) = kept.take_if(|(known, _)| known.is(end))?;
        side.downcast().ok().map(|side| *side)
    }

    /// Keeps this, in place of what was.
    pub(super) fn put<const N: usize>(&self, end: End, side: Side<N>) {
        if let Ok(mut kept) = self.0.lock() {
            *kept = Some((end, Box::new(side)));
        }
    }
}
