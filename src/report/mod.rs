//! Reports for people and programs: text and JSON.

#[cfg(feature = "internals")]
pub mod cases;
#[cfg(feature = "internals")]
pub mod comparison;
mod distances;
mod hold;
pub mod json;
#[cfg(feature = "internals")]
pub mod merged;
mod net;
mod puzzle;
mod state_guide;
pub mod text;
mod turning;

pub use distances::distribution;
internal!(use distances::bar_chart);
internal!(use hold::hold_instruction);
pub use net::{net, start};
internal!(use net::{turns_with_tips, completed_start, pattern, start_of_solution, tips, turns_with_start});
internal!(use puzzle::PuzzleReport);
internal!(use turning::turn_drawings);
internal!(use state_guide::state_guide);
