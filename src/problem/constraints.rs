//! Side constraints: requirements on solutions besides leading to the goal.
//!
//! Side constraints are part of the question, so every recipe honors them. Optimizations of a recipe that drop a solution
//! in favor of an equally good one are switched off (see `encode::sound_options`), because the remaining solution may
//! violate a constraint. The allowed turns are not a side constraint but
//! [`ProblemData::allowed`](super::ProblemData::allowed).

use itertools::Itertools;

use super::cost::Cost;
use super::turn_rules::CompiledRule;
use crate::automaton::{Dfa, Expression, MAX_STATES};
use crate::notation::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// Requirements on solutions besides leading to the goal. The default has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Constraints {
    /// The turns that a solution starts with.
    pub starts_with: Vec<TurnId>,
    /// The turns that a solution ends with; they may overlap the turns of `starts_with`.
    pub ends_with: Vec<TurnId>,
    /// Upper limits on the number of some turns.
    pub at_most: Vec<AtMost>,
    /// The costs of turns, and their limit.
    pub cost: Option<Cost>,
    /// The minimum number of turns.
    pub min_turns: usize,
    /// The rules about the order of turns.
    pub rules: Vec<CompiledRule>,
}

/// The maximum number of turns that a solution must start or end with, so that an automaton can read them.
pub(super) const MAX_REQUIRED_TURNS: usize = MAX_STATES / 2;

/// An upper limit on the number of some turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AtMost {
    /// The turns, in ascending order.
    pub turns: Vec<TurnId>,
    /// The maximum number of these turns.
    pub max_count: usize,
}

impl Constraints {
    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// A lower bound on the length of solutions: 0 if no constraint requires turns.
    pub fn min_length(&self) -> usize {
        let ends = self.starts_with.len().max(self.ends_with.len());
        let rules = self.rules.iter();
        let lengths = rules.filter_map(|it| it.automaton().distance_to_acceptance(0));
        lengths.fold(ends.max(self.min_turns), usize::max)
    }

    /// The automata for the rules about the order of turns, and for the first and the last turns.
    pub fn automata(&self, puzzle: &Puzzle) -> Vec<Dfa> {
        let mut ends = Vec::new();
        if !self.starts_with.is_empty() {
            let first = Expression::word(&self.starts_with);
            ends.push(vec![first, Expression::everything()]);
        }
        if !self.ends_with.is_empty() {
            let last = Expression::word(&self.ends_with);
            ends.push(vec![Expression::everything(), last]);
        }
        // `Problem::constrained` rejects words that are too long for an automaton.
        let symbols = puzzle.turns().len();
        let ends = ends.into_iter().map(Expression::Concatenation);
        let ends = ends.filter_map(|sequences| Dfa::of(&sequences, symbols).ok());
        let rules = self.rules.iter().map(|it| it.automaton().clone());
        ends.chain(rules).collect()
    }

    /// An upper bound on the length of solutions, from the maximum cost, the limits on turns, and the rules. `None` if
    /// nothing limits the length.
    pub fn max_length(&self, allowed: &[TurnId]) -> Option<usize> {
        let cost = self.cost.as_ref().and_then(|cost| {
            let cheapest = allowed.iter().map(|&turn| cost.weights[turn]).min()?;
            cost.max_total?.checked_div(cheapest)
        });
        let limited = |turn| self.at_most.iter().any(|limit| limit.turns.contains(turn));
        let counted = allowed.iter().all(limited).then(|| {
            let limits = self.at_most.iter().map(|limit| limit.max_count);
            limits.fold(0, usize::saturating_add)
        });
        let rules = self.rules.iter();
        let of_rules = rules.filter_map(|it| it.automaton().max_word_length(allowed));
        cost.into_iter().chain(counted).chain(of_rules).min()
    }

    /// The first constraint that a sequence of turns violates, in words.
    pub fn first_violation(&self, puzzle: &Puzzle, turns: &[TurnId]) -> Option<String> {
        // Whether each constraint is satisfied, in the order of `in_words`.
        let mut satisfied = Vec::new();
        if !self.starts_with.is_empty() {
            satisfied.push(turns.starts_with(&self.starts_with));
        }
        if !self.ends_with.is_empty() {
            satisfied.push(turns.ends_with(&self.ends_with));
        }
        for AtMost {
            turns: set,
            max_count,
        } in &self.at_most
        {
            let counted = turns.iter().filter(|turn| set.contains(turn));
            satisfied.push(counted.count() <= *max_count);
        }
        let limit = self.cost.iter().filter_map(Cost::constraining_costs);
        satisfied.extend(limit.map(|cost| cost.of(turns).is_some()));
        if self.min_turns > 0 {
            satisfied.push(turns.len() >= self.min_turns);
        }
        let rules = self.rules.iter();
        satisfied.extend(rules.map(|it| it.automaton().accepts_word(turns)));
        let first = satisfied.iter().position(|satisfied| !satisfied)?;
        let words = self.in_words(puzzle, Notation::Singmaster);
        words.into_iter().nth(first)
    }

    /// The constraints in words, in the order of the fields.
    pub fn in_words(&self, puzzle: &Puzzle, notation: Notation) -> Vec<String> {
        let mut words = Vec::new();
        let names = |turns: &[TurnId]| notation.write_all(puzzle, turns);
        if !self.starts_with.is_empty() {
            words.push(format!("starting with {}", names(&self.starts_with)));
        }
        if !self.ends_with.is_empty() {
            words.push(format!("ending with {}", names(&self.ends_with)));
        }
        for AtMost { turns, max_count } in &self.at_most {
            let set = turns
                .iter()
                .map(|&turn| notation.write(&puzzle.turns()[turn]));
            words.push(format!("with at most {max_count} of {}", set.format(" ")));
        }
        if let Some(cost) = &self.cost {
            match (cost.max_total, &cost.grips) {
                (Some(most), _) => words.push(format!(
                    "of cost {most} at most, where {}",
                    cost.in_words(puzzle, notation)
                )),
                (None, Some(_)) => words.push("that can be made in the grips".to_owned()),
                (None, None) => (),
            }
        }
        if self.min_turns > 0 {
            words.push(format!("with {} turns or more", self.min_turns));
        }
        let rules = self.rules.iter();
        words.extend(rules.map(|it| it.rule().in_words(puzzle, notation)));
        words
    }
}
