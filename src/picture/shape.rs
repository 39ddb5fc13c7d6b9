//! The position of each facelet on the unfolded net.
//!
//! *Idea.* The puzzle file has a net of rows and columns. Most facelets are squares there. Three kinds of puzzles are
//! recognized by their faces and turns, and drawn in the usual way: the Skewb (a diamond between four
//! triangles), the Pyraminx without tips (six triangles around a point) and dodecahedra. Every other puzzle is drawn
//! with squares, which is always correct.

use super::dodecahedron;
use super::net_positions::{Drawing, NetPositions, Point, bounds, mean_point};
use crate::puzzle::Puzzle;

/// The position of each facelet. The unit is a column of the net.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Shape {
    /// The width of the net.
    pub width: f64,
    /// The height of the net.
    pub height: f64,
    /// The corners of each facelet, in order around it.
    pub cells: Vec<Vec<Point>>,
    /// The center of each facelet, where its letter is placed.
    pub middles: Vec<Point>,
    /// Half the font size of a letter.
    pub letter: f64,
    /// The outline of each face, if it is larger than its facelets.
    pub outlines: Vec<Vec<Point>>,
}

impl Shape {
    /// The net of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut net_positions: NetPositions = vec![None; puzzle.facelets().len()];
        for (row, cells) in puzzle.net().iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if let Some(facelet) = cell {
                    net_positions[*facelet] = Some((row, column));
                }
            }
        }
        let special = dodecahedron::cells(puzzle, &net_positions)
            .or_else(|| skewb_faces(puzzle, &net_positions))
            .or_else(|| hexagons(puzzle, &net_positions));
        let (cells, outlines, letter) = special
            .unwrap_or_else(|| (net_positions.iter().map(square).collect(), Vec::new(), 0.3));
        let extent = |axis: usize| {
            let all = cells.iter().flatten().map(|point| point[axis]);
            all.fold(0.0, f64::max)
        };
        Self {
            width: extent(0),
            height: extent(1),
            middles: cells.iter().map(|cell| mean_point(cell)).collect(),
            letter,
            outlines,
            cells,
        }
    }
}

fn square(place: &Option<(usize, usize)>) -> Vec<Point> {
    let Some((row, column)) = *place else {
        return Vec::new();
    };
    let (x, y) = (column as f64, row as f64);
    vec![[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]
}

/// Faces drawn as a diamond between four triangles: the center and the corners of three by three cells of the net.
fn skewb_faces(puzzle: &Puzzle, net_positions: &NetPositions) -> Option<Drawing> {
    let mut cells = vec![Vec::new(); net_positions.len()];
    for face in puzzle.faces() {
        let [top, left, 3, 3] = bounds(face, net_positions)? else {
            return None;
        };
        if face.facelets.len() != 5 {
            return None;
        }
        let (x, y) = (left as f64, top as f64);
        for &facelet in &face.facelets {
            let (row, column) = net_positions[facelet]?;
            let corner = |x: f64, y: f64, right: f64, down: f64| {
                vec![[x, y], [x + 1.5 * right, y], [x, y + 1.5 * down]]
            };
            cells[facelet] = match (row - top, column - left) {
                (0, 0) => corner(x, y, 1.0, 1.0),
                (0, 2) => corner(x + 3.0, y, -1.0, 1.0),
                (2, 0) => corner(x, y + 3.0, 1.0, -1.0),
                (2, 2) => corner(x + 3.0, y + 3.0, -1.0, -1.0),
                (1, 1) => vec![
                    [x + 1.5, y],
                    [x + 3.0, y + 1.5],
                    [x + 1.5, y + 3.0],
                    [x, y + 1.5],
                ],
                _ => return None,
            };
        }
    }
    Some((cells, Vec::new(), 0.32))
}

/// Faces of six triangles around a point, in two rows of three, on a puzzle with turns of order three.
fn hexagons(puzzle: &Puzzle, net_positions: &NetPositions) -> Option<Drawing> {
    const HEIGHT: f64 = 1.4;
    const HALF_SIDE: f64 = HEIGHT / 1.732_050_8;
    if puzzle.turns().iter().any(|turn| turn.order != 3) {
        return None;
    }
    let mut cells = vec![Vec::new(); net_positions.len()];
    for face in puzzle.faces() {
        let [top, left, 2, 3] = bounds(face, net_positions)? else {
            return None;
        };
        // Three columns of the net are as wide as four half sides and a gap, two rows as high as two triangles and a gap.
        let x = left as f64 * (4.0 * HALF_SIDE + 0.4) / 3.0;
        let y = top as f64 * (2.0 * HEIGHT + 0.4) / 2.0;
        for &facelet in &face.facelets {
            let (row, column) = net_positions[facelet]?;
            let (row, column) = (row - top, column - left);
            let (from, to) = (y + row as f64 * HEIGHT, y + (row + 1) as f64 * HEIGHT);
            let x = x + column as f64 * HALF_SIDE;
            let points_up = (row + column).is_multiple_of(2);
            cells[facelet] = if points_up {
                vec![[x, to], [x + HALF_SIDE, from], [x + 2.0 * HALF_SIDE, to]]
            } else {
                vec![[x, from], [x + 2.0 * HALF_SIDE, from], [x + HALF_SIDE, to]]
            };
        }
    }
    Some((cells, Vec::new(), 0.3))
}
