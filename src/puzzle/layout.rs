//! Ways to write a state down: which character belongs to which facelet.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use serde::Deserialize;

/// How the facelets of a state are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Row by row of the unfolded net, as the puzzle file draws it.
    Net,
    /// Named groups in any order: `F=RYOG U=YRGO …`.
    Faces,
    /// Face by face in the order of the puzzle file: U, R, F, D, L, B on a
    /// cube.
    Urfdlb,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 3] = [Layout::Net, Layout::Faces, Layout::Urfdlb];

    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Layout::Net => "net",
            Layout::Faces => "faces",
            Layout::Urfdlb => "urfdlb",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Layout {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|layout| layout.name() == text)
            .ok_or_else(|| {
                format!(
                    "no layout `{text}`; there are {}",
                    Self::ALL.iter().join(", ")
                )
            })
    }
}
