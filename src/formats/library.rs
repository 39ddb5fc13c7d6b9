//! The puzzles that are compiled in: all files of `encodings/puzzles`.

use crate::puzzle::Puzzle;
use crate::source::FileError;

/// Name and text of each file, in the order of the names; `build.rs` lists them.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// The names of the built-in puzzles, in alphabetical order.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The built-in puzzle of a name; `None` if there is none.
///
/// # Errors
/// [`FileError`] if the compiled-in file is wrong, which tests exclude.
pub fn built_in(name: &str) -> Option<Result<Puzzle, FileError>> {
    FILES
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(name, text)| Puzzle::from_toml(&format!("encodings/puzzles/{name}.toml"), text))
}
