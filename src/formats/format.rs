//! The file formats of puzzles.

use crate::names::named;

/// A file format of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleFormat {
    /// The format of this program.
    Toml,
    /// A twsearch definition.
    Tws,
    /// A KPuzzle in JSON.
    KPuzzle,
}

named!(
    PuzzleFormat,
    "format",
    Toml = "toml",
    Tws = "tws",
    KPuzzle = "kpuzzle",
);

impl PuzzleFormat {
    /// Detects the format of a file from its extension or, if that is unknown, from its text.
    pub fn guess(name: &str, text: &str) -> Self {
        let name = name.to_ascii_lowercase();
        if name.ends_with(".toml") {
            return Self::Toml;
        }
        if name.ends_with(".tws") {
            return Self::Tws;
        }
        if name.ends_with(".json") || text.trim_start().starts_with('{') {
            return Self::KPuzzle;
        }
        match first_statement(text).and_then(|line| line.split_once(char::is_whitespace)) {
            // In TOML, `=` would follow.
            Some(("Name" | "Set", rest)) if !rest.trim_start().starts_with('=') => Self::Tws,
            _ => Self::Toml,
        }
    }
}

/// The first line that is neither empty nor a comment, in the formats of twsearch.
pub(super) fn first_statement(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty() && !line.starts_with('#'))
}
