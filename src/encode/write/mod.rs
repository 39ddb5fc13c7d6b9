//! Formulas in formats other than DIMACS and weighted clauses: one file per format.
//!
//! Each file writes a [`Formula`](super::Formula) that was built with the [`FormulaContent`](super::FormulaContent) of
//! the format.

mod aiger;
mod dot;
mod format;
mod icnf;
mod opb;
mod smt;

pub use format::Format;
pub use icnf::read_cubes;
pub(crate) use smt::{name_of_facelet, name_of_turn};
