//! The builder: variables, clauses, and the table of gates already built.

use rustc_hash::FxHashMap;
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use super::counting::{AtMostOne, Cardinality};
use super::signal::{Bus, Signal};
use super::structure::{Gate, GateKind, KeptStructure, LinearConstraint};
use crate::clauses::Clauses;

/// The simplifications of a [`Circuit`]. By default, all are on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct GateOptions {
    /// Gates with constant, equal or opposite inputs become simpler signals. Repeated literals are removed from required
    /// clauses, and tautologies are omitted.
    ///
    /// With folding off, every gate is built literally. A constant among its inputs is then replaced by
    /// [`Circuit::constant_signal`]: one variable for each of the two constants, created when first needed.
    pub fold: bool,
    /// Equal gates are built once. Inputs are compared in a normal form: unordered if the gate is symmetric, and with
    /// negations moved to the output.
    pub share: bool,
}

impl Default for GateOptions {
    fn default() -> Self {
        GateOptions {
            fold: true,
            share: true,
        }
    }
}

/// A gate in normal form, for finding equal gates.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum GateKey {
    /// The conjunction of a sorted set of literals.
    And(Vec<Lit>),
    /// The exclusive or of two variables, the smaller first.
    Xor(Var, Var),
    /// If-then-else: the first literal if the variable is true, otherwise the second. The first literal is positive.
    Ite(Var, Lit, Lit),
    /// Selector and inputs of a flat multiplexer; the first input is positive.
    Mux(Vec<Signal>, Vec<Signal>),
}

/// A circuit under construction, with its clauses so far.
///
/// Construction is deterministic: equal sequences of calls give equal clauses over equal variables.
#[derive(Debug, Default)]
pub struct Circuit {
    pub(super) options: GateOptions,
    clauses: Clauses,
    variables: BasicVarManager,
    /// The literals of the constants false and true, once they have been needed.
    constants: [Option<Lit>; 2],
    /// Outputs of the gates built so far. Used only for lookup, never iterated: the order of a hash map must not affect the
    /// formula.
    gates: FxHashMap<GateKey, Lit>,
    /// Whether [`Self::add_contradiction`] has been called.
    contradictory: bool,
    pub(super) keep: KeptStructure,
    pub(super) at_most_one: AtMostOne,
    pub(super) cardinality: Cardinality,
    /// The constraints and gates that `keep` selects.
    pub(super) linear: Vec<LinearConstraint>,
    pub(super) structure_gates: Vec<Gate>,
    /// The meaning of clauses, each with the index of the first clause that it describes; `None` unless requested.
    notes: Option<Vec<(usize, String)>>,
    /// Reusable memory for the clause being folded.
    pub(super) scratch: Vec<Lit>,
}

impl Circuit {
    /// An empty circuit with the given options.
    pub fn with_options(options: GateOptions) -> Circuit {
        Circuit {
            options,
            ..Circuit::default()
        }
    }

    /// A fresh variable, as a positive literal.
    ///
    /// # Panics
    ///
    /// If RustSAT's variables are exhausted (about two billion).
    pub fn input(&mut self) -> Signal {
        Signal::Lit(self.fresh())
    }

    /// A bus of `width` fresh variables.
    pub fn input_bus(&mut self, width: usize) -> Bus {
        (0..width).map(|_| self.input()).collect()
    }

    /// A literal with a fixed value, for places where constants are not supported.
    ///
    /// The first call for each of the two values creates a variable and fixes it with a unit clause; later calls return it
    /// again, whatever the options.
    pub fn constant_signal(&mut self, value: bool) -> Signal {
        Signal::Lit(self.constant_literal(value))
    }

    /// The clauses so far.
    #[cfg(test)]
    pub(super) fn cnf(&self) -> &Clauses {
        &self.clauses
    }

    /// The number of variables so far; they are numbered from 0.
    pub fn variables(&self) -> u32 {
        self.variables.n_used()
    }

    /// The number of clauses so far.
    pub fn n_clauses(&self) -> usize {
        self.clauses.len()
    }

    /// This circuit, which records notes on the meaning of its clauses, see [`Self::note`].
    #[must_use]
    pub fn with_notes(mut self) -> Self {
        self.notes = Some(Vec::new());
        self
    }

    /// Records what the following clauses mean, if notes are requested.
    pub fn note(&mut self, words: impl FnOnce() -> String) {
        let number = self.n_clauses();
        if let Some(notes) = &mut self.notes {
            // Drop a note that no clause follows.
            if notes.last().is_some_and(|(last, _)| *last == number) {
                notes.pop();
            }
            notes.push((number, words()));
        }
    }

    /// Takes the notes: the index of the first clause, and the meaning of the clauses from there on.
    pub fn take_notes(&mut self) -> Vec<(usize, String)> {
        let number = self.n_clauses();
        let mut notes = self.notes.take().unwrap_or_default();
        notes.retain(|(first, _)| *first < number);
        notes
    }

    /// Takes the constraints and gates kept, in order of creation.
    pub fn take_structure(&mut self) -> (Vec<LinearConstraint>, Vec<Gate>) {
        (
            std::mem::take(&mut self.linear),
            std::mem::take(&mut self.structure_gates),
        )
    }

    /// The clauses and the number of variables.
    #[must_use]
    pub fn into_clauses(self) -> (Clauses, u32) {
        let variables = self.variables();
        (self.clauses, variables)
    }

    /// Sets the encodings of cardinality constraints.
    #[must_use]
    pub fn with_cardinality_encodings(
        mut self,
        at_most_one: AtMostOne,
        cardinality: Cardinality,
    ) -> Self {
        self.at_most_one = at_most_one;
        self.cardinality = cardinality;
        self
    }

    /// Sets what is kept in addition to the clauses.
    #[must_use]
    pub fn with_structure(mut self, keep: KeptStructure) -> Self {
        self.keep = keep;
        self
    }

    /// Whether linear constraints are kept instead of being converted to clauses.
    pub fn keeps_linear(&self) -> bool {
        self.keep == KeptStructure::Linear
    }

    /// Records a gate whose clauses are those from index `first` on, if gates are kept.
    pub(super) fn record_gate(
        &mut self,
        output: Lit,
        first: usize,
        kind: impl FnOnce() -> GateKind,
    ) {
        if self.keep == KeptStructure::Gates {
            self.structure_gates.push(Gate {
                output,
                kind: kind(),
                clauses: first..self.n_clauses(),
            });
        }
    }

    /// A fresh variable's positive literal.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variables.new_var().pos_lit()
    }

    /// Adds a clause without changes.
    pub(super) fn add_clause(&mut self, literals: &[Lit]) {
        self.clauses.add(literals);
    }

    /// Makes the formula unsatisfiable: two unit clauses, added only once, require a new variable to be both true and
    /// false. The empty clause would be equivalent, but not every program reads it: the proof checker `rate` 0.3.0 panics.
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

    /// The literal of a signal; for a constant, that of [`Self::constant_signal`].
    pub(super) fn literal(&mut self, signal: Signal) -> Lit {
        match signal {
            Signal::Const(value) => self.constant_literal(value),
            Signal::Lit(lit) => lit,
        }
    }

    /// The signal; with folding off, a constant is replaced by its literal.
    pub(super) fn literal_unless_folding(&mut self, signal: Signal) -> Signal {
        if self.options.fold {
            signal
        } else {
            Signal::Lit(self.literal(signal))
        }
    }

    /// The output of an equal gate built before, if gates are shared.
    pub(super) fn shared_gate(&self, key: &GateKey) -> Option<Lit> {
        self.gates.get(key).copied()
    }

    /// Records the output of a gate, if gates are shared.
    pub(super) fn remember_gate(&mut self, key: GateKey, output: Lit) {
        if self.options.share {
            self.gates.insert(key, output);
        }
    }

    fn constant_literal(&mut self, value: bool) -> Lit {
        if let Some(lit) = self.constants[usize::from(value)] {
            return lit;
        }
        let lit = self.fresh();
        self.add_clause(&[if value { lit } else { !lit }]);
        self.constants[usize::from(value)] = Some(lit);
        lit
    }
}
