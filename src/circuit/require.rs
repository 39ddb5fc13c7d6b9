//! Requirements on signals: clauses that add no variable, except one for a contradiction.

use rustsat::types::Lit;

use super::builder::Circuit;
use super::signal::{Signal, bit};

impl Circuit {
    /// Requires a signal to be true: one unit clause.
    ///
    /// A true constant adds nothing. A false one adds a contradiction, see [`require_clause`](Circuit::require_clause).
    pub fn require(&mut self, signal: Signal) {
        self.require_clause(&[signal]);
    }

    /// Requires at least one of the signals to be true: one clause.
    ///
    /// Constants are always folded: a clause with a true constant is omitted, and false constants are removed. If no
    /// literal is left, a contradiction is added instead: two unit clauses that require a new variable to be both true
    /// and false. Unless the circuit is [verbatim](super::CircuitOptions::verbatim), tautologies are omitted and
    /// repeated literals removed; the other literals keep their order.
    pub fn require_clause(&mut self, signals: &[Signal]) {
        self.require_if([], signals.iter().copied());
    }

    /// Requires at least one of the signals `then` to be true if all `conditions` are: one clause, as for
    /// [`require_clause`](Self::require_clause), of the negated conditions and the other signals.
    pub fn require_if(
        &mut self,
        conditions: impl IntoIterator<Item = Signal>,
        then: impl IntoIterator<Item = Signal>,
    ) {
        // A formula may have a million clauses, so the memory for a clause is reused.
        let mut literals = std::mem::take(&mut self.scratch);
        literals.clear();
        let negated = conditions.into_iter().map(|signal| !signal);
        let mut is_true = false;
        for signal in negated.chain(then) {
            match signal {
                Signal::Lit(literal) => literals.push(literal),
                Signal::Const(value) => is_true |= value,
            }
        }
        if is_true {
            // A true constant satisfies the clause.
        } else if literals.is_empty() {
            self.add_contradiction();
        } else if self.options.verbatim || fold_repetitions(&mut literals) {
            self.add_clause(&literals);
        }
        self.scratch = literals;
    }

    /// Requires two signals to be equal, by two clauses: ¬a ∨ b and a ∨ ¬b.
    pub fn require_equal(&mut self, a: Signal, b: Signal) {
        self.require_clause(&[!a, b]);
        self.require_clause(&[a, !b]);
    }

    /// Requires two buses to carry the same number, by two clauses for each bit.
    pub fn require_bus_equal(&mut self, a: &[Signal], b: &[Signal]) {
        assert_eq!(a.len(), b.len(), "buses of different width equated");
        for (&a, &b) in a.iter().zip(b) {
            self.require_equal(a, b);
        }
    }

    /// Requires the number on a bus to be less than `n`, by at most one clause for each bit.
    ///
    /// A number is greater than m = n − 1 exactly when some bit i is 1 where m has a 0, and all higher bits where m has
    /// a 1 are 1 too. So each 0 of m, at i, gives one clause: ¬bᵢ ∨ ⋁ ¬bⱼ over the higher bits j where m has a 1. If
    /// every number on the bus is less than `n`, no clause is added; for n = 0, a contradiction is.
    pub fn require_less_than(&mut self, bus: &[Signal], n: usize) {
        let Some(largest) = n.checked_sub(1) else {
            self.require_clause(&[]);
            return;
        };
        // `largest` has a 1 beyond the bus, so every number on the bus is smaller.
        if (bus.len()..usize::BITS as usize).any(|i| bit(largest, i)) {
            return;
        }
        for i in (0..bus.len()).filter(|&i| !bit(largest, i)) {
            let higher = (i + 1..bus.len()).filter(|&j| bit(largest, j));
            self.require_if([i].into_iter().chain(higher).map(|j| bus[j]), []);
        }
    }
}

/// Up to this number of literals, comparing each with all before it is faster than sorting.
const FEW_LITERALS: usize = 16;

/// Removes repeated literals from a clause, keeping the order; `false` if it is a tautology.
fn fold_repetitions(literals: &mut Vec<Lit>) -> bool {
    if literals.len() > FEW_LITERALS && !has_repetitions(literals) {
        return true;
    }
    let mut kept = 0;
    for at in 0..literals.len() {
        let literal = literals[at];
        let mut before = literals[..kept].iter();
        match before.find(|other| other.var() == literal.var()) {
            Some(&same) if same == literal => (),
            Some(_) => return false,
            None => {
                literals[kept] = literal;
                kept += 1;
            }
        }
    }
    literals.truncate(kept);
    true
}

/// Whether some variable occurs twice.
fn has_repetitions(literals: &[Lit]) -> bool {
    let mut sorted = literals.to_vec();
    sorted.sort_unstable();
    // Equal and opposite literals are adjacent.
    sorted.windows(2).any(|pair| pair[0].var() == pair[1].var())
}
