//! What is asked of a solution beside leading to the goal, as a statement has it: turns by their
//! names.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::constraints::{AtMost, Constraints, Cost};
use super::question::Problem;
use crate::puzzle::{MOST_TURNS, Puzzle, TurnId};
use crate::text::shown;

/// Why what is asked cannot be asked of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequirementError {
    /// The puzzle has no turn of this name.
    #[error("its puzzle has no turn `{}`", shown(.0))]
    NoTurn(String),
    /// A number past all sense.
    #[error("{what} is {number}; it must be at most {MOST_TURNS}")]
    TooLarge {
        /// What the number says.
        what: &'static str,
        /// The number.
        number: usize,
    },
}

/// Side constraints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    /// See [`Constraints::starts_with`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub starts_with: Vec<String>,
    /// See [`Constraints::ends_with`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends_with: Vec<String>,
    /// See [`Constraints::at_most`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at_most: Vec<RequiredAtMost>,
    /// See [`Constraints::cost`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<RequiredCost>,
    /// See [`Constraints::min_turns`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub min_turns: usize,
}

/// No more than so many of some turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequiredAtMost {
    /// The turns.
    pub turns: Vec<String>,
    /// How many.
    pub most: usize,
}

/// What turns cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequiredCost {
    /// The turns that do not cost 1.
    pub weights: BTreeMap<String, usize>,
    /// What all turns may cost.
    pub most: Option<usize>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Requirements {
    /// What a problem asks for; `None` if that is nothing.
    #[must_use]
    pub fn of(problem: &Problem) -> Option<Self> {
        let Constraints {
            starts_with,
            ends_with,
            at_most,
            cost,
            min_turns,
        } = &problem.constraints;
        let turns = problem.puzzle.turns();
        let names = |list: &[TurnId]| names(&problem.puzzle, list);
        let weights = |cost: &Cost| {
            let weights = cost
                .weights
                .iter()
                .enumerate()
                .filter(|&(_, &weight)| weight != 1);
            weights
                .map(|(turn, &weight)| (turns[turn].name(), weight))
                .collect()
        };
        let asked = Self {
            starts_with: names(starts_with),
            ends_with: names(ends_with),
            at_most: { at_most.iter() }
                .map(|AtMost { turns, most }| RequiredAtMost {
                    turns: names(turns),
                    most: *most,
                })
                .collect(),
            cost: cost.as_ref().map(|cost| RequiredCost {
                weights: weights(cost),
                most: cost.most,
            }),
            min_turns: *min_turns,
        };
        (asked != Self::default()).then_some(asked)
    }

    /// The constraints for a puzzle.
    ///
    /// # Errors
    /// [`RequirementError`] for a turn that the puzzle does not have, and a number past all sense.
    pub fn constraints(&self, puzzle: &Puzzle) -> Result<Constraints, RequirementError> {
        let ids = Ids::of(puzzle);
        let turns = |names: &[String]| ids.all(names);
        let limit = |limit: &RequiredAtMost| {
            let turns = turns(&limit.turns)?;
            Ok(AtMost {
                turns,
                most: limit.most,
            })
        };
        let cost = |cost: &RequiredCost| {
            let mut weights = vec![1; puzzle.turns().len()];
            for (name, &weight) in &cost.weights {
                weights[ids.one(name)?] = weight;
            }
            Ok::<_, RequirementError>(Cost {
                weights,
                most: cost.most,
            })
        };
        self.check_numbers()?;
        Ok(Constraints {
            starts_with: turns(&self.starts_with)?,
            ends_with: turns(&self.ends_with)?,
            at_most: self
                .at_most
                .iter()
                .map(limit)
                .collect::<Result<_, RequirementError>>()?,
            cost: self.cost.as_ref().map(cost).transpose()?,
            min_turns: self.min_turns,
        })
    }

    /// Refuses numbers past all sense: nobody means them, and something will be as large.
    fn check_numbers(&self) -> Result<(), RequirementError> {
        let costs = self.cost.iter();
        let costs = costs.flat_map(|cost| cost.weights.values().chain(&cost.most));
        let limits = self.at_most.iter().map(|limit| &limit.most);
        let numbers = [
            ("a cost", costs.max()),
            ("a limit on turns", limits.max()),
            ("`min_turns`", Some(&self.min_turns)),
        ];
        let most = |number: &&usize| **number > MOST_TURNS;
        for (what, number) in numbers {
            if let Some(&number) = number.filter(most) {
                return Err(RequirementError::TooLarge { what, number });
            }
        }
        Ok(())
    }
}

/// The names of turns of a puzzle.
pub(super) fn names(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<String> {
    let names = turns.iter().map(|&turn| puzzle.turns()[turn].name());
    names.collect()
}

/// The turns of a puzzle with these names.
pub(super) fn ids(puzzle: &Puzzle, names: &[String]) -> Result<Vec<TurnId>, RequirementError> {
    Ids::of(puzzle).all(names)
}

/// The turns of a puzzle by their names.
struct Ids(HashMap<String, TurnId>);

impl Ids {
    fn of(puzzle: &Puzzle) -> Self {
        let turns = puzzle.turns().iter().enumerate();
        Self(turns.map(|(id, turn)| (turn.name(), id)).collect())
    }

    fn all(&self, names: &[String]) -> Result<Vec<TurnId>, RequirementError> {
        names.iter().map(|name| self.one(name)).collect()
    }

    fn one(&self, name: &str) -> Result<TurnId, RequirementError> {
        let found = self.0.get(name).copied();
        found.ok_or_else(|| RequirementError::NoTurn(name.to_owned()))
    }
}
