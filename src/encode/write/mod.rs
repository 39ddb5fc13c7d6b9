//! Formulas in other formats than DIMACS: one file a format.
//!
//! Each writes a [`Formula`](super::Formula) that the encoder made with the [`View`](super::View) that
//! the format needs.

mod aiger;
mod dot;
mod format;
mod icnf;
mod opb;
mod smt;

pub use format::{Format, Unsuited};
pub use icnf::{CubeError, read_cubes};
pub(crate) use smt::{name_of_facelet, name_of_turn};
