//! The colors of stickers in pictures and on pages.

use crate::puzzle::Paint;

/// A color, and the color of text on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Shade {
    /// The common name of the color.
    pub name: &'static str,
    /// The color of the sticker, as written in CSS and SVG.
    pub fill: &'static str,
    /// The text color, whose contrast with the fill is at least 4.5.
    pub ink: &'static str,
}

/// The shade of a paint.
pub fn shade(paint: Paint) -> Shade {
    let (dark, light) = ("#14171a", "#ffffff");
    let (fill, ink) = match paint {
        Paint::White => ("#f7f7f5", dark),
        Paint::Yellow => ("#f5d20c", dark),
        Paint::Cream => ("#fbe9b0", dark),
        Paint::Red => ("#c8102e", light),
        Paint::Orange => ("#ff8a1f", dark),
        Paint::Blue => ("#1c55c0", light),
        Paint::Green => ("#1fae55", dark),
        Paint::Lime => ("#a3e635", dark),
        Paint::Purple => ("#6f3aa8", light),
        Paint::Pink => ("#ff9ecb", dark),
        Paint::Cyan => ("#43c7e8", dark),
        Paint::Brown => ("#7d4a1e", light),
        Paint::Gray => ("#a3a8ad", dark),
        Paint::Black => ("#2b2f33", light),
    };
    Shade {
        name: paint.name(),
        fill,
        ink,
    }
}
