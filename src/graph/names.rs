//! Canonical names: one text for a state, in any orientation of the whole puzzle.
//!
//! *Idea.* Each color has a digit. A text lists the digits of all facelets in the order of the net. The name is the
//! smallest text of all rotations of the whole puzzle, or the text of the state itself if orientations are
//! distinguished. (A cube has the digits of the article on the pocket cube in Neo4j: 0 for the color of the face U,
//! then D, L, R, F, B.)
//!
//! *Cost.* One comparison per rotation, which usually ends early.

use crate::puzzle::{Color, Puzzle, Rotation, State};

/// The faces of a cube in the order of their digits.
const CUBE_FACES: [&str; 6] = ["U", "D", "L", "R", "F", "B"];

const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The naming scheme of a puzzle's states.
pub struct Names {
    /// The digit of each color.
    digits: Vec<u8>,
    /// For each rotation, the sources of all facelets, in the order of the net.
    orders: Vec<Vec<usize>>,
}

impl Names {
    /// Names that are equal for all orientations of a state; `None` if the puzzle has more colors than there are digits
    /// and letters.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        Self::with_rotations(puzzle, puzzle.rotations())
    }

    /// Names that differ between the orientations of a state; `None` as for [`Self::new`].
    pub fn of_orientations(puzzle: &Puzzle) -> Option<Self> {
        // The first rotation is the identity.
        Self::with_rotations(puzzle, &puzzle.rotations()[..1])
    }

    fn with_rotations(puzzle: &Puzzle, rotations: &[Rotation]) -> Option<Self> {
        let net = puzzle.net_order();
        let order = |rotation: &Rotation| {
            let facelets = net.iter();
            facelets.map(|&f| rotation.facelets.source(f)).collect()
        };
        Some(Self {
            digits: digits(puzzle)?,
            orders: rotations.iter().map(order).collect(),
        })
    }

    /// The characters of the colors, in the order of the colors.
    pub fn symbols(&self) -> Vec<char> {
        self.digits.iter().copied().map(char::from).collect()
    }

    /// The name of a state.
    pub fn name(&self, state: &State) -> String {
        let digit = |order: &[usize], at: usize| self.digits[state.color(order[at])];
        let mut best = &self.orders[0];
        for order in &self.orders[1..] {
            let mut pairs = (0..order.len()).map(|at| (digit(order, at), digit(best, at)));
            let differs = pairs.find(|(new, old)| new != old);
            if differs.is_some_and(|(new, old)| new < old) {
                best = order;
            }
        }
        (0..best.len())
            .map(|at| char::from(digit(best, at)))
            .collect()
    }
}

/// Whether a text is a name: it consists of digits of colors that are not all among the puzzle's own symbols. The
/// characters of a name are in the order of the net.
pub fn is_name(puzzle: &Puzzle, text: &str) -> bool {
    let digits = digits(puzzle).unwrap_or_default();
    let own = puzzle.symbols();
    let symbols = || text.chars().filter(|c| !c.is_whitespace());
    let is_digit = |c: char| c.is_ascii() && digits.contains(&(c as u8));
    symbols().all(is_digit) && !symbols().all(|c| own.contains(&c))
}

/// The digit of each color: on a cube in the order of [`CUBE_FACES`], otherwise in the order of the puzzle file.
fn digits(puzzle: &Puzzle) -> Option<Vec<u8>> {
    let colors = puzzle.colors().len();
    let named = |name: &&str| puzzle.faces().iter().find(|face| face.name == **name);
    let cube: Vec<Color> = CUBE_FACES
        .iter()
        .filter_map(named)
        .map(|face| face.color)
        .collect();
    let place = |color: Color| {
        if cube.len() == colors && puzzle.faces().len() == CUBE_FACES.len() {
            cube.iter().position(|&of_face| of_face == color)
        } else {
            Some(color)
        }
    };
    (0..colors)
        .map(|color| DIGITS.as_bytes().get(place(color)?).copied())
        .collect()
}
