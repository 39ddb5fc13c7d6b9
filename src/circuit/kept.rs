//! What a circuit keeps beside its clauses, for formats that say more than clauses.
//!
//! *Idea.* A circuit becomes clauses at once, and what it was is forgotten. Two kinds of formats want to know it:
//! pseudo-boolean ones say "at most so many" in a line, and AIGER is made of the gates. So a circuit can be
//! told to keep [`Linear`] constraints as such, without any clauses for them, or to note its [`Gate`]s with
//! the clauses that they became.

use std::ops::Range;

use rustsat::types::Lit;

use super::signal::Signal;

/// What a [`Circuit`](super::Circuit) keeps beside its clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Nothing: all becomes clauses.
    #[default]
    Clauses,
    /// Cardinality and pseudo-boolean constraints, which become no clauses then.
    Linear,
    /// Gates, which become clauses all the same.
    Gates,
}

/// A bound on the weights of the literals that are true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Literals and their weights.
    pub terms: Vec<(Lit, usize)>,
    /// So much is it at most.
    pub bound: usize,
    /// Whether it is just as much.
    pub exactly: bool,
}

impl Linear {
    /// Of these literals so many are true at most, or just as many.
    pub(super) fn counting(literals: Vec<Lit>, bound: usize, exactly: bool) -> Self {
        Self {
            terms: literals.into_iter().map(|literal| (literal, 1)).collect(),
            bound,
            exactly,
        }
    }
}

/// A gate: its output, and the clauses that say what that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The output: a positive literal.
    pub output: Lit,
    /// What it computes.
    pub kind: GateKind,
    /// The numbers of its clauses.
    pub clauses: Range<usize>,
}

/// What a gate computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// Whether all are true.
    And(Vec<Lit>),
    /// Whether just one is true.
    Xor(Lit, Lit),
    /// The second if the first is true, else the third.
    Ite(Lit, Lit, Lit),
    /// The input whose number stands on the selector, least significant bit first. A number without an input
    /// leaves it open.
    Mux(Vec<Signal>, Vec<Signal>),
}
