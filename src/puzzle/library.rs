//! The puzzles that are compiled in.

use super::{FileError, Puzzle};

const FILES: [(&str, &str); 1] = [(
    "pocket",
    include_str!("../../encodings/puzzles/pocket.toml"),
)];

/// The names of the built-in puzzles.
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
