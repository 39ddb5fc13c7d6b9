//! What came of a plan.

use crate::problem::Problem;
use crate::puzzle::{State, TurnId};
use crate::search::{Improvement, Minimum, StageBy, Staged, UnknownReason, Variant};

/// What came of a plan: what `solve --plan` prints, as text and as JSON.
#[derive(Clone, Debug)]
pub struct PlanAnswer {
    /// The state from which it started.
    pub start: State,
    /// In which ways the plan was tried.
    pub variants: Vec<Variant>,
    /// The way that led to the shortest solution, by its number from 0.
    pub variant: usize,
    /// What came of its stages.
    pub staged: Staged,
    /// The turns of that way, brought to the state itself; `None` without a solution.
    pub turns: Option<Vec<TurnId>>,
    /// What made them shorter afterwards, where the plan ends with another goal than the solved
    /// puzzle.
    pub improvements: Vec<Improvement>,
    /// What a search from both sides made of it, if it went on.
    pub whole: Option<Minimum>,
}

impl PlanAnswer {
    /// The way that led to the shortest solution.
    ///
    /// # Panics
    /// If there is no way of its number.
    #[must_use]
    pub fn chosen(&self) -> &Variant {
        &self.variants[self.variant]
    }

    /// Whether the plan was carried out as it says: each stage that is a question is as short as it can be, and the others are done.
    #[must_use]
    pub fn is_as_asked(&self) -> bool {
        let mut stages = self.staged.stages.iter();
        let panicked = matches!(self.staged.stop, Some(UnknownReason::Panicked(_)));
        !panicked
            && self.staged.turns.is_some()
            && stages.all(|stage| stage.by != StageBy::Question || stage.minimum.is_minimal())
    }

    /// The number of the last stage that was done, and what it does.
    #[must_use]
    pub fn reached(&self) -> Option<(usize, &str)> {
        let done = self
            .staged
            .stages
            .iter()
            .take_while(|stage| stage.turns.is_some());
        let number = done.count();
        let stage = number.checked_sub(1)?;
        let stages = &self.chosen().stages.plan().stages;
        Some((number, stages.get(stage)?.title.as_str()))
    }

    /// Whether the turns solve the puzzle itself, up to rotation: a plan may end before that.
    /// `None` without a solution.
    #[must_use]
    pub fn is_solved(&self, problem: &Problem) -> Option<bool> {
        let end = problem.puzzle.apply(&self.start, self.turns.as_ref()?);
        let mut rotations = problem.puzzle.rotations().iter();
        Some(rotations.any(|it| problem.goal.admits(&end.after(&it.facelets))))
    }
}
