//! Reports for people and programs: text and JSON.

#[cfg(feature = "cli")]
pub(crate) mod cases;
#[cfg(feature = "cli")]
pub(crate) mod comparison;
mod distances;
mod hold;
pub mod json;
#[cfg(feature = "cli")]
pub(crate) mod merged;
mod net;
mod puzzle;
pub mod text;
mod turning;
mod writing;

pub use distances::{bars, distribution};
pub use hold::hold;
pub use net::{alg, completed, net, pattern, solved_by, start, tips, with_start};
pub use puzzle::{Generator, Kind, Known, PuzzleReport};
pub use turning::turning;
pub use writing::writing;
