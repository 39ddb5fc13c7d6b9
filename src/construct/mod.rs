//! Constructs sequences of turns for a given permutation, without minimizing their length.

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
