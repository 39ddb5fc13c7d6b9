//! The components of formulas: the types of [RustSAT](https://github.com/chrjabs/rustsat), which solvers use, and
//! [`Clauses`], which stores many of them compactly.
//!
//! A [`Formula`](crate::Formula) works with everything that accepts RustSAT's types: solvers, encodings, checkers.
//! `rustsat` is the version that this crate uses.

pub use rustsat;
pub use rustsat::instances::Cnf;
pub use rustsat::types::{Assignment, Lit, Var};
inner!(use rustsat::types::{Cl, Clause, TernaryVal});

pub use crate::clauses::Clauses;
