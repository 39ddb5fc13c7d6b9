//! Boolean circuits of signals, buses, gates and multiplexers, converted to clauses as they are built.
//!
//! A [`Circuit`] creates fresh input [`Signal`]s and gates over them. Each gate gets one output variable and the
//! clauses that tie it to its inputs in both directions (Tseitin's transformation, 1968), so every assignment of the
//! inputs extends to exactly one assignment of the gates. Requirements on the signals also become clauses. They add no
//! variables, except for cardinality constraints and contradictions.
//!
//! In a [verbatim](CircuitOptions::verbatim) circuit, flat multiplexers and constraints add exactly their documented
//! clauses, in the documented order. Reproducing a published formula requires this.
//!
//! ```
//! use twistsat::circuit::{Circuit, Signal, value_cube};
//!
//! let mut circuit = Circuit::default();
//! let selector = circuit.input_bus(5);
//! let inputs: Vec<Signal> = (0..32).map(|_| circuit.input()).collect();
//! let output = circuit.mux_flat(&selector, &inputs);
//! assert_eq!(circuit.n_clauses(), 64);
//!
//! // With a constant selector, the output is the selected input: no gate is added.
//! let seven = value_cube(&[Signal::TRUE; 5], 7);
//! assert_eq!(circuit.mux_flat(&seven, &inputs), inputs[7]);
//! assert_eq!(circuit.n_clauses(), 64);
//!
//! circuit.require(output);
//! let (cnf, variables) = circuit.into_clauses();
//! assert_eq!((cnf.len(), variables), (65, 38));
//! ```

mod at_most_one;
mod builder;
mod cardinality;
mod gates;
mod mux;
mod require;
mod signal;
mod structure;
#[cfg(test)]
mod tests;

pub use at_most_one::at_most_one_clause_count;
pub use builder::{AtMostOne, Cardinality, Circuit, CircuitOptions};
pub use signal::{Bus, Signal, value_cube, width_for};
pub use structure::{Gate, GateKind, LinearConstraint};
