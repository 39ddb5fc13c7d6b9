//! The colors of stickers on a page.

use crate::puzzle::Paint;

/// A color, and the color of text on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Shade {
    /// The common name of the color.
    pub name: &'static str,
    /// The color of the sticker, as written in CSS and SVG.
    pub fill: &'static str,
    /// The text color, with a contrast of at least 4.5.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colors according to the Web Content Accessibility Guidelines.
    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |color: &str| {
            let part = |at: usize| {
                let value = u8::from_str_radix(&color[at..at + 2], 16).expect("hexadecimal");
                let value = f64::from(value) / 255.0;
                if value <= 0.040_45 {
                    value / 12.92
                } else {
                    ((value + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn letters_are_legible_on_every_paint() {
        use Paint::*;
        let all = [
            White, Yellow, Cream, Red, Orange, Blue, Green, Lime, Purple, Pink, Cyan, Brown, Gray,
            Black,
        ];
        for paint in all {
            let Shade { name, fill, ink } = shade(paint);
            assert!(
                contrast(fill, ink) >= 4.5,
                "{name}: {}",
                contrast(fill, ink)
            );
        }
    }
}
