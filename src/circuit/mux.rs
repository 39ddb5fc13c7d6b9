//! Multiplexers: the output equals the input whose index is on the selector.
//!
//! There are two forms: the flat one is one gate with long clauses, the tree is many gates with short clauses. Both
//! accept fewer inputs than the selector has codes. The output for a code without an input is not specified; callers
//! can exclude such codes with [`Circuit::require_less_than`].

use itertools::Itertools;
use rustsat::types::Lit;

use super::builder::Circuit;
use super::require::fold_clause;
use super::signal::{Signal, bit, width_for};
use super::structure::GateKind;

impl Circuit {
    /// A multiplexer as one gate.
    ///
    /// With output x and selector bits s, each input a, selected by code c, gives 2 clauses: ¬a ∨ (s ≠ c) ∨ x and
    /// a ∨ (s ≠ c) ∨ ¬x, where s ≠ c stands for one literal per selector bit, true if that bit differs from c. That is
    /// 2 n clauses for n inputs: for 32 inputs, 64 clauses of 7 literals. (Tseitin's clauses for x = a, conditional on
    /// s = c)
    ///
    /// Folding: if all inputs that the selector can reach are equal, the output is that input (so a constant selector
    /// selects its input). If the selector can reach two inputs and one variable decides between them, the multiplexer
    /// is an [`ite`](Circuit::ite). If it can reach none, the output is false. Constants are folded within the clauses.
    pub fn mux_flat(&mut self, selector: &[Signal], inputs: &[Signal]) -> Signal {
        check_inputs(selector, inputs.len());
        if !self.options.verbatim
            && let Some(signal) = self.fold_mux(selector, inputs)
        {
            return signal;
        }
        // Negating all inputs negates the output.
        let negated = inputs[0].is_negative();
        let normal = inputs.iter().map(|input| input.negate_if(negated));
        let normal = GateKind::Mux(selector.to_vec(), normal.collect());
        let kind = || GateKind::Mux(selector.to_vec(), inputs.to_vec());
        self.build_gate(normal, negated, kind, |circuit, output| {
            for (code, &input) in inputs.iter().enumerate() {
                for value in [true, false] {
                    let before = [input.negate_if(value)].into_iter();
                    let clause = before
                        .chain(selector_differs(selector, code))
                        .chain([Signal::Lit(output).negate_if(!value)]);
                    circuit.require_if([], clause);
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

    /// Folds a flat multiplexer to a constant, one of its inputs or an if-then-else; `None` if that is impossible.
    fn fold_mux(&mut self, selector: &[Signal], inputs: &[Signal]) -> Option<Signal> {
        // The usual case, detected without building clauses.
        if selector.len() > 1 && is_free(selector) {
            return inputs.iter().all_equal_value().ok().copied();
        }
        // The inputs that the selector can reach, each with its literals s ≠ c.
        let reachable: Vec<(Vec<Lit>, Signal)> = inputs
            .iter()
            .enumerate()
            .filter_map(|(code, &input)| {
                let differs: Vec<Signal> = selector_differs(selector, code).collect();
                Some((fold_clause(&differs)?, input))
            })
            .collect();
        let Some((first_differs, first)) = reachable.first() else {
            return Some(Signal::FALSE);
        };
        if reachable.iter().all(|(_, input)| input == first) {
            return Some(*first);
        }
        match reachable[..] {
            // If the selector differs from the first code, it equals the second.
            [_, (ref second_differs, second)]
                if first_differs.len() == 1 && second_differs.len() == 1 =>
            {
                Some(self.ite(Signal::Lit(first_differs[0]), second, *first))
            }
            _ => None,
        }
    }
}

/// One signal for each selector bit, true if that bit differs from the code's.
fn selector_differs(selector: &[Signal], code: usize) -> impl Iterator<Item = Signal> + '_ {
    let differs = move |(i, signal): (usize, &Signal)| signal.negate_if(bit(code, i));
    selector.iter().enumerate().map(differs)
}

/// Whether a selector can have every code: its bits are different variables.
fn is_free(selector: &[Signal]) -> bool {
    let variables = selector.iter().map(|bit| bit.as_lit().map(|lit| lit.var()));
    let variables: Option<Vec<_>> = variables.collect();
    variables.is_some_and(|variables| variables.iter().all_unique())
}

fn check_inputs(selector: &[Signal], inputs: usize) {
    assert!(inputs > 0, "multiplexer without inputs");
    assert!(
        width_for(inputs) <= selector.len(),
        "{inputs} multiplexer inputs need more than {} selector bits",
        selector.len()
    );
}
