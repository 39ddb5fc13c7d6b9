//! The components of formulas: types of [RustSAT](https://github.com/chrjabs/rustsat), such as literals and assignments,
//! and [`Clauses`], a compact list of clauses.
//!
//! A [`Formula`](crate::Formula) works with everything that accepts RustSAT's types: solvers, encodings, checkers. Use
//! the `rustsat` re-exported here, because its version is the one that this crate uses.

pub use rustsat;
pub use rustsat::instances::Cnf;
pub use rustsat::types::{Assignment, Lit, Var};
internal!(use rustsat::types::{Cl, Clause, TernaryVal});

pub use crate::clauses::Clauses;
