//! What a problem is seen of and through what, as maps write it down: beside the puzzle file, turns
//! by their names.

use std::sync::Arc;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::asked::ids;
use super::question::{Budget, Problem};
use super::whole::Whole;
use crate::notation::Scheme;
use crate::puzzle::{Puzzle, Sticker, TurnId};
use crate::quotient::{Goal, Quotient};

/// A stage of a plan, as far as it takes to see a puzzle through it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sight {
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
    pub tape: Option<String>,
    /// What is to be seen of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
    /// The start of the whole puzzle, a letter a facelet.
    pub start: String,
}

impl Sight {
    /// What a problem is a part of.
    #[must_use]
    pub fn of(whole: &Whole) -> Self {
        let turns = whole.puzzle.turns();
        let names = |list: &[TurnId]| list.iter().map(|&turn| turns[turn].name()).collect();
        let (group, tape, patterns) = match whole.quotient.through() {
            Goal::Group(group) => (Some(names(group)), None, Vec::new()),
            Goal::Tape { tape, patterns } => {
                let text = |pattern: &Vec<Sticker>| pattern.iter().join("");
                (
                    None,
                    Some(tape.iter().collect()),
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
            tape,
            patterns,
            start: whole.characters(),
        }
    }

    /// The problem that is seen of a puzzle.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn problem(&self, puzzle: &Arc<Puzzle>, budget: Budget) -> Result<Problem, String> {
        let name = Whole::name_of_seen(puzzle, &self.plan, self.number);
        let mut allowed = ids(puzzle, &self.allow)?;
        allowed.sort_unstable();
        allowed.dedup();
        let quotient = Quotient::new(puzzle, &name, &allowed, &self.goal(puzzle)?);
        let quotient = quotient.map_err(|error| error.to_string())?;
        let start: Vec<char> = self.start.chars().collect();
        if start.len() != puzzle.facelets().len() {
            return Err("its start has not as many facelets as its puzzle".to_owned());
        }
        let start = Scheme::own(puzzle).state(&start);
        let start = start.map_err(|error| error.to_string())?;
        let problem = quotient.problem(&start, budget);
        let problem = problem.ok_or("its turns do not lead from its start to the solved state")?;
        let whole = Whole {
            puzzle: puzzle.clone(),
            start,
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

    fn goal(&self, puzzle: &Puzzle) -> Result<Goal, String> {
        let facelets = puzzle.facelets().len();
        let stickers = |text: &String| match Sticker::read_all(text) {
            Ok(stickers) if stickers.len() == facelets => Ok(stickers),
            Ok(_) => Err("its tape has not as many facelets as its puzzle".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match (&self.group, &self.tape) {
            (Some(group), None) if self.patterns.is_empty() => Ok(Goal::Group(ids(puzzle, group)?)),
            (None, Some(tape)) => {
                let color = |sticker: &Sticker| match sticker {
                    Sticker::Any => Some('.'),
                    sticker => sticker.symbol(),
                };
                let tape: Option<Vec<char>> = stickers(tape)?.iter().map(color).collect();
                Ok(Goal::Tape {
                    tape: tape.ok_or("its tape gives a sticker several colors")?,
                    patterns: { self.patterns.iter() }
                        .map(stickers)
                        .collect::<Result<_, String>>()?,
                })
            }
            _ => Err("its goal is neither a group nor a tape".to_owned()),
        }
    }
}
