//! Constructs sequences of turns for a given permutation, without minimizing their length.

mod cycles;
mod factorization;
mod merge;
mod scramble;
mod sequence_with_effect;
mod shuffle;
mod tables;

pub use cycles::{ConstructionEffort, Parity, ThreeCycles};
pub use factorization::Factorizer;
pub use merge::TurnMerger;
pub use shuffle::Shuffle;
