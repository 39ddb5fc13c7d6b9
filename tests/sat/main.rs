//! Formulas, solvers, searches and proofs: compares the answers of SAT with counts, tables and exhaustive search.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod circuit;
mod counts;
mod digits;
mod lengths;
mod oracle;
mod plans;
mod proof;
mod questions;
mod reach;
mod solvers;
mod windows;
