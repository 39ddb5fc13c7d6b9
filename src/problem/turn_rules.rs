//! Rules about the order of turns, as automata.
//!
//! *Idea.* Each rule is a regular language over the turns, and an automaton reads a solution turn by turn. So a formula or
//! a search only tracks the state of the automaton together with the state of the puzzle, and need not know the rule.

use crate::automaton::{Dfa, Expression, TooLarge};
use crate::notation::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// A rule about the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The whole solution is one of these sequences.
    Whole(Expression),
    /// No part of the solution is one of these sequences.
    Never(Expression),
    /// Each occurrence of the first expression is immediately followed by an occurrence of the second.
    AlwaysAfter(Expression, Expression),
}

impl Rule {
    /// The sequences that satisfy the rule.
    fn language(&self) -> Expression {
        let anything = Expression::everything;
        match self {
            Self::Whole(all) => all.clone(),
            Self::Never(part) => {
                let has = Expression::Concatenation(vec![anything(), part.clone(), anything()]);
                Expression::complement(has)
            }
            Self::AlwaysAfter(first, then) => {
                let follows = Expression::Concatenation(vec![then.clone(), anything()]);
                let broken = vec![anything(), first.clone(), Expression::complement(follows)];
                Expression::complement(Expression::Concatenation(broken))
            }
        }
    }

    fn simplified(&self) -> Self {
        match self {
            Self::Whole(all) => Self::Whole(all.simplified()),
            Self::Never(part) => Self::Never(part.simplified()),
            Self::AlwaysAfter(first, then) => {
                Self::AlwaysAfter(first.simplified(), then.simplified())
            }
        }
    }

    /// In words: `without R L`.
    pub fn in_words(&self, puzzle: &Puzzle, notation: Notation) -> String {
        let text = |it: &Expression| notation.write_sequence(puzzle, it);
        match self {
            Self::Whole(all) => format!("of the form {}", text(all)),
            Self::Never(part) => format!("without {}", text(part)),
            Self::AlwaysAfter(first, then) => {
                format!("with {} always right after {}", text(then), text(first))
            }
        }
    }
}

/// A rule, and the automaton that accepts the sequences that satisfy the rule. Its symbols are the turns of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompiledRule {
    rule: Rule,
    automaton: Dfa,
}

impl CompiledRule {
    /// Compiles a rule for a puzzle.
    ///
    /// # Errors
    /// `TooLarge` if the automaton would be too large.
    pub fn new(puzzle: &Puzzle, rule: Rule) -> Result<Self, TooLarge> {
        let rule = rule.simplified();
        let automaton = Dfa::of(&rule.language(), puzzle.turns().len())?;
        Ok(Self { rule, automaton })
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The automaton that reads turns.
    pub fn automaton(&self) -> &Dfa {
        &self.automaton
    }
}

/// The automaton of the canonical sequences of some turns.
pub(crate) fn canonical_sequences(puzzle: &Puzzle, allowed: &[TurnId]) -> Dfa {
    let swaps = puzzle.forbidden_swaps(allowed).into_iter().map(Vec::from);
    let mut forbidden = puzzle.forbidden_runs(allowed);
    forbidden.extend(swaps);
    Dfa::avoiding(&forbidden, puzzle.turns().len())
}
