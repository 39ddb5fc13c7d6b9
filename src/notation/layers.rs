//! Numbered layers of large cubes: `3R` is the third layer from the right, `2-3Lw` the second and the third from the left,
//! `1-2Rw` is `Rw`; `m` is all inner layers, turned in the direction of `L`.
//!
//! *Idea.* Turning the outermost `b` layers and turning the outermost `a - 1` back turns the layers `a` to `b`. If the
//! puzzle has a single turn for them, that one is used.
//!
//! *Source.* The notation page of the Twizzle and cubing.js documentation. npm `cubing` interprets them in the same way
//! (`web/tests/notation.test.mjs`).

use crate::puzzle::Puzzle;

/// A turn by its base, and its power in quarter turns.
pub(super) type TurnPower = (String, usize);

/// Some layers of a cube.
pub(super) struct Layers {
    /// Their names: `2-3Lw`, `2-3l`.
    pub(super) names: Vec<String>,
    /// Sequences that equal a quarter turn of them, the shortest first. A puzzle may lack some of these turns.
    pub(super) ways: Vec<Vec<TurnPower>>,
}

/// A face from which layers are counted, and its axis.
struct Axis {
    face: char,
    opposite: char,
    /// The rotation of the whole cube about this axis, and its power that turns in the direction of the face.
    rotation: (&'static str, usize),
    /// The turn of the middle layer, and its power that turns in the direction of the face.
    middle: (&'static str, usize),
}

const fn axis(
    face: char,
    opposite: char,
    rotation: (&'static str, usize),
    middle: (&'static str, usize),
) -> Axis {
    Axis {
        face,
        opposite,
        rotation,
        middle,
    }
}

const AXES: [Axis; 6] = [
    axis('U', 'D', ("y", 1), ("E", 3)),
    axis('D', 'U', ("y", 3), ("E", 1)),
    axis('R', 'L', ("x", 1), ("M", 3)),
    axis('L', 'R', ("x", 3), ("M", 1)),
    axis('F', 'B', ("z", 1), ("S", 1)),
    axis('B', 'F', ("z", 3), ("S", 3)),
];

/// The smallest cube with numbered layers. On a 3×3×3, `R2U` would be ambiguous.
const MIN_SIZE: usize = 4;

/// All ranges of layers of a cube, with those of their names that are not turns already. Empty for other puzzles.
pub(super) fn layers(puzzle: &Puzzle) -> Vec<Layers> {
    let whole = puzzle.with_all_groups();
    let is_turn = |name: &str| whole.turns().iter().any(|turn| turn.base == name);
    let size = |face| (2..).find(|&depth| !is_turn(&name_of_outer_layers(face, depth)));
    let sizes = AXES.map(|axis| size(axis.face));
    let Some(size) = sizes[0].filter(|size| *size >= MIN_SIZE) else {
        return Vec::new();
    };
    if sizes.iter().any(|other| *other != Some(size)) {
        return Vec::new();
    }
    let mut all = Vec::new();
    for axis in AXES {
        for last in 1..size {
            all.extend((1..=last).map(|first| axis.layers(size, first, last)));
        }
    }
    for layers in &mut all {
        layers.names.retain(|name| !is_turn(name));
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
        let (wide, small) = (format!("{}w", self.face), self.face.to_ascii_lowercase());
        let range = format!("{first}-{last}");
        let mut names = if first == last {
            vec![format!("{first}{}", self.face)]
        } else {
            vec![format!("{range}{wide}"), format!("{range}{small}")]
        };
        if first == 1 && last > 1 {
            names.extend([format!("{last}{wide}"), format!("{last}{small}")]);
        }
        // `M`, `E` and `S` turn in the direction of L, D and F. On an odd cube they are turns of the middle layer.
        if (first, last) == (2, size - 1) && "LDF".contains(self.face) {
            names.extend([self.middle.0.to_owned(), self.middle.0.to_lowercase()]);
        }
        Layers {
            names,
            ways: self.ways_to_turn(size, first, last),
        }
    }

    /// The ways to turn these layers a quarter in the direction of the face: a single turn, then two blocks of outer
    /// layers, then a block of the opposite side and a rotation.
    fn ways_to_turn(&self, size: usize, first: usize, last: usize) -> Vec<Vec<TurnPower>> {
        let Self { face, opposite, .. } = *self;
        let mut ways = Vec::new();
        if first == 1 {
            ways.push(vec![(name_of_outer_layers(face, last), 1)]);
        } else if first == last {
            ways.push(vec![(format!("{first}{face}"), 1)]);
            ways.push(vec![(format!("{}{opposite}", size + 1 - first), 3)]);
            if 2 * first == size + 1 {
                ways.push(vec![(self.middle.0.to_owned(), self.middle.1)]);
            }
        }
        let rotation = (self.rotation.0.to_owned(), self.rotation.1);
        let outer = vec![(name_of_outer_layers(face, last), 1)];
        let outer_by_rest = vec![(name_of_outer_layers(opposite, size - last), 1), rotation];
        for mut way in [outer, outer_by_rest] {
            if first > 1 {
                way.push((name_of_outer_layers(face, first - 1), 3));
            }
            ways.push(way);
        }
        ways
    }
}
