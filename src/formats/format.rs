//! The forms in which a puzzle is written down.

use std::fmt;
use std::str::FromStr;

/// A form in which a puzzle is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleFormat {
    /// Ours.
    Toml,
    /// A definition of twsearch.
    Tws,
    /// A KPuzzle in JSON.
    KPuzzle,
}

impl PuzzleFormat {
    /// All forms.
    pub const ALL: [PuzzleFormat; 3] = [Self::Toml, Self::Tws, Self::KPuzzle];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Toml => "toml",
            Self::Tws => "tws",
            Self::KPuzzle => "kpuzzle",
        }
    }

    /// The form of a file, by the end of its name; without one that tells, by
    /// its text.
    #[must_use]
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
        let mut lines = text.lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        match first.and_then(|line| line.split_once(char::is_whitespace)) {
            // In TOML a `=` would follow.
            Some(("Name" | "Set", rest)) if !rest.trim_start().starts_with('=') => Self::Tws,
            _ => Self::Toml,
        }
    }
}

impl fmt::Display for PuzzleFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PuzzleFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| "it must be toml, tws or kpuzzle".to_owned())
    }
}
