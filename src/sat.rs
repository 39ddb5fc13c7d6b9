//! What formulas are made of: the types of [RustSAT](rustsat), which solvers speak, and
//! [`Clauses`], which holds many of them in little memory.
//!
//! Whatever takes RustSAT's types takes a [`Formula`](crate::Formula): a solver, an encoding, a
//! checker of one's own. [`rustsat`] is the version that this crate uses.

pub use rustsat;
pub use rustsat::instances::Cnf;
pub use rustsat::types::{Assignment, Cl, Clause, Lit, TernaryVal, Var};

pub use crate::clauses::Clauses;
