//! Families of benchmark formulas for solvers, with known answers.
//!
//! A [`Maker`] generates the formulas of a [family](FamilyName) one by one. The known answers come from a search from both
//! ends that does not use clauses, and each formula is compared with them: see `truth`.

mod error;
mod families;
mod index;
mod maker;
mod truth;

pub use error::BenchmarkError;
pub use families::FamilyName;
pub use index::{Row, csv, json, readme};
pub use maker::{Made, Maker, Means};
