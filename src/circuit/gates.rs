//! Gates, with the clauses of Tseitin's transformation in both directions: the inputs determine the output.
//!
//! The clause counts are for new gates. Unless the circuit is verbatim, a gate may take fewer clauses or none.

use rustsat::types::Lit;

use super::builder::Circuit;
use super::signal::Signal;
use super::structure::GateKind;

impl Circuit {
    /// The signal that is true when all inputs are; without inputs, it is true.
    ///
    /// With output x and inputs a₁ … aₙ, n + 1 clauses: ¬x ∨ aᵢ for each i, then x ∨ ¬a₁ ∨ … ∨ ¬aₙ (Tseitin). Folds
    /// constants, repeated and opposite inputs, and a single input.
    pub fn and(&mut self, inputs: &[Signal]) -> Signal {
        let literals: Option<Vec<Lit>> = inputs.iter().map(|input| input.as_lit()).collect();
        let inputs = match literals.filter(|_| self.options.verbatim) {
            Some(literals) => literals,
            None => match fold_and(inputs) {
                Ok(signal) => return signal,
                Err(literals) => literals,
            },
        };
        let kind = || GateKind::And(inputs.clone());
        self.build_gate(kind(), false, kind, |circuit, output| {
            for &input in &inputs {
                circuit.add_clause(&[!output, input]);
            }
            let mut all_true = vec![output];
            all_true.extend(inputs.iter().map(|&input| !input));
            circuit.add_clause(&all_true);
        })
    }

    /// The signal that is true when some input is; without inputs, it is false.
    ///
    /// The negation of [`and`](Circuit::and) over the negated inputs, so that both share their gates: n + 1 clauses for
    /// n inputs, and the output is a negative literal.
    pub fn or(&mut self, inputs: &[Signal]) -> Signal {
        let negated: Vec<Signal> = inputs.iter().map(|&input| !input).collect();
        !self.and(&negated)
    }

    /// The signal that is true when exactly one of the two inputs is.
    ///
    /// With output x, 4 clauses: ¬a ∨ ¬b ∨ ¬x, a ∨ b ∨ ¬x, ¬a ∨ b ∨ x, a ∨ ¬b ∨ x (Tseitin). Folds constants and equal
    /// or opposite inputs.
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let (a, b) = match (a, b) {
            (Signal::Const(value), other) | (other, Signal::Const(value)) => {
                return other.negate_if(value);
            }
            (Signal::Lit(a), Signal::Lit(b)) if a.var() == b.var() => {
                return Signal::Const(a != b);
            }
            (Signal::Lit(a), Signal::Lit(b)) => (a, b),
        };
        // a ⊕ b is the exclusive or of the variables, negated once for each sign.
        let negated = a.is_neg() != b.is_neg();
        let (first, second) = (a.var().min(b.var()), a.var().max(b.var()));
        let normal = GateKind::Xor(first.pos_lit(), second.pos_lit());
        let kind = || GateKind::Xor(a, b);
        self.build_gate(normal, negated, kind, |circuit, output| {
            circuit.add_clause(&[!a, !b, !output]);
            circuit.add_clause(&[a, b, !output]);
            circuit.add_clause(&[!a, b, output]);
            circuit.add_clause(&[a, !b, output]);
        })
    }

    /// If-then-else (ITE): `then` where `selector` is true, `otherwise` where it is false.
    ///
    /// With selector s, branches t and f and output x, 4 clauses: ¬s ∨ t ∨ ¬x, s ∨ f ∨ ¬x, ¬s ∨ ¬t ∨ x, s ∨ ¬f ∨ x
    /// (Tseitin). The two clauses t ∨ f ∨ ¬x and ¬t ∨ ¬f ∨ x, which these four imply, are not added.
    ///
    /// Folds a constant selector and equal branches to a branch; a constant branch, or one equal or opposite to the
    /// selector, to [`and`](Circuit::and) or [`or`](Circuit::or); and opposite branches to [`xor`](Circuit::xor).
    pub fn ite(&mut self, selector: Signal, then: Signal, otherwise: Signal) -> Signal {
        let (selector, then, otherwise) = match self.fold_ite(selector, then, otherwise) {
            Ok(signal) => return signal,
            Err(literals) => literals,
        };
        // A negative selector exchanges the branches; a negative first branch negates the output.
        let (first, second) = if selector.is_neg() {
            (otherwise, then)
        } else {
            (then, otherwise)
        };
        let negated = first.is_neg();
        let variable = selector.var().pos_lit();
        let normal = if negated {
            GateKind::Ite(variable, !first, !second)
        } else {
            GateKind::Ite(variable, first, second)
        };
        let kind = || GateKind::Ite(selector, then, otherwise);
        self.build_gate(normal, negated, kind, |circuit, output| {
            circuit.add_clause(&[!selector, then, !output]);
            circuit.add_clause(&[selector, otherwise, !output]);
            circuit.add_clause(&[!selector, !then, output]);
            circuit.add_clause(&[selector, !otherwise, output]);
        })
    }

    /// Folds an if-then-else to a constant, an input or a simpler gate. `Err`: its literals, if it cannot be folded.
    fn fold_ite(
        &mut self,
        selector: Signal,
        then: Signal,
        otherwise: Signal,
    ) -> Result<Signal, (Lit, Lit, Lit)> {
        let chooser = match selector {
            Signal::Const(value) => return Ok(if value { then } else { otherwise }),
            Signal::Lit(literal) => literal,
        };
        // A branch matters for only one value of the selector, so a branch that is the selector itself is a constant.
        let known = |branch: Signal, value: bool| match branch {
            _ if branch == selector => Signal::Const(value),
            _ if branch == !selector => Signal::Const(!value),
            _ => branch,
        };
        let (then, otherwise) = (known(then, true), known(otherwise, false));
        Ok(match (then, otherwise) {
            _ if then == otherwise => then,
            _ if then == !otherwise => self.xor(selector, !then),
            (Signal::Const(true), other) => self.or(&[selector, other]),
            (Signal::Const(false), other) => self.and(&[!selector, other]),
            (other, Signal::Const(true)) => self.or(&[!selector, other]),
            (other, Signal::Const(false)) => self.and(&[selector, other]),
            (Signal::Lit(then), Signal::Lit(otherwise)) => return Err((chooser, then, otherwise)),
        })
    }
}

/// The signal that a conjunction folds to. `Err`: its distinct literals, sorted, if it cannot be folded.
fn fold_and(inputs: &[Signal]) -> Result<Signal, Vec<Lit>> {
    if inputs.contains(&Signal::FALSE) {
        return Ok(Signal::FALSE);
    }
    let mut literals: Vec<Lit> = inputs.iter().filter_map(|input| input.as_lit()).collect();
    literals.sort_unstable();
    literals.dedup();
    // In sorted order, the two literals of a variable are adjacent.
    if literals.windows(2).any(|pair| pair[0] == !pair[1]) {
        return Ok(Signal::FALSE);
    }
    match literals[..] {
        [] => Ok(Signal::TRUE),
        [only] => Ok(Signal::Lit(only)),
        _ => Err(literals),
    }
}
