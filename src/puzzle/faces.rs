//! Faces and their colors.

use serde::Deserialize;

use super::state::Color;

/// How a color is written and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorName {
    /// Its character.
    pub symbol: char,
    /// Its terminal color.
    pub paint: Paint,
}

/// The colors in which stickers are shown.
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

/// A face: facelets that have one color when the puzzle is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Its name, for example `U`.
    pub name: String,
    /// Its color when solved.
    pub color: Color,
    /// Its facelets, row by row.
    pub facelets: Vec<usize>,
}
