//! Turns that make a given permutation, as many as it takes.

mod cycles;
mod merge;
mod scramble;
mod sequences;
mod tables;
mod words;

pub use cycles::{Effort, ThreeCycles};
pub use merge::Merging;
pub use words::Words;
