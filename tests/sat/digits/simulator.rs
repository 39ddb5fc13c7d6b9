//! A simulator of the cube of digits, written from tjjfvi's *cubular* alone, independent of the library.
//!
//! A cell is `cube[x][y][z]`: x from left to right, y from top to bottom, z from front to back. The text shows what each
//! unit turn does to four cells of a 2×2×2 cube, which are named 0, x, y and z by their position.

/// A cube of cells with coordinates from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube<T> {
    size: usize,
    cells: Vec<T>,
}

/// The unit turns in the text's pictures. For each named cell, the positions before and after the turn, as x y z.
/// Before the turn, 0 is at 000, x at 100, y at 010 and z at 001.
pub const PICTURES: [(char, &str); 3] = [
    // X1: z · / 0 x in front, · · / y · behind.
    ('X', "000 010, 100 110, 010 011, 001 000"),
    // Y1: x · / · · in front, 0 z / · y behind: y stays in its layer and moves to the back.
    ('Y', "000 001, 100 000, 001 101, 010 011"),
    // Z1: y 0 / · x in front, · z / · · behind.
    ('Z', "000 100, 100 110, 010 000, 001 101"),
];

impl<T: Clone> Cube<T> {
    /// A cube with the cells that a function of x, y and z returns.
    pub fn new(size: usize, cell: impl Fn(usize, usize, usize) -> T) -> Self {
        let mut cells = Vec::new();
        for x in 0..size {
            for y in 0..size {
                for z in 0..size {
                    cells.push(cell(x, y, z));
                }
            }
        }
        Self { size, cells }
    }

    pub fn cell_at(&self, [x, y, z]: [usize; 3]) -> &T {
        &self.cells[(x * self.size + y) * self.size + z]
    }

    /// Turns a sub-cube with the first cell `first` and `edge` cells along each edge: clockwise, looking along the axis. This
    /// is the right-hand rule for the axes in the order x, y, z.
    pub fn rotate(&mut self, first: [usize; 3], edge: usize, axis: char) {
        let before = self.clone();
        for a in 0..edge {
            for b in 0..edge {
                for c in 0..edge {
                    let (to, last) = ([a, b, c], edge - 1);
                    // The cell that moves to `to` comes from a quarter turn back.
                    let from = match axis {
                        'X' => [a, c, last - b],
                        'Y' => [last - c, b, a],
                        'Z' => [b, last - a, c],
                        _ => panic!("no axis {axis}"),
                    };
                    let place =
                        |at: [usize; 3]| [first[0] + at[0], first[1] + at[1], first[2] + at[2]];
                    let [x, y, z] = place(to);
                    self.cells[(x * self.size + y) * self.size + z] =
                        before.cell_at(place(from)).clone();
                }
            }
        }
    }

    /// Makes a turn as *cubular* prints it: `174X3`.
    pub fn turn(&mut self, text: &str) {
        let symbols: Vec<char> = text.chars().collect();
        let digit = |at: usize| symbols[at].to_digit(10).unwrap() as usize;
        assert_eq!(symbols.len(), 5, "{text}");
        let first = [digit(0) - 1, digit(1) - 1, digit(2) - 1];
        for _ in 0..digit(4) {
            self.rotate(first, 3, symbols[3]);
        }
    }

    /// Makes a turn in the coordinates of the question, which exchange y and z. All turns except those about x then go in the
    /// opposite direction.
    pub fn turn_of_question(&mut self, text: &str) {
        let [x, z, y, axis, times] =
            <[char; 5]>::try_from(text.chars().collect::<Vec<_>>()).unwrap();
        let times = times.to_digit(10).unwrap();
        let (axis, times) = match axis {
            'X' => ('X', times),
            'Y' => ('Z', 4 - times),
            'Z' => ('Y', 4 - times),
            _ => panic!("no axis {axis}"),
        };
        self.turn(&format!("{x}{y}{z}{axis}{times}"));
    }
}

impl Cube<usize> {
    pub fn is_solved(&self) -> bool {
        *self == Self::new(self.size, |x, y, z| (x + y + z) % self.size)
    }
}
