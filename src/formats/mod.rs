//! Puzzle files: our own format, the formats of other programs, and the built-in puzzles.

mod format;
mod import;
mod library;
mod notes;
mod toml;

pub use format::PuzzleFormat;
pub use import::scr::{Scramble, is_scramble_text};
pub use library::PuzzleEntry;
