//! What is asked of the order of turns: sets of sequences, as automata that read them.
//!
//! *Idea.* Each rule is a regular language over the turns, and an automaton reads a solution turn by
//! turn. So whoever looks for solutions (a formula, a search) keeps its state beside that of the puzzle, and
//! need not know what the rule says. What a solution begins or ends with is such a rule as well.

use crate::automaton::{Dfa, Expression, TooLarge};
use crate::notation::Notation;
use crate::puzzle::{Puzzle, TurnId};

/// A rule about the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// All turns together are one of these sequences.
    Whole(Expression),
    /// No part is one of these sequences.
    Never(Expression),
    /// Wherever a part is one of the first, one of the second follows at once.
    AlwaysAfter(Expression, Expression),
}

impl Rule {
    /// The sequences that keep it.
    fn language(&self) -> Expression {
        let anything = Expression::everything;
        match self {
            Self::Whole(all) => all.clone(),
            Self::Never(part) => {
                let has = Expression::Then(vec![anything(), part.clone(), anything()]);
                Expression::complement(has)
            }
            Self::AlwaysAfter(first, then) => {
                let follows = Expression::Then(vec![then.clone(), anything()]);
                let broken = vec![anything(), first.clone(), Expression::complement(follows)];
                Expression::complement(Expression::Then(broken))
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
    #[must_use]
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

/// A rule, and the automaton that accepts the sequences that keep it. Its symbols are the turns of
/// the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    rule: Rule,
    automaton: Dfa,
}

impl Sequence {
    /// A rule about the turns of a puzzle.
    ///
    /// # Errors
    /// [`TooLarge`] if its automaton would be.
    pub fn new(puzzle: &Puzzle, rule: Rule) -> Result<Self, TooLarge> {
        let rule = rule.simplified();
        let automaton = Dfa::of(&rule.language(), puzzle.turns().len())?;
        Ok(Self { rule, automaton })
    }

    /// What it says.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The automaton that reads turns.
    #[must_use]
    pub fn automaton(&self) -> &Dfa {
        &self.automaton
    }
}

/// The automaton of the sequences that begin with some turns. There is one for every number of turns
/// that a text can have.
pub(super) fn beginning(turns: &[TurnId], symbols: usize) -> Option<Dfa> {
    let parts = vec![Expression::word(turns), Expression::everything()];
    Dfa::of(&Expression::Then(parts), symbols).ok()
}

/// The automaton of the sequences that end with some turns.
pub(super) fn ending(turns: &[TurnId], symbols: usize) -> Option<Dfa> {
    let parts = vec![Expression::everything(), Expression::word(turns)];
    Dfa::of(&Expression::Then(parts), symbols).ok()
}
