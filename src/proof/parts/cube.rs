//! A cube of a split question: turns in slots.
//!
//! *A question of its own.* The sequence `R . . U .*` says that slot 1 has R and slot 4 has U; a budget of five says
//! that slot 6 is idle. So a question restricted to a cube is again a question, with a formula, a proof and a
//! certificate like any other.

use itertools::Itertools;
use rustsat::types::Lit;

use crate::automaton::{Expression, TooLarge};
use crate::encode::Formula;
use crate::notation::{Notation, TurnError};
use crate::problem::{Budget, CompiledRule, Problem, Rule};
use crate::puzzle::{Puzzle, TurnId};

/// The text for any turn.
const ANY: &str = ".";

/// The turns of some slots, and a maximum number of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    /// The turn of each slot, from the first slot on; `None` for any turn. The last entry is a turn.
    turns: Vec<Option<TurnId>>,
    /// The maximum number of turns, if later slots must be idle.
    max_turns: Option<usize>,
}

impl Cube {
    /// A cube from the turns of some slots, counted from 0. `None` means that the slot is idle.
    pub fn from_choices(choices: impl IntoIterator<Item = (usize, Option<TurnId>)>) -> Self {
        let mut cube = Self::default();
        for (slot, turn) in choices {
            match turn {
                None => cube.max_turns = Some(cube.max_turns.map_or(slot, |it| it.min(slot))),
                Some(turn) => {
                    let slots = cube.turns.len().max(slot + 1);
                    cube.turns.resize(slots, None);
                    cube.turns[slot] = Some(turn);
                }
            }
        }
        cube
    }

    /// Whether it has no restrictions.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The number of slots up to the last one with a turn.
    pub fn slots(&self) -> usize {
        self.turns.len()
    }

    /// The maximum number of turns, if it is restricted.
    pub fn max_turns(&self) -> Option<usize> {
        self.max_turns
    }

    /// The literals of the cube in a formula, slot by slot; `None` if the formula cannot express it.
    pub fn literals(&self, formula: &Formula) -> Option<Vec<Lit>> {
        let turns = self.turns.iter().enumerate();
        let turns = turns.filter_map(|(slot, &turn)| Some(formula.turn_literals(slot, turn?)));
        let idle = self.max_turns.map(|slot| formula.idle_literals(slot));
        let all: Vec<Vec<Lit>> = turns.chain(idle).collect::<Option<_>>()?;
        Some(all.concat())
    }

    /// The question restricted to the cube.
    ///
    /// # Errors
    /// [`TooLarge`] if it has too many slots for an automaton.
    pub fn question(&self, problem: &Problem) -> Result<Problem, TooLarge> {
        let slots = problem.budget.slots();
        let max_turns = self.max_turns.map_or(slots, |it| it.min(slots));
        let mut constraints = problem.constraints.clone();
        if let Some(expression) = self.sequence_expression() {
            let is_whole = |it: &&CompiledRule| matches!(it.rule(), Rule::Whole(_));
            // After the user's sequences, where it is placed when the question is read again.
            let place = constraints.rules.iter().take_while(is_whole).count();
            let sequence = CompiledRule::new(&problem.puzzle, Rule::Whole(expression))?;
            constraints.rules.insert(place, sequence);
        }
        let problem = problem.within(Budget::AtMost(max_turns));
        Ok(problem.with_constraints(constraints))
    }

    /// The expression for the whole sequence; `None` if the cube names no turns.
    fn sequence_expression(&self) -> Option<Expression> {
        let turn = |turn: &Option<TurnId>| turn.map_or(Expression::Any, Expression::one);
        let turns = self
            .turns
            .iter()
            .map(turn)
            .chain([Expression::everything()]);
        (!self.turns.is_empty()).then(|| Expression::Concatenation(turns.collect()))
    }

    /// The turns in text form: `R . . U`.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        let turn = |turn: &Option<TurnId>| match *turn {
            Some(turn) => Notation::Singmaster.write(&puzzle.turns()[turn]),
            None => ANY.to_owned(),
        };
        self.turns.iter().map(turn).join(" ")
    }

    /// Reads the text form, with the maximum number of turns.
    ///
    /// # Errors
    /// [`TurnError`] for a word that is not a turn.
    pub fn read(puzzle: &Puzzle, text: &str, max_turns: Option<usize>) -> Result<Self, TurnError> {
        let mut choices = vec![];
        let mut slot = 0;
        for word in text.split_whitespace() {
            if word == ANY {
                slot += 1;
                continue;
            }
            for turn in Notation::Singmaster.read(puzzle, word)? {
                choices.push((slot, Some(turn)));
                slot += 1;
            }
        }
        choices.extend(max_turns.map(|it| (it, None)));
        Ok(Self::from_choices(choices))
    }

    /// The cube in human-readable form: `R . . U, at most 5 turns`.
    pub fn describe(&self, problem: &Problem) -> String {
        let turns = Some(self.text(&problem.puzzle)).filter(|turns| !turns.is_empty());
        let most = self.max_turns.map(|it| problem.metric.count(it));
        let most = most.map(|most| format!("at most {most}"));
        turns.into_iter().chain(most).join(", ")
    }
}

/// The negation of each cube as a clause; `None` if a formula cannot express one.
pub(in crate::proof) fn negated_cubes(cubes: &[Cube], formula: &Formula) -> Option<Vec<Vec<Lit>>> {
    let negated = |cube: &Cube| {
        let literals = cube.literals(formula)?.into_iter();
        Some(literals.map(|literal| !literal).collect())
    };
    cubes.iter().map(negated).collect()
}
