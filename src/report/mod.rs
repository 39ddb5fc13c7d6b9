//! What people and programs read: text and JSON.

#[cfg(feature = "cli")]
pub(crate) mod cases;
mod distances;
pub mod json;
#[cfg(feature = "cli")]
pub(crate) mod merged;
mod net;
mod puzzle;
pub mod text;

pub use distances::{bars, distribution};
pub use net::{alg, completed, net, pattern, solved_by, start, tips, with_start};
pub use puzzle::{Generator, Kind, Known, PuzzleReport};
