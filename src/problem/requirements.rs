//! What is asked of a solution beside leading to the goal, as a statement has it: turns by their
//! names.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::checked::Problem;
use super::constraints::{AtMost, Constraints};
use super::cost::{Cost, GripStep, Grips};
use super::sequences::{Rule, Sequence};
use crate::automaton::{Expression, TooLarge};
use crate::notation::{Notation, TurnError};
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
    /// A pair of turns that is none.
    #[error("`{}` is not a pair of turns", shown(.0))]
    NoPair(String),
    /// A step between grips that there are not.
    #[error("a step leads from or to a grip that there is not: there are {0}")]
    NoGrip(usize),
    /// A regular expression that cannot be read.
    #[error(transparent)]
    Sequence(#[from] TurnError),
    /// A regular expression that takes too many states.
    #[error(transparent)]
    Automaton(#[from] TooLarge),
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
    /// See [`Constraints::sequences`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sequences: Vec<RequiredSequence>,
}

/// What is asked of the order of turns, as regular expressions over their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum RequiredSequence {
    /// See [`Rule::Whole`].
    Whole(String),
    /// See [`Rule::Never`].
    Never(String),
    /// See [`Rule::AlwaysAfter`].
    AlwaysAfter([String; 2]),
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
    /// What a turn costs more right after another one, by the names of both.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pairs: BTreeMap<String, usize>,
    /// See [`Cost::grips`](field@super::Cost::grips).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grips: Option<RequiredGrips>,
    /// What all turns may cost.
    pub most: Option<usize>,
}

/// How the puzzle is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequiredGrips {
    /// See [`Grips::names`].
    pub names: Vec<String>,
    /// For each turn its steps: the grips before and after it, and what it costs.
    pub steps: BTreeMap<String, Vec<[usize; 3]>>,
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
            sequences,
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
            at_most: at_most
                .iter()
                .map(|AtMost { turns, most }| RequiredAtMost {
                    turns: names(turns),
                    most: *most,
                })
                .collect(),
            cost: cost.as_ref().map(|cost| RequiredCost {
                weights: weights(cost),
                pairs: cost
                    .pairs
                    .iter()
                    .map(|(pair, &cost)| (names(pair).join(" "), cost))
                    .collect(),
                grips: cost.grips.as_ref().map(|it| required_grips(problem, it)),
                most: cost.most,
            }),
            min_turns: *min_turns,
            sequences: sequences
                .iter()
                .map(|it| required_sequence(&problem.puzzle, it.rule()))
                .collect(),
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
            let pair = |(pair, &cost): (&String, &usize)| match pair.split_once(' ') {
                Some((first, second)) => Ok(([ids.one(first)?, ids.one(second)?], cost)),
                None => Err(RequirementError::NoPair(pair.clone())),
            };
            let pairs = cost.pairs.iter().map(pair);
            Ok::<_, RequirementError>(Cost {
                weights,
                pairs: pairs.collect::<Result<_, RequirementError>>()?,
                grips: cost.grips.as_ref().map(|it| it.grips(&ids)).transpose()?,
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
            sequences: self
                .sequences
                .iter()
                .map(|it| it.sequence(puzzle))
                .collect::<Result<_, RequirementError>>()?,
        })
    }

    /// Refuses numbers past all sense: nobody means them, and something will be as large.
    fn check_numbers(&self) -> Result<(), RequirementError> {
        let costs = self.cost.iter();
        let costs = costs.flat_map(|cost| {
            let steps = cost.grips.iter().flat_map(|grips| grips.steps.values());
            let steps = steps.flatten().map(|[_, _, cost]| cost);
            let turns = cost.weights.values().chain(cost.pairs.values());
            turns.chain(steps).chain(&cost.most)
        });
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

/// Grips with turns by their names.
fn required_grips(problem: &Problem, grips: &Grips) -> RequiredGrips {
    let mut steps: BTreeMap<String, Vec<[usize; 3]>> = BTreeMap::new();
    for step in &grips.steps {
        let name = problem.puzzle.turns()[step.turn].name();
        let of_turn = steps.entry(name).or_default();
        of_turn.push([step.from, step.to, step.cost]);
    }
    steps
        .values_mut()
        .for_each(|of_turn| of_turn.sort_unstable());
    RequiredGrips {
        names: grips.names.clone(),
        steps,
    }
}

impl RequiredGrips {
    fn grips(&self, ids: &Ids) -> Result<Grips, RequirementError> {
        let count = self.names.len();
        let mut steps = Vec::new();
        for (name, of_turn) in &self.steps {
            let turn = ids.one(name)?;
            for &[from, to, cost] in of_turn {
                if from.max(to) >= count {
                    return Err(RequirementError::NoGrip(count));
                }
                let step = GripStep {
                    from,
                    turn,
                    to,
                    cost,
                };
                steps.push(step);
            }
        }
        if count == 0 {
            return Err(RequirementError::NoGrip(0));
        }
        steps.sort_unstable();
        Ok(Grips {
            names: self.names.clone(),
            steps,
        })
    }
}

/// A rule with turns by their names.
fn required_sequence(puzzle: &Puzzle, rule: &Rule) -> RequiredSequence {
    let text = |it: &Expression| Notation::Singmaster.write_sequence(puzzle, it);
    match rule {
        Rule::Whole(all) => RequiredSequence::Whole(text(all)),
        Rule::Never(part) => RequiredSequence::Never(text(part)),
        Rule::AlwaysAfter(first, then) => RequiredSequence::AlwaysAfter([text(first), text(then)]),
    }
}

impl RequiredSequence {
    fn sequence(&self, puzzle: &Puzzle) -> Result<Sequence, RequirementError> {
        let read = |text: &String| Notation::Singmaster.read_sequence(puzzle, text);
        let rule = match self {
            Self::Whole(all) => Rule::Whole(read(all)?),
            Self::Never(part) => Rule::Never(read(part)?),
            Self::AlwaysAfter([first, then]) => Rule::AlwaysAfter(read(first)?, read(then)?),
        };
        Ok(Sequence::new(puzzle, rule)?)
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
