//! A data file, and where its mistakes are.

mod file;
mod mistakes;

pub use file::{FileError, Source};
pub(crate) use mistakes::{MOST_MISTAKES, Mistakes};
