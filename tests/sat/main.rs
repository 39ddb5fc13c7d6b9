//! Formulas, solvers, searches and proofs: what the road by SAT answers, against counting, tables
//! and trying everything.

#[path = "../common/mod.rs"]
mod common;

mod counts;
mod digits;
mod oracle;
mod plans;
mod proof;
mod quarter_turns;
mod questions;
mod reach;
mod solvers;
mod windows;
