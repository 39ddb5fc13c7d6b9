//! The circuit builder: variables, clauses, and the table of gates already built.

use rustc_hash::FxHashMap;
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::Lit;
use serde::{Deserialize, Serialize};

use super::signal::{Bus, Signal};
use super::structure::{Gate, GateKind, LinearConstraint};
use crate::clauses::Clauses;

/// The encoding of "at most one". With up to three literals it is always one clause per pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtMostOne {
    /// [`Self::Pairwise`] up to 40 literals, [`Self::Bitwise`] above.
    #[default]
    Auto,
    /// One clause per pair: n (n − 1) / 2, and no variables.
    Pairwise,
    /// A chain of n − 1 variables that marks the position of the true literal (Gent and Nightingale).
    Ladder,
    /// Each literal implies its own number in binary, on ⌈log₂ n⌉ variables (Prestwich, *Finding Large Cliques using
    /// SAT Local Search*).
    Bitwise,
    /// Groups of four. Each literal implies a variable for its group; one clause per pair of literals of a group, and
    /// per pair of groups (Klieber and Kwon).
    Commander,
    /// Groups of four. Each literal implies the number of its group in binary; one clause per pair of literals of a
    /// group (Nguyen and Mai).
    Bimander,
    /// The literals form a grid. Each implies its row and its column; at most one row and one column may be true
    /// (Chen).
    Product,
}

/// The encoding of "at most N", and of bounds on weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cardinality {
    /// A tree of unary sums (Bailleux and Boufkhad, *Efficient CNF Encoding of Boolean Cardinality Constraints*). For
    /// weights up to a bound of 100, a generalized totalizer (Joshi, Martins and Manquinho, *Generalized Totalizer
    /// Encoding for Pseudo-Boolean Constraints*); above that, a binary adder.
    #[default]
    Totalizer,
    /// A binary adder (Eén and Sörensson, *Translating Pseudo-Boolean Constraints into SAT*; Warners).
    Adder,
    /// The dynamic polynomial watchdog (Paxian, Reimer and Becker).
    Watchdog,
}

/// How a [`Circuit`] converts gates and constraints to clauses.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CircuitOptions {
    /// Whether conjunctions of literals and flat multiplexers are built without simplification, and constraints keep
    /// repeated literals and tautologies.
    ///
    /// Otherwise, gates with constant, equal or opposite inputs become simpler signals, and equal gates are built once.
    /// Inputs are compared in a normal form: unordered if the gate is symmetric, and with negations moved to the
    /// output. Repeated literals are removed from required clauses, and tautologies are omitted.
    pub verbatim: bool,
    /// Whether cardinality and pseudo-boolean constraints are kept instead of being converted to clauses.
    pub keeps_linear: bool,
    /// Whether gates are kept, in addition to their clauses.
    pub keeps_gates: bool,
    /// Whether notes on the meaning of the clauses are kept.
    pub keeps_notes: bool,
    /// The encoding of "at most one".
    pub at_most_one: AtMostOne,
    /// The encoding of "at most N", and of bounds on weights.
    pub cardinality: Cardinality,
}

/// A circuit under construction, with its clauses so far.
///
/// Construction is deterministic: equal sequences of calls give equal clauses over equal variables.
#[derive(Debug, Default)]
pub struct Circuit {
    pub(crate) options: CircuitOptions,
    clauses: Clauses,
    variables: BasicVarManager,
    /// The output of each gate built so far, by the gate's normal form. Used only for lookup, never iterated: the order
    /// of a hash map must not affect the formula.
    gates: FxHashMap<GateKind, Lit>,
    /// Whether [`Self::add_contradiction`] has been called.
    contradictory: bool,
    /// The cardinality and pseudo-boolean constraints, if they are kept.
    pub linear: Vec<LinearConstraint>,
    /// The gates, if they are kept.
    pub kept_gates: Vec<Gate>,
    /// The meaning of clauses, if notes are kept: each note with the index of the first clause that it describes. Only
    /// the last note may have no clause yet.
    pub notes: Vec<(usize, String)>,
    /// Reusable memory for the clause being folded.
    pub(super) scratch: Vec<Lit>,
}

impl Circuit {
    /// An empty circuit with the given options.
    pub fn new(options: CircuitOptions) -> Circuit {
        Circuit {
            options,
            ..Circuit::default()
        }
    }

    /// A fresh variable, as a positive literal.
    pub fn input(&mut self) -> Signal {
        Signal::Lit(self.fresh())
    }

    /// A bus of `width` fresh variables.
    pub fn input_bus(&mut self, width: usize) -> Bus {
        (0..width).map(|_| self.input()).collect()
    }

    /// The number of variables so far; they are numbered from 0.
    pub fn variables(&self) -> u32 {
        self.variables.n_used()
    }

    /// The number of clauses so far.
    pub fn clause_count(&self) -> usize {
        self.clauses.len()
    }

    /// Records what the following clauses mean, if notes are kept.
    pub fn note(&mut self, words: impl FnOnce() -> String) {
        if self.options.keeps_notes {
            let number = self.clause_count();
            // Drop a note that no clause follows.
            self.notes.pop_if(|(last, _)| *last == number);
            self.notes.push((number, words()));
        }
    }

    /// The clauses and the number of variables.
    #[must_use]
    pub fn into_clauses(self) -> (Clauses, u32) {
        let variables = self.variables();
        (self.clauses, variables)
    }

    /// The output of a gate: the output of an equal gate built before, or a fresh variable for which `add_clauses` adds
    /// the clauses. Equal gates have the same normal form, `normal`; `negated`: whether the gate negates it.
    pub(super) fn build_gate(
        &mut self,
        normal: GateKind,
        negated: bool,
        kind: impl FnOnce() -> GateKind,
        add_clauses: impl FnOnce(&mut Self, Lit),
    ) -> Signal {
        if let Some(&output) = self.gates.get(&normal) {
            return Signal::Lit(output).negate_if(negated);
        }
        let first = self.clause_count();
        let output = self.fresh();
        add_clauses(self, output);
        if self.options.keeps_gates {
            self.kept_gates.push(Gate {
                output,
                kind: kind(),
                clauses: first..self.clause_count(),
            });
        }
        if !self.options.verbatim {
            let output = if negated { !output } else { output };
            self.gates.insert(normal, output);
        }
        Signal::Lit(output)
    }

    /// The positive literal of a fresh variable.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variables.new_var().pos_lit()
    }

    /// Adds a clause without changes.
    pub(super) fn add_clause(&mut self, literals: &[Lit]) {
        self.clauses.add(literals);
    }

    /// Makes the formula unsatisfiable: two unit clauses, added only once, require a new variable to be both true and
    /// false. The empty clause would be equivalent, but not every program reads it: the proof checker `rate` 0.3.0
    /// panics.
    pub(super) fn add_contradiction(&mut self) {
        if !std::mem::replace(&mut self.contradictory, true) {
            let impossible = self.fresh();
            self.add_clause(&[impossible]);
            self.add_clause(&[!impossible]);
        }
    }

    /// The destinations of clauses and variables, for RustSAT's encodings.
    pub(super) fn clauses_and_variables(&mut self) -> (&mut Clauses, &mut BasicVarManager) {
        (&mut self.clauses, &mut self.variables)
    }
}
