//! How a campaign stands, and the table of its results.

mod rows;
#[cfg(feature = "sqlite")]
mod sqlite;
mod status;

pub use rows::{Columns, Row};
#[cfg(feature = "sqlite")]
pub use sqlite::write_sqlite;
pub(crate) use status::seconds_left;
pub use status::status;
