//! What a problem is seen of and through what, as a statement has it: turns by their names.

use std::sync::Arc;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::budget::Budget;
use super::checked::Problem;
use super::requirements::{RequirementError, ids, names};
use super::stage_context::StageContext;
use crate::notation::Scheme;
use crate::puzzle::{Puzzle, StateError, Sticker, TurnId};
use crate::quotient::{Goal, Quotient, QuotientError};
use crate::text::shown;

/// Why nothing is seen of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StageStatementError {
    /// A turn that the puzzle does not have.
    #[error(transparent)]
    Turn(#[from] RequirementError),
    /// The goal cannot be seen.
    #[error(transparent)]
    Quotient(#[from] QuotientError),
    /// The start, or a sticker of the goal, is none of the puzzle.
    #[error(transparent)]
    State(#[from] StateError),
    /// The start has too few facelets, or too many.
    #[error("its start does not have as many facelets as its puzzle")]
    StartLength,
    /// The turns do not lead from the start to the solved state.
    #[error("its turns do not lead from its start to the solved state")]
    Apart,
    /// The recoloring or a pattern of it has too few facelets, or too many.
    #[error("its recoloring does not have as many facelets as its puzzle")]
    RecoloringLength,
    /// The recoloring does not say which color a sticker has.
    #[error("its recoloring gives a sticker several colors")]
    ManyColors,
    /// What is seen is another puzzle.
    #[error("the puzzle that it sees is different: the SHA-256 of its file is {is}, not {}", shown(.has))]
    Sees {
        /// The hash in the statement.
        has: String,
        /// The hash of what is seen.
        is: String,
    },
    /// There is no goal, or there are two.
    #[error("its goal is neither a group nor a recoloring")]
    NoGoal,
}

/// A stage of a plan, as far as it takes to see a puzzle through it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageStatement {
    /// Its number, from 1.
    pub number: usize,
    /// The plan's name.
    pub plan: String,
    /// The plan file, all of it. What follows is what it says of the stage.
    pub plan_file: String,
    /// The turns that may be used.
    pub allow: Vec<String>,
    /// The turns whose group is the goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Vec<String>>,
    /// The colours of the stickers, if the goal is about these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recoloring: Option<String>,
    /// What is to be seen of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
    /// The start of the whole puzzle, a letter a facelet.
    pub start: String,
    /// The SHA-256 of the file of the puzzle that the stage sees, in hexadecimal.
    pub sees_sha256: String,
}

impl StageStatement {
    /// What a problem is a part of.
    #[must_use]
    pub fn of(whole: &StageContext) -> Self {
        let names = |turns: &[TurnId]| names(&whole.puzzle, turns);
        let (group, recoloring, patterns) = match whole.quotient.through() {
            Goal::Group(group) => (Some(names(group)), None, Vec::new()),
            Goal::Recoloring {
                recoloring,
                patterns,
            } => {
                let text = |pattern: &Vec<Sticker>| pattern.iter().join("");
                (
                    None,
                    Some(recoloring.iter().collect()),
                    patterns.iter().map(text).collect(),
                )
            }
        };
        Self {
            number: whole.stage,
            plan: whole.plan.clone(),
            plan_file: whole.plan_text.to_string(),
            allow: names(whole.quotient.allowed()),
            group,
            recoloring,
            patterns,
            start: whole.characters(),
            sees_sha256: whole.quotient.seen().sha256(),
        }
    }

    /// The problem that is seen of a puzzle.
    ///
    /// # Errors
    /// [`StageStatementError`] says what is wrong with it.
    pub fn problem(
        &self,
        puzzle: &Arc<Puzzle>,
        budget: Budget,
    ) -> Result<Problem, StageStatementError> {
        let name = StageContext::name_of_seen(puzzle, &self.plan, self.number);
        let mut allowed = ids(puzzle, &self.allow)?;
        allowed.sort_unstable();
        allowed.dedup();
        let quotient = Quotient::new(puzzle, &name, &allowed, &self.goal(puzzle)?)?;
        let is = quotient.seen().sha256();
        if is != self.sees_sha256 {
            let has = self.sees_sha256.clone();
            return Err(StageStatementError::Sees { has, is });
        }
        let start: Vec<char> = self.start.chars().collect();
        if start.len() != puzzle.facelets().len() {
            return Err(StageStatementError::StartLength);
        }
        let start = Scheme::own(puzzle).state(&start)?;
        let problem = quotient.problem(&start, budget);
        let problem = problem.ok_or(StageStatementError::Apart)?;
        let whole = StageContext {
            puzzle: puzzle.clone(),
            start,
            scheme: Scheme::own(puzzle),
            plan: self.plan.clone(),
            plan_text: self.plan_file.as_str().into(),
            stage: self.number,
            quotient: Arc::new(quotient),
        };
        Ok(Problem {
            whole: Some(Arc::new(whole)),
            ..problem
        })
    }

    fn goal(&self, puzzle: &Puzzle) -> Result<Goal, StageStatementError> {
        let facelets = puzzle.facelets().len();
        let stickers = |text: &String| match Sticker::read_all(text)? {
            stickers if stickers.len() == facelets => Ok(stickers),
            _ => Err(StageStatementError::RecoloringLength),
        };
        match (&self.group, &self.recoloring) {
            (Some(group), None) if self.patterns.is_empty() => Ok(Goal::Group(ids(puzzle, group)?)),
            (None, Some(recoloring)) => {
                let color = |sticker: &Sticker| match sticker {
                    Sticker::Any => Some('.'),
                    sticker => sticker.symbol(),
                };
                let recoloring: Option<Vec<char>> =
                    stickers(recoloring)?.iter().map(color).collect();
                Ok(Goal::Recoloring {
                    recoloring: recoloring.ok_or(StageStatementError::ManyColors)?,
                    patterns: self
                        .patterns
                        .iter()
                        .map(stickers)
                        .collect::<Result<_, StageStatementError>>()?,
                })
            }
            _ => Err(StageStatementError::NoGoal),
        }
    }
}
