//! Faces and their colours.

use serde::Deserialize;

use super::state::Color;

/// A colour as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorName {
    /// The character that stands for it.
    pub symbol: char,
    /// What a terminal shows.
    pub paint: Paint,
}

/// The colours that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Paint {
    White,
    Yellow,
    Cream,
    Red,
    Orange,
    Blue,
    Green,
    Lime,
    Purple,
    Pink,
    Cyan,
    Brown,
    Gray,
    Black,
}

impl Paint {
    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Paint::White => "white",
            Paint::Yellow => "yellow",
            Paint::Red => "red",
            Paint::Orange => "orange",
            Paint::Blue => "blue",
            Paint::Green => "green",
            Paint::Purple => "purple",
            Paint::Pink => "pink",
            Paint::Cyan => "cyan",
            Paint::Brown => "brown",
            Paint::Gray => "gray",
            Paint::Black => "black",
            Paint::Cream => "cream",
            Paint::Lime => "lime",
        }
    }
}

/// A face: facelets that show one colour when the puzzle is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its name, `U` for example.
    pub name: String,
    /// Its colour when solved.
    pub color: Color,
    /// Its facelets, row by row.
    pub facelets: Vec<usize>,
}
