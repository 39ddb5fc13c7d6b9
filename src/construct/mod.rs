//! Random states and turn sequences, and sequences of turns from one state to another that need not be short.

mod cycles;
mod merge;
mod scramble;
mod sequence_with_effect;
mod shuffle;

pub use cycles::{ConstructionEffort, Parity, ThreeCycles};
pub use merge::TurnMerger;
pub use shuffle::Shuffle;
