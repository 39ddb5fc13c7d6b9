//! Data files, and the positions of their mistakes.

mod file;
mod mistakes;

pub use file::{FileError, Source};
pub(crate) use mistakes::{MAX_MISTAKES, Mistakes};
