//! Data that a circuit keeps in addition to its clauses, for formats that express more than clauses.
//!
//! *Idea.* A circuit becomes clauses immediately, and its structure is lost. Some formats need the structure:
//! pseudo-boolean formats express "at most N" in one line, and AIGER files consist of gates. So a circuit can keep
//! [`LinearConstraint`]s instead of converting them to clauses, or record its [`Gate`]s in addition to their clauses.
//! For readers of the clauses, it can record notes on their meaning.

use std::ops::Range;

use rustsat::types::Lit;

use super::signal::Signal;

/// A bound on the sum of the weights of the true literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearConstraint {
    /// Literals and their weights.
    pub terms: Vec<(Lit, usize)>,
    /// The maximum sum; for an equality, the sum.
    pub bound: usize,
    /// Whether the sum must equal `bound`; otherwise it may also be smaller.
    pub is_equality: bool,
}

impl LinearConstraint {
    /// At most one literal, or exactly one.
    pub(super) fn one_of(literals: Vec<Lit>, is_equality: bool) -> Self {
        Self {
            terms: literals.into_iter().map(|literal| (literal, 1)).collect(),
            bound: 1,
            is_equality,
        }
    }
}

/// A gate: its output, and the clauses that define it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The output: a positive literal.
    pub output: Lit,
    /// The function that it computes.
    pub kind: GateKind,
    /// The indices of its clauses in the circuit.
    pub clauses: Range<usize>,
}

/// The function that a gate computes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GateKind {
    /// The conjunction of the literals.
    And(Vec<Lit>),
    /// The exclusive or of two literals.
    Xor(Lit, Lit),
    /// If-then-else: the second literal if the first is true, otherwise the third.
    Ite(Lit, Lit, Lit),
    /// A multiplexer: its selector, least significant bit first, and its inputs. The output equals the input whose
    /// index is on the selector; an index without an input leaves the output free.
    Mux(Vec<Signal>, Vec<Signal>),
}
