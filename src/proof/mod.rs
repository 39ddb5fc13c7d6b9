//! Proofs that a formula is unsatisfiable.

pub mod check;
