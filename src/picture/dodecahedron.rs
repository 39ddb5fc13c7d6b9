//! The faces of a dodecahedron as pentagons.
//!
//! Facelets are numbered clockwise on each face, from the top corner, or the top left one if there are two. Of eleven
//! facelets, 1, 3, 5, 7 and 9 are corners, 2, 4, 6, 8 and 10 edges, and 11 is the center. On a face with five facelets,
//! all are corners, which meet in the center of the face.

use std::f64::consts::TAU;

use super::net_positions::{Drawing, NetPositions, Point, bounds};
use crate::puzzle::Puzzle;

/// The width and the height of a drawn face, in columns of the net.
const SIDE: f64 = 5.0;

/// The distance of a pentagon's corners from the center, in columns of the net.
const RADIUS: f64 = 2.5;

pub(super) fn cells(puzzle: &Puzzle, net_positions: &NetPositions) -> Option<Drawing> {
    if puzzle.faces().len() != 12 {
        return None;
    }
    let mut cells = vec![Vec::new(); net_positions.len()];
    let mut outlines = Vec::new();
    for face in puzzle.faces() {
        let [top, left, rows, 5] = bounds(face, net_positions)? else {
            return None;
        };
        let count = face.facelets.len();
        if !matches!((count, rows), (11, 5) | (5, 3)) {
            return None;
        }
        let row_of = |facelet: usize| net_positions[facelet].map(|place| place.0);
        let on_top = face.facelets.iter().filter(|&&it| row_of(it) == Some(top));
        let points_up = on_top.count() == 1;
        let (row, column) = (top / rows, left as f64);
        let below_top = if points_up { 2.6 } else { 2.25 };
        let center = [column + 2.5, row as f64 * SIDE + below_top];
        let pentagon = pentagon(center, points_up);
        let drawn = match count {
            11 => megaminx(center, &pentagon),
            _ => kilominx(center, &pentagon),
        };
        for (&facelet, cell) in face.facelets.iter().zip(drawn) {
            cells[facelet] = cell;
        }
        outlines.push(pentagon);
    }
    Some((cells, outlines, 0.36))
}

/// The corners of a pentagon, clockwise from the top one, or from the top left one if there are two.
fn pentagon(center: Point, points_up: bool) -> Vec<Point> {
    let first = if points_up { 0.0 } else { -0.1 };
    let corner = |number: usize| {
        let angle = TAU * (first + number as f64 / 5.0);
        [
            center[0] + RADIUS * angle.sin(),
            center[1] - RADIUS * angle.cos(),
        ]
    };
    (0..5).map(corner).collect()
}

/// The point between `a` and `b` at this fraction of the distance from `a`.
fn interpolate(a: Point, b: Point, share: f64) -> Point {
    [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share)
}

/// The cells of a Megaminx face: each corner followed by the edge that is next to it clockwise, then the center.
fn megaminx(center: Point, pentagon: &[Point]) -> Vec<Vec<Point>> {
    const CORNER_SHARE: f64 = 0.38;
    let corner = |number: usize| pentagon[number % 5];
    let side = |number: usize, share: f64| interpolate(corner(number), corner(number + 1), share);
    let inner = |number: usize| interpolate(corner(number), center, 0.55);
    let mut cells = Vec::new();
    for number in 0..5 {
        let before = side(number + 4, 1.0 - CORNER_SHARE);
        cells.push(vec![
            corner(number),
            side(number, CORNER_SHARE),
            inner(number),
            before,
        ]);
        cells.push(vec![
            side(number, CORNER_SHARE),
            side(number, 1.0 - CORNER_SHARE),
            inner(number + 1),
            inner(number),
        ]);
    }
    cells.push((0..5).map(inner).collect());
    cells
}

/// The cells of a Kilominx face: five corners.
fn kilominx(center: Point, pentagon: &[Point]) -> Vec<Vec<Point>> {
    let corner = |number: usize| pentagon[number % 5];
    let half = |number: usize| interpolate(corner(number), corner(number + 1), 0.5);
    let cell = |number: usize| vec![corner(number), half(number), center, half(number + 4)];
    (0..5).map(cell).collect()
}
