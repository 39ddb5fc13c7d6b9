//! Turns that make a given permutation, as many as it takes.

mod cycles;
mod merge;
mod scramble;
mod sequences;
mod shuffle;
mod tables;
mod words;

pub use cycles::{Effort, Parity, ThreeCycles};
pub use merge::Merging;
pub use shuffle::Shuffle;
pub use words::Words;
