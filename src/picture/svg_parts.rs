//! The SVG that all pictures share: the opening tag, numbers and corners.

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

/// The corners of a polygon as an SVG attribute, with `unit` pixels per unit.
pub(super) fn points(points: &[Point], unit: f64) -> String {
    let point = |it: &Point| format!("{},{}", decimal(it[0] * unit), decimal(it[1] * unit));
    points.iter().map(point).collect::<Vec<_>>().join(" ")
}
