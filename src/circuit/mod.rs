//! Boolean circuits of signals, buses, gates and multiplexers, converted to clauses as they are built.
//!
//! A [`Circuit`] creates fresh input [`Signal`]s and gates over them. Each gate gets one output variable and the
//! clauses that tie it to its inputs in both directions (Tseitin's transformation, 1968), so every assignment of the
//! inputs extends to exactly one assignment of the gates. Requirements on signals also become clauses; only cardinality
//! constraints and contradictions add variables.
//!
//! In a [verbatim](CircuitOptions::verbatim) circuit, flat multiplexers and constraints add exactly their documented
//! clauses, in the documented order. Reproducing a published formula requires this.
//!
//! ```
//! use twistsat::circuit::Circuit;
//!
//! let mut circuit = Circuit::default();
//! let (selector, inputs) = (circuit.input_bus(5), circuit.input_bus(32));
//! let output = circuit.mux_flat(&selector, &inputs);
//! assert_eq!(circuit.clause_count(), 64);
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

pub use at_most_one::at_most_one_clause_count;
pub use builder::{AtMostOne, Cardinality, Circuit, CircuitOptions};
pub use signal::{Bus, Signal, value_cube, width_for};
pub use structure::{Gate, GateKind, LinearConstraint};
