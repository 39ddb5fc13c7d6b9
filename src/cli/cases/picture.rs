//! A small picture of a state: the net of the puzzle, a square a facelet.

use std::fmt::Write;

use crate::notation::Scheme;
use crate::puzzle::{Puzzle, State};

/// The side of a square.
const SIDE: usize = 7;

/// The picture as SVG, fit to stand in a page.
pub(super) fn svg(puzzle: &Puzzle, state: &State) -> String {
    let net = puzzle.net();
    let scheme = Scheme::own(puzzle);
    let columns = net.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (columns * SIDE, net.len() * SIDE);
    let mut text = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" stroke=\"#333\" stroke-width=\"0.5\">"
    );
    for (y, row) in net.iter().enumerate() {
        for (x, facelet) in row.iter().enumerate() {
            if let Some(facelet) = facelet {
                // Paints are called as in CSS.
                let paint = format!("{:?}", scheme.paint(puzzle, state.color(*facelet)));
                let paint = paint.to_lowercase();
                let _ = write!(
                    text,
                    "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{paint}\"/>",
                    x * SIDE,
                    y * SIDE
                );
            }
        }
    }
    text + "</svg>"
}
