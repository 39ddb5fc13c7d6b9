//! The n×n×n cubes, a family of puzzles described by their size.
//!
//! *Idea.* A cube is generated from its geometry. A sticker is a cell and the direction that it faces; a turn rotates
//! the cells and directions in some of the layers. Layers are counted from the face that names the turn.
//!
//! *Which turns.* A turn of a block of outer layers counts as one turn, as in the outer block turn metric: `R`, `Rw` with
//! two layers, `3Rw` with three. An odd cube keeps its middle layers in place, which fixes its orientation; blocks that
//! include a middle layer are in the group `wide`. An even cube has no middle layers: all its blocks are turns, and a
//! corner is held. Turns of single inner layers (`M`, `2R`) are in the group `slice`, whole-cube turns in the group
//! `rotation`.

use std::ops::{Range, RangeInclusive};

use itertools::Itertools;
use toml::Spanned;

use super::definition::{Definition, FaceEntry, TurnEntry};
use crate::notation::name_of_outer_layers;
use crate::puzzle::Paint;

/// The sizes of cubes.
pub(super) const SIZES: RangeInclusive<usize> = 2..=7;

type Vector = [i32; 3];

/// A face of a cube: its name and paint, the direction that it faces, and the direction from each of its rows to the next.
/// R faces along the first axis, U along the second, F along the third.
struct CubeFace(char, Paint, Vector, Vector);

/// U is seen from above with F below it, D from below with F above it.
const FACES: [CubeFace; 6] = [
    CubeFace('U', Paint::White, [0, 1, 0], [0, 0, 1]),
    CubeFace('R', Paint::Red, [1, 0, 0], [0, -1, 0]),
    CubeFace('F', Paint::Green, [0, 0, 1], [0, -1, 0]),
    CubeFace('D', Paint::Yellow, [0, -1, 0], [0, 0, -1]),
    CubeFace('L', Paint::Orange, [-1, 0, 0], [0, -1, 0]),
    CubeFace('B', Paint::Blue, [0, 0, -1], [0, -1, 0]),
];

/// Generates net, faces and turns of a cube; mistakes are reported at the name of the family.
pub(super) fn cube(definition: &mut Definition, size: usize, at: &Range<usize>) {
    let cube = Cube { size, at };
    definition.net = Some(cube.net());
    definition.face = Some(cube.faces());
    definition.turn = Some(cube.turns());
    if size.is_multiple_of(2) && definition.held.is_none() {
        // The corner at the bottom, back and left.
        let (row, all) = (size * (size - 1) + 1, size * size);
        definition.held = Some(cube.spanned(format!("D{row} B{all} L{row}")));
    }
}

struct Cube<'a> {
    size: usize,
    at: &'a Range<usize>,
}

impl Cube<'_> {
    fn spanned(&self, text: String) -> Spanned<String> {
        Spanned::new(self.at.clone(), text)
    }

    /// The names of the facelets in a row of a face.
    fn row(&self, CubeFace(name, ..): &CubeFace, row: usize) -> String {
        let first = row * self.size + 1;
        let mut numbers = first..first + self.size;
        format!("{name}{}", numbers.join(&format!(" {name}")))
    }

    fn net(&self) -> Vec<Spanned<String>> {
        let rows = 0..self.size;
        let indent = ". ".repeat(self.size);
        let single = |face: &CubeFace, row| format!("{indent}{}", self.row(face, row));
        let [u, r, f, d, l, b] = &FACES;
        let above = rows.clone().map(|row| single(u, row));
        let around = rows.clone();
        let around = around.map(|row| [l, f, r, b].map(|face| self.row(face, row)).join(" "));
        let below = rows.clone().map(|row| single(d, row));
        let all = above.chain(around).chain(below);
        all.map(|row| self.spanned(row)).collect()
    }

    fn faces(&self) -> Vec<FaceEntry> {
        let entry = |face: &CubeFace| {
            let CubeFace(name, paint, ..) = face;
            let mut rows = (0..self.size).map(|row| self.row(face, row));
            FaceEntry {
                name: self.spanned(name.to_string()),
                color: self.spanned(name.to_string()),
                paint: *paint,
                facelets: self.spanned(rows.join(" ")),
            }
        };
        FACES.iter().map(entry).collect()
    }

    fn turns(&self) -> Vec<TurnEntry> {
        let size = self.size;
        let mut turns = Vec::new();
        let is_odd = !size.is_multiple_of(2);
        let blocks = |depths: Range<usize>, group| {
            let faces = depths.cartesian_product(&FACES);
            faces.map(move |(depth, face)| {
                let name = name_of_outer_layers(face.0, depth);
                self.turn(name, group, face, 0..depth)
            })
        };
        let first_wide = if is_odd { size / 2 + 1 } else { size };
        turns.extend(blocks(1..first_wide, None));
        if is_odd {
            let [_, _, f, d, l, _] = &FACES;
            let middle = size / 2..size / 2 + 1;
            for (name, face) in [("M", l), ("E", d), ("S", f)] {
                turns.push(self.turn(name.to_owned(), Some("slice"), face, middle.clone()));
            }
        }
        for layer in 2..=size / 2 {
            let slice = |face: &CubeFace| {
                let name = format!("{layer}{}", face.0);
                self.turn(name, Some("slice"), face, layer - 1..layer)
            };
            turns.extend(FACES.iter().map(slice));
        }
        turns.extend(blocks(first_wide..size, Some("wide")));
        let [u, r, f, ..] = &FACES;
        for (name, face) in [("x", r), ("y", u), ("z", f)] {
            turns.push(self.turn(name.to_owned(), Some("rotation"), face, 0..size));
        }
        turns
    }

    /// The clockwise quarter turn of some layers.
    fn turn(
        &self,
        name: String,
        group: Option<&str>,
        face: &CubeFace,
        layers: Range<usize>,
    ) -> TurnEntry {
        let CubeFace(_, _, axis, _) = *face;
        let stickers = self.stickers();
        let is_moved = |cell: Vector| {
            // From the outermost layer, in steps of two.
            let depth = (self.outermost() - dot(axis, cell)) / 2;
            usize::try_from(depth).is_ok_and(|depth| layers.contains(&depth))
        };
        let mut seen = vec![false; stickers.len()];
        let mut cycles = Vec::new();
        for start in 0..stickers.len() {
            let mut cycle = Vec::new();
            let mut at = start;
            while is_moved(stickers[at].0) && !std::mem::replace(&mut seen[at], true) {
                let (cell, out, name) = &stickers[at];
                cycle.push(name.as_str());
                let to = (clockwise(axis, *cell), clockwise(axis, *out));
                let next = stickers.iter().position(|(c, o, _)| (*c, *o) == to);
                at = next.unwrap_or(start);
            }
            if cycle.len() > 1 {
                cycles.push(self.spanned(cycle.join(" ")));
            }
        }
        TurnEntry {
            name: self.spanned(name),
            group: group.map(|group| self.spanned(group.to_owned())),
            cycles,
        }
    }

    /// The coordinate of the outermost cells. Neighboring cells are two apart.
    fn outermost(&self) -> i32 {
        self.size as i32 - 1
    }

    /// The cell, direction and name of each sticker.
    fn stickers(&self) -> Vec<(Vector, Vector, String)> {
        let coordinates = || (-self.outermost()..=self.outermost()).step_by(2);
        let mut stickers = Vec::new();
        for CubeFace(name, _, out, down) in FACES {
            let right = clockwise(down, out);
            let cells = coordinates().cartesian_product(coordinates());
            for (number, (row, column)) in (1..).zip(cells) {
                let at = |i: usize| out[i] * self.outermost() + down[i] * row + right[i] * column;
                stickers.push(([at(0), at(1), at(2)], out, format!("{name}{number}")));
            }
        }
        stickers
    }
}

fn dot(a: Vector, b: Vector) -> i32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A vector after a quarter turn about an axis, clockwise as seen from where the axis points. The component along the axis
/// stays; the component across it turns.
fn clockwise(axis: Vector, v: Vector) -> Vector {
    let along = dot(axis, v);
    let part = |i: usize, j: usize, k: usize| {
        let cross = axis[j] * v[k] - axis[k] * v[j];
        axis[i] * along - cross
    };
    [part(0, 1, 2), part(1, 2, 0), part(2, 0, 1)]
}
