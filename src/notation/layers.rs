//! Numbered layers of large cubes: `3R` is the third layer from the right, `2-3Lw` the second and the third from the left,
//! `1-2Rw` is `Rw`; `m` is all inner layers, turned in the direction of `L`.
//!
//! *Idea.* Turning the outermost `b` layers and turning the outermost `a - 1` back turns the layers `a` to `b`. If the
//! puzzle has a single turn for these layers, that turn is used.
//!
//! *Source.* The notation page of the Twizzle and cubing.js documentation. npm `cubing` interprets these names in the same
//! way (`web/tests/notation.test.mjs`).

use itertools::Itertools;

use crate::puzzle::Puzzle;

/// The base of a turn, and the power in quarter turns.
pub(super) type BasePower = (String, usize);

/// Some adjacent layers of a cube.
pub(super) struct Layers {
    /// The names of their quarter turn: `2-3Lw`, `2-3l`.
    pub(super) names: Vec<String>,
    /// Sequences that equal this quarter turn, the shortest first. A puzzle may lack turns of some sequences.
    pub(super) sequences: Vec<Vec<BasePower>>,
}

/// A face from which layers are counted, the opposite face, the rotation of the whole cube about their axis, and the turn
/// of the middle layer. The rotation and the turn have the power that turns in the direction of the face.
struct Axis(char, char, (&'static str, usize), (&'static str, usize));

const AXES: [Axis; 6] = [
    Axis('U', 'D', ("y", 1), ("E", 3)),
    Axis('D', 'U', ("y", 3), ("E", 1)),
    Axis('R', 'L', ("x", 1), ("M", 3)),
    Axis('L', 'R', ("x", 3), ("M", 1)),
    Axis('F', 'B', ("z", 1), ("S", 1)),
    Axis('B', 'F', ("z", 3), ("S", 3)),
];

/// The smallest cube with numbered layers. On a 3×3×3, `R2U` would be ambiguous.
const MIN_SIZE: usize = 4;

/// All ranges of layers of a cube, with the names that no turn of the puzzle has. Empty for small cubes and other puzzles.
pub(super) fn layers(puzzle: &Puzzle) -> Vec<Layers> {
    let whole = puzzle.with_all_groups();
    let is_turn = |name: &str| whole.turns().iter().any(|turn| turn.base == name);
    let size = |face| (2..).find(|&depth| !is_turn(&name_of_outer_layers(face, depth)));
    let sizes = AXES.map(|Axis(face, ..)| size(face).unwrap_or(0));
    let size = sizes[0];
    let mut all = Vec::new();
    if size < MIN_SIZE || !sizes.iter().all_equal() {
        return all;
    }
    for axis in AXES {
        for last in 1..size {
            for first in 1..=last {
                let mut layers = axis.layers(size, first, last);
                layers.names.retain(|name| !is_turn(name));
                all.push(layers);
            }
        }
    }
    all
}

/// The name of the turn of the `depth` outermost layers.
pub(crate) fn name_of_outer_layers(face: char, depth: usize) -> String {
    match depth {
        1 => face.to_string(),
        2 => format!("{face}w"),
        _ => format!("{depth}{face}w"),
    }
}

impl Axis {
    /// The layers `first` to `last` of a cube of this size.
    fn layers(&self, size: usize, first: usize, last: usize) -> Layers {
        let Self(face, _, _, (middle, _)) = *self;
        let (wide, small) = (format!("{face}w"), face.to_ascii_lowercase());
        let range = format!("{first}-{last}");
        let mut names = if first == last {
            vec![format!("{first}{face}")]
        } else {
            vec![format!("{range}{wide}"), format!("{range}{small}")]
        };
        if first == 1 && last > 1 {
            names.extend([format!("{last}{wide}"), format!("{last}{small}")]);
        }
        // `M`, `E` and `S` turn in the direction of L, D and F. On an odd cube they are turns of the middle layer.
        if (first, last) == (2, size - 1) && "LDF".contains(face) {
            names.extend([middle.to_owned(), middle.to_lowercase()]);
        }
        let sequences = self.equivalent_sequences(size, first, last);
        Layers { names, sequences }
    }

    /// Sequences that turn these layers a quarter in the direction of the face: a single turn, then two blocks of outer
    /// layers, then the same with the first block replaced by a block of the opposite face and a rotation.
    fn equivalent_sequences(&self, size: usize, first: usize, last: usize) -> Vec<Vec<BasePower>> {
        let Self(face, opposite, rotation, middle) = *self;
        let named = |(name, power): (&str, usize)| (name.to_owned(), power);
        let outer = (name_of_outer_layers(face, last), 1);
        let mut sequences = Vec::new();
        if first == last && first > 1 {
            sequences.push(vec![(format!("{first}{face}"), 1)]);
            sequences.push(vec![(format!("{}{opposite}", size + 1 - first), 3)]);
            if 2 * first == size + 1 {
                sequences.push(vec![named(middle)]);
            }
        }
        let others = (name_of_outer_layers(opposite, size - last), 1);
        for mut sequence in [vec![outer], vec![others, named(rotation)]] {
            if first > 1 {
                sequence.push((name_of_outer_layers(face, first - 1), 3));
            }
            sequences.push(sequence);
        }
        sequences
    }
}
