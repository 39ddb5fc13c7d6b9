//! A small picture, complete in itself or part of a larger one.

use super::svg_parts::{decimal, svg_header, text};
use crate::text::escape_invisible;

/// A small picture with its size in pixels, so that several can be placed on one sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Thumbnail {
    pub(super) title: String,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The SVG elements, positioned relative to the upper left corner.
    pub(super) body: String,
}

impl Thumbnail {
    /// The complete picture as an SVG file.
    pub fn standalone(&self) -> String {
        svg_header(self.width, self.height, &self.title) + &self.body + "</svg>\n"
    }
}

/// Thumbnails below each other, each with lines of text to its right, the first line in bold.
pub fn sheet(title: &str, rows: &[(Thumbnail, Vec<String>)]) -> String {
    const LINE: f64 = 18.0;
    const GAP: f64 = 12.0;
    // An upper bound on the average width of a character.
    const CHARACTER: f64 = 8.5;
    let widths = rows.iter().map(|(thumbnail, _)| thumbnail.width);
    let left = widths.fold(0.0, f64::max) + 2.0 * GAP;
    let lines = rows.iter().flat_map(|(_, lines)| lines);
    let longest = lines.map(|line| line.chars().count()).max().unwrap_or(0);
    let title_width = title.chars().count() as f64 * CHARACTER + GAP;
    let width = (left + longest as f64 * CHARACTER).max(title_width) + GAP;
    let row_height = |(thumbnail, lines): &(Thumbnail, Vec<String>)| {
        thumbnail.height.max(lines.len() as f64 * LINE)
    };
    let head = 2.0 * LINE + GAP;
    let height = head + rows.iter().map(|row| row_height(row) + GAP).sum::<f64>();
    let line = |x: f64, y: f64, is_bold: bool, words: &str| {
        let weight = if is_bold { "bold" } else { "normal" };
        let style = format!(
            "font-size=\"14\" font-weight=\"{weight}\" fill=\"#14171a\" style=\"text-anchor:start\""
        );
        text(x, y, &style, &escape_invisible(words))
    };
    let mut sheet = svg_header(width, height, title) + &line(GAP, LINE, true, title);
    let mut y = head;
    for row in rows {
        let (thumbnail, lines) = row;
        let (x, top, body) = (decimal(GAP), decimal(y), &thumbnail.body);
        sheet += &format!("<g transform=\"translate({x} {top})\">\n{body}</g>\n");
        for (number, words) in lines.iter().enumerate() {
            let middle = y + (number as f64 + 0.5) * LINE;
            sheet += &line(left, middle, number == 0, words);
        }
        y += row_height(row) + GAP;
    }
    sheet + "</svg>\n"
}
