//! Multiplexers: the output equals the input whose index is on the selector.
//!
//! A multiplexer is built either flat, as one gate with long clauses, or as a tree of gates with short clauses. Both
//! forms accept fewer inputs than the selector has codes. The output for a code without an input is not specified;
//! callers can exclude such codes with [`Circuit::require_less_than`].

use itertools::Itertools;

use super::builder::Circuit;
use super::signal::{Signal, bit, width_for};
use super::structure::GateKind;

impl Circuit {
    /// A multiplexer as one gate.
    ///
    /// With output x and selector bits s, each input a, selected by code c, gives 2 clauses: ¬a ∨ (s ≠ c) ∨ x and a ∨
    /// (s ≠ c) ∨ ¬x, where s ≠ c stands for one literal per selector bit, true if that bit differs from c. That is 2 n
    /// clauses for n inputs: for 32 inputs, 64 clauses of 7 literals. (Tseitin's clauses for x = a, conditional on s =
    /// c)
    ///
    /// Folding: if all inputs are equal, the output is that input. With one selector bit and two inputs, the
    /// multiplexer is an [`ite`](Circuit::ite). Constants are folded within the clauses.
    pub fn mux_flat(&mut self, selector: &[Signal], inputs: &[Signal]) -> Signal {
        check_inputs(selector, inputs.len());
        if !self.options.verbatim {
            if let Ok(&input) = inputs.iter().all_equal_value() {
                return input;
            }
            if let (&[bit], &[zero, one]) = (selector, inputs) {
                return self.ite(bit, one, zero);
            }
        }
        // Negating all inputs negates the output.
        let negated = inputs[0].is_negative();
        let normal = inputs.iter().map(|input| input.negate_if(negated));
        let normal = GateKind::Mux(selector.to_vec(), normal.collect());
        let kind = || GateKind::Mux(selector.to_vec(), inputs.to_vec());
        self.build_gate(normal, negated, kind, |circuit, output| {
            for (code, &input) in inputs.iter().enumerate() {
                let differs = (0..).zip(selector);
                let differs = differs.map(|(at, signal)| signal.negate_if(bit(code, at)));
                for value in [true, false] {
                    let clause = [input.negate_if(value)].into_iter();
                    let clause = clause.chain(differs.clone());
                    circuit.require_if([], clause.chain([Signal::Lit(output).negate_if(!value)]));
                }
            }
        })
    }

    /// A multiplexer as a tree of [`ite`](Circuit::ite) gates, the selector's least significant bit next to the inputs:
    /// 2ʷ − 1 gates and 4 (2ʷ − 1) clauses for 2ʷ inputs, 124 clauses for 32. (Tseitin, gate by gate)
    ///
    /// With fewer inputs, some nodes have only one child. Such a node is its child, so n inputs need at most n − 1
    /// gates. A code without an input selects one of the inputs.
    pub fn mux_tree(&mut self, selector: &[Signal], inputs: &[Signal]) -> Signal {
        check_inputs(selector, inputs.len());
        let mut level = inputs.to_vec();
        for &bit in selector {
            let node = |children: &[Signal]| match *children {
                [zero, one] => self.ite(bit, one, zero),
                _ => children[0],
            };
            level = level.chunks(2).map(node).collect();
        }
        level[0]
    }
}

fn check_inputs(selector: &[Signal], inputs: usize) {
    assert!(inputs > 0, "multiplexer without inputs");
    assert!(
        width_for(inputs) <= selector.len(),
        "{inputs} multiplexer inputs need more than {} selector bits",
        selector.len()
    );
}
