//! The results and events of proving.

use crate::encode::{Formula, Recipe};
use crate::problem::Solution;
use crate::proof::check;
use crate::proof::check::Format;
use crate::search;

/// The result of an attempt to prove that there is no solution.
#[derive(Debug)]
pub enum Outcome {
    /// No solution exists; this is the proof.
    Refuted(Box<Refutation>),
    /// A solution exists, not necessarily a shortest one.
    Solved(Solution),
    /// Stopped before an answer, or the answer proves nothing.
    Unknown(search::UnknownReason),
}

/// A formula with a checked proof that it is unsatisfiable.
#[derive(Debug)]
pub struct Refutation {
    /// The recipe of the formula.
    pub recipe: Recipe,
    /// The plain formula.
    pub formula: Formula,
    /// The proof, in binary.
    pub proof: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// The sizes of its components.
    pub sizes: ProofSizes,
}

/// The sizes of a proof's components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofSizes {
    /// Lemmas given to the solver.
    pub given: usize,
    /// Lemmas used by its refutation.
    pub used: usize,
    /// Lemmas derived, for the refutation and for each other.
    pub derived: usize,
    /// Helper clauses derived for them.
    pub helpers: usize,
    /// Clauses that the solver learned and its refutation uses.
    pub learnt: u64,
    /// Clauses of the finished proof.
    pub additions: u64,
}

/// An event during a proof, for display.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The formula is passed to the solver.
    Solving {
        /// Clauses of the plain formula.
        clauses: usize,
        /// Lemmas added to them.
        lemmas: usize,
    },
    /// The solver found no model.
    Refuted,
    /// A check is in progress.
    Checking(check::Progress),
    /// The proof is complete and will be checked.
    Derived(ProofSizes),
}
