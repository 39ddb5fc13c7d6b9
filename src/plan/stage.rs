//! A plan and its stages, as data.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;

use super::symmetry::{HeldOrientation, all_orientations};
use super::{Peel, SmallerPuzzle};
use crate::error::Error;
use crate::group::Group;
use crate::puzzle::{Puzzle, TurnId};
use crate::quotient::Goal;

/// A plan for a puzzle.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The short name, for example `thistlethwaite`.
    pub name: String,
    /// A one-line description.
    pub title: String,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The stages, in the order in which they are solved.
    pub stages: Vec<Stage>,
    /// How the search finds the stages, if the plan has none of its own.
    pub peel: Option<Peel>,
    /// The smaller puzzle to which stages reduce this one, if they do.
    pub smaller: Option<Arc<SmallerPuzzle>>,
    /// The orientations for which the stages were made; `None` for all orientations.
    pub(super) held: Option<Vec<HeldOrientation>>,
    /// The text of the plan file.
    pub text: Arc<str>,
}

/// A stage of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its purpose, in words.
    pub title: String,
    /// The allowed turns, in ascending order.
    pub allowed: Vec<TurnId>,
    /// Its goal.
    pub goal: Goal,
    /// A number of turns that always suffices, if known.
    pub maximum: Option<usize>,
    /// A group that splits the stage in two if no shortest solution is found within the time limit.
    pub intermediate_group: Option<Vec<TurnId>>,
    /// The time limit for a shortest solution.
    pub limit: Option<Duration>,
    /// The method.
    pub kind: StageKind,
    /// Whether it must leave an even permutation of each of [`SmallerPuzzle::kinds_sharing_blocks`].
    pub even_permutation: bool,
}

/// The method of a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StageKind {
    /// A single question.
    #[default]
    Question,
    /// Solved a few pieces at a time.
    Pieces(Steps),
    /// Solved a few blocks at a time, until the puzzle looks like the smaller one.
    PairBlocks(Steps),
    /// Solved with the plan of this name, on the smaller puzzle.
    Plan(String),
}

/// The steps of a stage that is solved a few pieces at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The number of pieces per step.
    pub pieces: usize,
    /// The maximum number of turns per step.
    pub turns: usize,
    /// Whether 3-cycles solve the pieces that the steps leave.
    pub finish_with_3_cycles: bool,
}

impl Stage {
    /// Whether the stage is a single question.
    pub fn is_question(&self) -> bool {
        self.kind == StageKind::Question
    }

    /// The stage without its maximum, its intermediate group and its time limit.
    pub(super) fn without_hints(&self) -> Self {
        Self {
            maximum: None,
            intermediate_group: None,
            limit: None,
            ..self.clone()
        }
    }
}

/// The error for a stage, counted from 1, that is invalid or cannot be prepared.
pub(crate) fn stage_error(plan: &str, number: usize, reason: impl fmt::Display) -> Error {
    Error::impossible_value(format!("stage {number} of plan `{plan}`: {reason}"))
}

/// The error for a stage, counted from 1, that is not a single question.
pub(crate) fn not_question_error(plan: &str, number: usize) -> Error {
    Error::impossible_value(format!(
        "stage {number} of plan `{plan}` is not a single question: it is solved a few pieces at a time, or on a smaller puzzle; `solve` does it as part of the plan"
    ))
}

impl Plan {
    /// Whether each stage is a single question.
    pub fn asks_questions_only(&self) -> bool {
        self.stages.iter().all(Stage::is_question)
    }

    /// Whether the last stage ends with the solved puzzle.
    pub fn ends_solved(&self) -> bool {
        let last = self.stages.last();
        last.is_some_and(|it| it.goal == Goal::Group(Vec::new()))
    }

    /// The orientations in which this plan differs, without duplicates. The first is the usual one, unless the plan is
    /// restricted to some turns.
    pub fn orientations(&self) -> Vec<HeldOrientation> {
        let all = || without_equal_stages(all_orientations(&self.puzzle), &self.stages);
        self.held.clone().unwrap_or_else(all)
    }

    /// A stage, counted from 1, as a plan of two stages, split at its intermediate group; `None` without such a group.
    pub fn split_stage(&self, number: usize) -> Option<Plan> {
        let stage = self.stages.get(number.checked_sub(1)?)?;
        let group = stage.intermediate_group.as_ref()?;
        let first = Stage {
            goal: Goal::Group(group.clone()),
            ..stage.without_hints()
        };
        let second = Stage {
            allowed: group.clone(),
            ..stage.without_hints()
        };
        Some(Plan {
            name: format!("{}-{number}", self.name),
            stages: vec![first, second],
            ..self.clone()
        })
    }

    /// Checks that each stage can start where the one before ends, and that intermediate groups are valid. Goals given
    /// by colors are not checked.
    ///
    /// # Errors
    /// [`Error`] for the first stage that is invalid.
    pub fn check(&self) -> Result<(), Error> {
        let contains = |group: &Group, turns: &[TurnId]| {
            let permutation = |&turn: &TurnId| &self.puzzle.turns()[turn].permutation;
            turns.iter().map(permutation).all(|it| group.contains(it))
        };
        for (number, stage) in (1..).zip(&self.stages) {
            let wrong = |reason: &dyn fmt::Display| stage_error(&self.name, number, reason);
            let Goal::Group(goal) = &stage.goal else {
                continue;
            };
            let group = |turns: &[TurnId]| self.puzzle.group(turns).map_err(|error| wrong(&error));
            if let Some(next) = self.stages.get(number)
                && !contains(&group(&next.allowed)?, goal)
            {
                return Err(wrong(
                    &"its goal contains states in which the next stage cannot start",
                ));
            }
            if let Some(intermediate) = &stage.intermediate_group {
                let (all, middle, goal_group) =
                    (group(&stage.allowed)?, group(intermediate)?, group(goal)?);
                let is_between = contains(&all, intermediate) && contains(&middle, goal);
                if !is_between || [all.order(), goal_group.order()].contains(&middle.order()) {
                    return Err(wrong(
                        &"the group of `intermediate_group` must lie strictly between that of the goal and that of the allowed turns",
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The orientations, without those in which the rotated stages equal the stages in an earlier orientation.
pub(super) fn without_equal_stages(
    orientations: Vec<HeldOrientation>,
    stages: &[Stage],
) -> Vec<HeldOrientation> {
    let rotated = |held: &HeldOrientation| {
        let rotated = |stage: &Stage| held.rotated(&stage.allowed, &stage.goal);
        stages.iter().map(rotated).collect_vec()
    };
    orientations.into_iter().unique_by(rotated).collect()
}
