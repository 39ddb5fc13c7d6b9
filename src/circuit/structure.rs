//! Data that a circuit keeps in addition to its clauses, for formats that express more than clauses.
//!
//! *Idea.* A circuit is converted to clauses immediately, and its structure is lost. Two kinds of formats need it:
//! pseudo-boolean ones express "at most N" in a line, and AIGER consists of the gates. So a circuit can keep [`Linear`]
//! constraints without converting them to clauses, or record its [`Gate`]s with their clauses.

use std::ops::Range;

use rustsat::types::Lit;

use super::signal::Signal;

/// The data that a [`Circuit`](super::Circuit) keeps in addition to its clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptStructure {
    /// Nothing: everything is converted to clauses.
    #[default]
    None,
    /// Cardinality and pseudo-boolean constraints, which are not converted to clauses.
    Linear,
    /// Gates, in addition to their clauses.
    Gates,
}

/// A bound on the sum of the weights of the true literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Literals and their weights.
    pub terms: Vec<(Lit, usize)>,
    /// The maximum sum.
    pub bound: usize,
    /// Whether the sum must equal it.
    pub exactly: bool,
}

impl Linear {
    /// A bound on the number of true literals.
    pub(super) fn counting(literals: Vec<Lit>, bound: usize, exactly: bool) -> Self {
        Self {
            terms: literals.into_iter().map(|literal| (literal, 1)).collect(),
            bound,
            exactly,
        }
    }
}

/// A gate: its output, and the clauses that define it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The output: a positive literal.
    pub output: Lit,
    /// What it computes.
    pub kind: GateKind,
    /// The range of its clauses.
    pub clauses: Range<usize>,
}

/// What a gate computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// Whether all are true.
    And(Vec<Lit>),
    /// Whether exactly one is true.
    Xor(Lit, Lit),
    /// The second if the first is true, otherwise the third.
    Ite(Lit, Lit, Lit),
    /// The input selected by the number on the selector, least significant bit first. A number without an input leaves it
    /// open.
    Mux(Vec<Signal>, Vec<Signal>),
}
