//! Twistsat turns a puzzle and a state into clauses, and a model of the
//! clauses back into turns.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod circuit;
pub mod cli;
pub mod control;
pub mod encode;
pub mod graph;
pub mod puzzle;
pub mod report;
pub mod search;
pub mod solver;
