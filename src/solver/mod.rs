//! Solvers behind one trait.
