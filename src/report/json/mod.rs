//! JSON for programs. Each object names its schema; `docs/twistsat.schema.json` describes every key, and `docs/json.md`
//! shows an example of each object.

mod header;
mod plan;
mod proof;
mod puzzle;
mod solve;

pub use crate::text::Object;
pub use header::{Names, request_error};
internal!(use header::{about, header, line_error, object, with_question});
pub use plan::plan;
pub use proof::{Proved, prove, verify};
internal!(use proof::check);
internal!(use puzzle::puzzle_check);
pub use solve::{enumerate, solve};
pub(crate) use solve::{with_attempt, with_milestone};

/// The version of twistsat in reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
