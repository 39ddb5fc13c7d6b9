//! Faces and their colors.

use serde::Deserialize;

use super::state::Color;
use crate::names::named;

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

named!(
    Paint,
    "paint",
    White = "white",
    Yellow = "yellow",
    Cream = "cream",
    Red = "red",
    Orange = "orange",
    Blue = "blue",
    Green = "green",
    Lime = "lime",
    Purple = "purple",
    Pink = "pink",
    Cyan = "cyan",
    Brown = "brown",
    Gray = "gray",
    Black = "black",
);

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
