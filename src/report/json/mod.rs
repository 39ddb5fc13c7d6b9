//! JSON for programs. Each object names its schema; `docs/twistsat.schema.json` describes every key, and `docs/json.md`
//! shows an example of each object. Keys may be added; existing ones keep their meaning as long as the number of the
//! schema stays the same.

#[cfg(feature = "internals")]
mod cases;
mod error;
mod graph;
mod header;
mod plan;
mod proof;
mod puzzle;
mod scramble;
mod solve;

#[cfg(feature = "internals")]
pub use cases::{CaseAlgorithm, CaseAnswer, Cases};
pub use error::RequestError;
inner!(use error::LineError);
inner!(use graph::{Distances, Export, File, Paths});
pub use header::{Header, Names};
inner!(use header::{PuzzleHeader, Line, ObjectHeader, Schema, StageReference});
inner!(use plan::{Plan, Shortening, Stage});
pub use proof::{Prove, Verify};
inner!(use proof::Check);
inner!(use puzzle::{PuzzleCheck, PuzzleMistake});
inner!(use scramble::Scramble);
pub use solve::{Milestone, Solve};
inner!(use solve::{Decode, Enumerate});

/// The version of twistsat in reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
