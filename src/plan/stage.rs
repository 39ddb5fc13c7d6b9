//! A plan and its stages: what is to be done, not how.

use std::sync::Arc;
use std::time::Duration;

use super::{Peel, Smaller, StageError};
use crate::group::Group;
use crate::puzzle::{Puzzle, TurnId};
use crate::quotient::{Goal, QuotientError};

/// A plan for a puzzle.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The short name, `thistlethwaite` for example.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// The stages, in the order in which they are solved.
    pub stages: Vec<Stage>,
    /// How its stages are found while it is carried out; it has none then.
    pub peel: Option<Peel>,
    /// The smaller puzzle that stages lead to.
    pub smaller: Option<Arc<Smaller>>,
    /// The plan file.
    pub text: Arc<str>,
}

/// A stage of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What it does, in words.
    pub title: String,
    /// The turns that may be used, in increasing order.
    pub allowed: Vec<TurnId>,
    /// Where it ends.
    pub goal: Goal,
    /// The most turns that it takes, if that is known.
    pub maximum: Option<usize>,
    /// A group on the way: where a shortest solution is not found in time, the stage is solved
    /// through it, in two stages.
    pub through: Option<Vec<TurnId>>,
    /// How long a shortest solution is looked for.
    pub limit: Option<Duration>,
    /// How it is done.
    pub means: Means,
    /// Whether it ends with an even permutation of each kind of pieces of which several make a block of the smaller
    /// puzzle.
    pub even: bool,
}

/// How a stage is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Means {
    /// As one question.
    #[default]
    Question,
    /// Some pieces at a time.
    Pieces(Steps),
    /// Some blocks at a time, until the puzzle looks like the smaller one.
    Joined(Steps),
    /// As the plan of this name solves the smaller puzzle.
    Plan(String),
}

/// The steps of a stage that is done some pieces at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// How many are brought home at a time.
    pub pieces: usize,
    /// How many turns that may take.
    pub turns: usize,
    /// Whether 3-cycles do the rest.
    pub cycles: bool,
}

impl Stage {
    /// Whether the stage is one question.
    #[must_use]
    pub fn is_question(&self) -> bool {
        self.means == Means::Question
    }
}

impl Plan {
    /// Whether each stage is one question.
    #[must_use]
    pub fn asks_questions_only(&self) -> bool {
        self.stages.iter().all(Stage::is_question)
    }
}

impl Plan {
    /// A stage as a plan of its own, through the group on its way; `None` if it names none.
    #[must_use]
    pub fn through(&self, number: usize) -> Option<Plan> {
        let stage = self.stages.get(number.checked_sub(1)?)?;
        let group = stage.through.as_ref()?;
        let plain = Stage {
            maximum: None,
            through: None,
            limit: None,
            ..stage.clone()
        };
        let there = Stage {
            goal: Goal::Group(group.clone()),
            ..plain.clone()
        };
        let on = Stage {
            allowed: group.clone(),
            ..plain
        };
        Some(Plan {
            name: format!("{}-{number}", self.name),
            stages: vec![there, on],
            ..self.clone()
        })
    }
}

impl Plan {
    /// Checks that each stage can start where the one before ends, and that the groups on the way are
    /// there. Goals that are colours are not looked at.
    ///
    /// # Errors
    /// [`StageError`].
    pub fn check(&self) -> Result<(), StageError> {
        let contains = |group: &Group, turns: &[TurnId]| {
            let mut turns = turns
                .iter()
                .map(|&turn| &self.puzzle.turns()[turn].permutation);
            turns.all(|turn| group.contains(turn))
        };
        for (number, stage) in (1..).zip(&self.stages) {
            let plan = || self.name.clone();
            let Goal::Group(goal) = &stage.goal else {
                continue;
            };
            let group = |turns: &[TurnId]| {
                let group = self.puzzle.group(turns).map_err(QuotientError::from);
                group.map_err(|error| StageError::Quotient {
                    plan: plan(),
                    number,
                    error,
                })
            };
            if let Some(next) = self.stages.get(number)
                && !contains(&group(&next.allowed)?, goal)
            {
                let plan = plan();
                return Err(StageError::Broken { plan, number });
            }
            if let Some(through) = &stage.through {
                let (all, way, goal_group) =
                    (group(&stage.allowed)?, group(through)?, group(goal)?);
                let lies = contains(&all, through) && contains(&way, goal);
                if !lies || way.order() == all.order() || way.order() == goal_group.order() {
                    let plan = plan();
                    return Err(StageError::Through { plan, number });
                }
            }
        }
        Ok(())
    }
}
