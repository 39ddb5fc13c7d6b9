//! Constructs sequences of turns to a given state, without minimizing their length.

mod cycles;
mod merge;
mod scramble;
mod sequence_with_effect;
mod shuffle;

pub use cycles::{ConstructionEffort, Parity, ThreeCycles};
pub use merge::TurnMerger;
pub use shuffle::Shuffle;
