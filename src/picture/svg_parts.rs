//! The SVG that all pictures share: the opening tag, stickers, text and numbers.

use itertools::Itertools;

use super::net_positions::Point;
use crate::text::escape_xml;

/// The margin around a picture, in pixels.
pub(super) const MARGIN: f64 = 8.0;

/// A number with at most two decimal places.
pub(super) fn decimal(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// The beginning of a picture: its size, title, text style and background.
pub(super) fn svg_header(width: f64, height: f64, title: &str) -> String {
    let (w, h) = (decimal(width), decimal(height));
    let title = escape_xml(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n\
         <title>{title}</title>\n\
         <style>text{{font-family:sans-serif;text-anchor:middle;dominant-baseline:central}}</style>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n"
    )
}

/// The beginning of a group of stickers: its offset in pixels and the width of its lines.
pub(super) fn sticker_group(x: f64, y: f64, line_width: f64) -> String {
    format!(
        "<g transform=\"translate({} {})\" stroke=\"#14171a\" stroke-width=\"{}\" stroke-linejoin=\"round\">\n",
        decimal(x),
        decimal(y),
        decimal(line_width)
    )
}

/// A line of text, with these attributes besides its position.
pub(super) fn text(x: f64, y: f64, attributes: &str, words: &str) -> String {
    let (x, y, words) = (decimal(x), decimal(y), escape_xml(words));
    format!("<text x=\"{x}\" y=\"{y}\" {attributes}>{words}</text>\n")
}

/// A sticker, with `unit` pixels per unit of the net, and the name of its facelet as a tooltip.
pub(super) fn sticker(corners: &[Point], unit: f64, fill: &str, name: &str) -> String {
    let point = |it: &Point| format!("{},{}", decimal(it[0] * unit), decimal(it[1] * unit));
    let points = corners.iter().map(point).join(" ");
    let name = escape_xml(name);
    format!("<polygon points=\"{points}\" fill=\"{fill}\"><title>{name}</title></polygon>\n")
}
