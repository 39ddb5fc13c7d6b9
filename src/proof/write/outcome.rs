//! What comes of an attempt to prove, and what happens on the way.

use super::derive::Counts;
use crate::encode::{Formula, Recipe};
use crate::problem::Solution;
use crate::proof::check;
use crate::proof::check::Format;
use crate::search;

/// What became of an attempt to prove that there is no solution.
#[derive(Debug)]
pub enum Outcome {
    /// There is none, and here is the proof.
    Refuted(Box<Refutation>),
    /// There is one. It need not be shortest.
    Solved(Solution),
    /// Stopped before there was an answer, or none that means something.
    Unknown(search::UnknownReason),
}

/// A formula and the proof that it has no model, checked.
#[derive(Debug)]
pub struct Refutation {
    /// The recipe of the formula.
    pub recipe: Recipe,
    /// The plain formula.
    pub formula: Formula,
    /// The proof, binary.
    pub proof: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// What it is made of.
    pub sizes: Sizes,
}

/// What a proof is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Lemmas that the solver was given.
    pub given: usize,
    /// Lemmas that its refutation uses.
    pub used: usize,
    /// What was derived for them.
    pub derived: Counts,
    /// Clauses that the solver learnt, as far as they are used.
    pub learnt: u64,
    /// Clauses of the finished proof.
    pub additions: u64,
}

/// What happens on the way, for whoever shows it.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The solver has the formula.
    Solving {
        /// Clauses of the plain formula.
        clauses: usize,
        /// Lemmas beside them.
        lemmas: usize,
    },
    /// It found no model.
    Refuted,
    /// A check goes on.
    Checking(check::Progress),
    /// The proof is ready and will be checked.
    Derived(Sizes),
}
