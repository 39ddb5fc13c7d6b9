//! The cube of digits: a cube of n×n×n cells, in which turns rotate sub-cubes of 3×3×3 cells.
//!
//! *Definition.* On the solved puzzle, cell (x, y, z), counted from 0, contains the digit (x + y + z mod n) + 1. A turn
//! rotates one sub-cube about an axis through its center: the axes run from left to right, from top to bottom and from
//! front to back, and quarter turns follow the right-hand rule. Turns move even cells (x + y + z even) to even cells, so a
//! digit on an even cell and the same digit on an odd cell are different kinds of facelets.
//!
//! *Source.* The question *Totally Cubular* on Code Golf Stack Exchange, and tjjfvi's answer to it, *cubular*, whose axes
//! and names of turns are used: `174X` is the sub-cube with center (1, 7, 4), about the axis X.

use std::iter::successors;
use std::ops::{Range, RangeInclusive};

use itertools::Itertools;
use toml::Spanned;

use super::definition::{Definition, FaceEntry, TurnEntry};
use crate::puzzle::{FaceletClasses, Layout, Paint};

/// The sizes of cubes of digits: a digit is one character, and a smaller cube is a single sub-cube.
pub(super) const SIZES: RangeInclusive<usize> = 4..=9;

/// The number of layers drawn side by side.
const LAYERS_PER_ROW: usize = 3;

/// The terminal colors of the digits.
const PAINTS: [Paint; 9] = [
    Paint::White,
    Paint::Yellow,
    Paint::Red,
    Paint::Orange,
    Paint::Blue,
    Paint::Green,
    Paint::Purple,
    Paint::Pink,
    Paint::Cyan,
];

type Cell = [usize; 3];

/// Generates net, faces and turns of a cube of digits; mistakes are reported at the name of the family.
pub(super) fn digits(definition: &mut Definition, size: usize, at: &Range<usize>) {
    let digits = Digits { size, at };
    definition.net = Some(digits.net());
    definition.face = Some(digits.faces());
    definition.turn = Some(digits.turns());
    definition.layout.get_or_insert(Layout::Net);
    definition.classes = Some(digits.classes());
}

struct Digits<'a> {
    size: usize,
    at: &'a Range<usize>,
}

impl Digits<'_> {
    fn spanned(&self, text: String) -> Spanned<String> {
        Spanned::new(self.at.clone(), text)
    }

    /// The cells, layer by layer from front to back: the order in which states are written.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let n = self.size;
        (0..n * n * n).map(move |cell| [cell % n, cell / n % n, cell / (n * n)])
    }

    /// The digit of a solved cell, from 0.
    fn digit(&self, cell: Cell) -> usize {
        cell.iter().sum::<usize>() % self.size
    }

    /// The cells of a parity that contain a digit, counted from 0, on the solved puzzle.
    fn cells_of_face(&self, parity: usize, digit: usize) -> impl Iterator<Item = Cell> {
        let of_face = move |&it: &Cell| self.digit(it) == digit && coordinate_parity(it) == parity;
        self.cells().filter(of_face)
    }

    /// The layers from front to back, three side by side.
    fn net(&self) -> Vec<Spanned<String>> {
        let n = self.size;
        let mut rows = Vec::new();
        for first in (0..n).step_by(LAYERS_PER_ROW) {
            if first > 0 {
                rows.push(self.spanned(".".to_owned()));
            }
            for y in 0..n {
                let layers = first..n.min(first + LAYERS_PER_ROW);
                let layer = |z| (0..n).map(|x| name([x, y, z])).join(" ");
                rows.push(self.spanned(layers.map(layer).join(" . ")));
            }
        }
        rows
    }

    /// A face for each digit on even cells, and a face for each digit on odd cells.
    fn faces(&self) -> Vec<FaceEntry> {
        let mut faces = Vec::new();
        for (parity, word) in ["even", "odd"].into_iter().enumerate() {
            for (digit, &paint) in PAINTS.iter().enumerate().take(self.size) {
                let cells = self.cells_of_face(parity, digit).map(name).join(" ");
                if !cells.is_empty() {
                    faces.push(FaceEntry {
                        name: self.spanned(format!("{word}{}", digit + 1)),
                        color: self.spanned((digit + 1).to_string()),
                        paint,
                        facelets: self.spanned(cells),
                    });
                }
            }
        }
        faces
    }

    fn turns(&self) -> Vec<TurnEntry> {
        let is_inner = |cell: &Cell| cell.iter().all(|&c| 0 < c && c + 1 < self.size);
        let middles = self.cells().filter(is_inner);
        let axes = ['X', 'Y', 'Z'].into_iter().enumerate();
        let turn = |(middle, (axis, letter))| TurnEntry {
            name: self.spanned(format!("{}{letter}", name(middle))),
            group: None,
            cycles: self.cycles(middle, axis),
        };
        middles.cartesian_product(axes).map(turn).collect()
    }

    /// The effect of a sub-cube's quarter turn: in each of three layers, a cycle of corners and a cycle of edges.
    fn cycles(&self, middle: Cell, axis: usize) -> Vec<Spanned<String>> {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut cycles = Vec::new();
        for along in 0..3 {
            for start in [[0, 0], [1, 0]] {
                // By the right-hand rule, the turn carries the axis `next` to the axis `last`.
                let ring = successors(Some(start), |&[a, b]| Some([2 - b, a])).take(4);
                let cell = |[a, b]: [usize; 2]| {
                    let mut cell = middle.map(|c| c - 1);
                    cell[axis] += along;
                    cell[next] += a;
                    cell[last] += b;
                    name(cell)
                };
                cycles.push(self.spanned(ring.map(cell).join(" ")));
            }
        }
        cycles
    }

    /// The classes of the cells (even, odd), and two alternative ways to write their digits: counted from 0; and with
    /// letters on odd cells, so that a row reads `0 a 1 b 2`.
    fn classes(&self) -> FaceletClasses {
        let n = self.size;
        let from_zero = |digit: usize| char::from_digit(digit as u32, 10).unwrap_or('?');
        let digits: Vec<char> = (0..n).map(from_zero).collect();
        let mut letters = [vec!['?'; n], vec!['?'; n]];
        // The sum of the coordinates modulo 2n determines digit and parity.
        for sum in 0..2 * n {
            let number = sum / 2;
            let symbol = match sum % 2 {
                0 => from_zero(number),
                _ => char::from(b"abcdefghi"[number % 9]),
            };
            let of_class = &mut letters[sum % 2][sum % n];
            // If n is even, a digit occurs only on cells of one parity, and two sums give that digit and parity. The
            // smaller sum determines the symbol.
            if *of_class == '?' {
                *of_class = symbol;
            }
        }
        // Facelets are numbered face by face.
        let faces = (0..2).cartesian_product(0..n);
        let facelets = faces.flat_map(|(parity, digit)| self.cells_of_face(parity, digit));
        let facelets: Vec<Cell> = facelets.collect();
        let mut row_order = vec![0; n * n * n];
        for (number, [x, y, z]) in facelets.iter().enumerate() {
            row_order[(z * n + y) * n + x] = number;
        }
        FaceletClasses {
            class_of: facelets.iter().copied().map(coordinate_parity).collect(),
            row_width: n,
            row_order,
            alternative_symbols: vec![[digits.clone(), digits], letters],
        }
    }
}

fn name(cell: Cell) -> String {
    cell.iter().map(|c| c.to_string()).collect()
}

fn coordinate_parity(cell: Cell) -> usize {
    cell.iter().sum::<usize>() % 2
}
