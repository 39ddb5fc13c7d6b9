//! Families of formulas for solvers to be measured by, each with what is true of it.
//!
//! A [`Maker`] makes the formulas of a [family](FamilyName) one by one. Their truth comes from a search from both ends
//! that knows nothing of clauses, and each formula is held against it: see `truth`.

mod error;
mod families;
mod index;
mod maker;
mod truth;

pub use error::BenchmarkError;
pub use families::FamilyName;
pub use index::{Row, csv, json, readme};
pub use maker::{Asked, Maker, Means};
