//! The positions of facelets in the rows and columns of the net, and points.

use crate::puzzle::Face;

/// A point, relative to the upper left corner.
pub type Point = [f64; 2];

/// The row and column of each facelet in the net; `None` if the net does not contain it.
pub(super) type NetPositions = Vec<Option<(usize, usize)>>;

/// The cells of the facelets, the outlines of the faces, and half the font size of letters.
pub(super) type Drawing = (Vec<Vec<Point>>, Vec<Vec<Point>>, f64);

/// The mean of some points.
pub(super) fn mean_point(points: &[Point]) -> Point {
    let count = points.len().max(1) as f64;
    let sum = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
    [sum(0), sum(1)]
}

/// The first row and the first column of a face in the net, and its numbers of rows and columns.
pub(super) fn bounds(face: &Face, net_positions: &NetPositions) -> Option<[usize; 4]> {
    let at: Option<Vec<(usize, usize)>> =
        face.facelets.iter().map(|&it| net_positions[it]).collect();
    let at = at?;
    let (rows, columns) = (at.iter().map(|it| it.0), at.iter().map(|it| it.1));
    let (top, left) = (rows.clone().min()?, columns.clone().min()?);
    Some([top, left, rows.max()? - top + 1, columns.max()? - left + 1])
}
