//! A puzzle seen from above: the upper face, and the side stickers of its pieces.
//!
//! *Idea.* This is how books of algorithms draw a last-layer case. The pieces along a border of the upper face share
//! one other face. Their stickers of that face are drawn outside the border, each next to its piece. This works for
//! every puzzle whose upper face is drawn as a convex shape: cubes, Skewb, Kilominx and Megaminx.

use super::net_positions::{Point, mean_point};
use super::paint::shade;
use super::shape::Shape;
use super::svg_parts::{MARGIN, sticker, sticker_group};
use super::thumbnail::Thumbnail;
use crate::notation::Scheme;
use crate::puzzle::{Face, Pattern, Puzzle};

/// Pixels of a unit of the net.
const UNIT: f64 = 22.0;

/// The height of the side stickers, in units of the net, and their distance from the upper face.
const DEPTH: f64 = 0.4;
const GAP: f64 = 0.12;

/// The fill of a sticker whose color does not matter.
const IRRELEVANT_FILL: &str = "#c9cdd1";

/// A segment of a cell's outline that lies on the border of its face.
struct Border {
    facelet: usize,
    from: Point,
    to: Point,
    /// The unit vector that points away from the face.
    outward: Point,
}

/// A pattern seen from above; `None` if the puzzle has no face `U`, or if a side of it does not adjoin exactly one face.
pub fn view_from_above(puzzle: &Puzzle, scheme: &Scheme, pattern: &Pattern) -> Option<Thumbnail> {
    let cells = cells(puzzle)?;
    let extent = |axis: usize| {
        let all = cells
            .iter()
            .flat_map(|(_, cell)| cell)
            .map(|point| point[axis]);
        let least = all.clone().fold(f64::INFINITY, f64::min);
        (least, all.fold(f64::NEG_INFINITY, f64::max))
    };
    let [(left, right), (upper, lower)] = [0, 1].map(extent);
    let mut body = sticker_group(MARGIN - left * UNIT, MARGIN - upper * UNIT, 1.0);
    let paints = scheme.paints(puzzle);
    for (facelet, cell) in &cells {
        let color = pattern.color(*facelet);
        let fill = color.map_or(IRRELEVANT_FILL, |color| shade(paints[color]).fill);
        body += &sticker(cell, UNIT, fill, &puzzle.facelets()[*facelet]);
    }
    Some(Thumbnail {
        title: puzzle.title().to_owned(),
        width: (right - left) * UNIT + 2.0 * MARGIN,
        height: (lower - upper) * UNIT + 2.0 * MARGIN,
        body: body + "</g>\n",
    })
}

/// The facelets drawn, each with its outline.
fn cells(puzzle: &Puzzle) -> Option<Vec<(usize, Vec<Point>)>> {
    let face = puzzle.faces().iter().find(|face| face.name == "U")?;
    let shape = Shape::of(puzzle);
    let borders = borders(face, &shape);
    let of_face = |&it: &usize| (it, shape.cells[it].clone());
    let mut cells: Vec<(usize, Vec<Point>)> = face.facelets.iter().map(of_face).collect();
    for border in &borders {
        let along = borders
            .iter()
            .filter(|it| is_parallel(border.outward, it.outward));
        let side = adjacent_face(puzzle, face, along.map(|it| it.facelet))?;
        let piece = stickers(puzzle, border.facelet);
        let sticker = piece.iter().find(|it| side.facelets.contains(it))?;
        let out = |point: Point, far: f64| [0, 1].map(|it| point[it] + border.outward[it] * far);
        let (from, to) = (border.from, border.to);
        let cell = vec![
            out(from, GAP),
            out(to, GAP),
            out(to, GAP + DEPTH),
            out(from, GAP + DEPTH),
        ];
        cells.push((*sticker, cell));
    }
    (!borders.is_empty()).then_some(cells)
}

/// The stickers of the piece that this sticker belongs to.
fn stickers(puzzle: &Puzzle, facelet: usize) -> &[usize] {
    let pieces = puzzle.pieces();
    &pieces.all()[pieces.place_of(facelet)].facelets
}

/// The face besides `face` on which all pieces with these stickers have a sticker; `None` unless there is exactly one.
fn adjacent_face<'a>(
    puzzle: &'a Puzzle,
    face: &Face,
    facelets: impl Iterator<Item = usize> + Clone,
) -> Option<&'a Face> {
    let has = |other: &Face, facelet: usize| {
        let mut stickers = stickers(puzzle, facelet).iter();
        stickers.any(|it| other.facelets.contains(it))
    };
    let is_shared = |other: &&Face| {
        other.name != face.name && facelets.clone().all(|facelet| has(other, facelet))
    };
    let mut shared = puzzle.faces().iter().filter(is_shared);
    shared.next().filter(|_| shared.next().is_none())
}

fn is_parallel(one: Point, other: Point) -> bool {
    one[0] * other[0] + one[1] * other[1] > 0.999
}

/// The segments of the cells' outlines along the border of the face: the whole face is on one side of each.
fn borders(face: &Face, shape: &Shape) -> Vec<Border> {
    let corners = || face.facelets.iter().flat_map(|&it| &shape.cells[it]);
    let center = mean_point(&corners().copied().collect::<Vec<_>>());
    let mut borders = Vec::new();
    for &facelet in &face.facelets {
        let cell = &shape.cells[facelet];
        for (&from, &to) in cell.iter().zip(cell.iter().cycle().skip(1)) {
            let (across, down) = (to[0] - from[0], to[1] - from[1]);
            let length = across.hypot(down);
            let normal = [down / length, -across / length];
            let distance =
                |point: &Point| (point[0] - from[0]) * normal[0] + (point[1] - from[1]) * normal[1];
            let sign = if distance(&center) > 0.0 { -1.0 } else { 1.0 };
            if corners().all(|point| distance(point) * sign < 1e-6) {
                let outward = normal.map(|part| part * sign);
                borders.push(Border {
                    facelet,
                    from,
                    to,
                    outward,
                });
            }
        }
    }
    borders
}
