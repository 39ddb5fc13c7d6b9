//! JSON for programs. Each object names its schema; `docs/json.md` describes every key, and `docs/twistsat.schema.json` is
//! the schema of all of them. Keys may be added; existing ones keep their meaning as long as the number of the schema stays
//! the same.

mod cases;
mod error;
mod graph;
mod header;
mod plan;
mod proof;
mod puzzle;
mod scramble;
mod solve;

pub use cases::{CaseAlgorithm, CaseAnswer, Cases};
pub use error::{Mistake, Refused};
pub use graph::{Distances, Export, File, Paths};
pub use header::{About, Header, Line, Made, Names, Schema, StageOf};
pub use plan::{Bound, Ending, Plan, Shorter, Stage};
pub use proof::{Check, Prove, Verify};
pub use puzzle::{PuzzleCheck, PuzzleMistake};
pub use scramble::Scramble;
pub use solve::{Decode, Enumerate, Formula, Milestone, Solve};

/// The version of twistsat in reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
