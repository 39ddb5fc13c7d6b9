//! Families of benchmark formulas for solvers, with known answers.
//!
//! A [`FormulaGenerator`] generates the formulas of a [family](FamilyName) one by one. The known answers come from a
//! search from both ends that does not use clauses, and each formula is compared with them: see `known_answer`.

mod families;
mod generator;
mod index;
mod known_answer;

pub use families::FamilyName;
pub use generator::{FormulaGenerator, GeneratedFormula, GeneratorSettings};
pub use index::{csv, json, readme};
