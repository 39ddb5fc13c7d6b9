//! The stages of Thistlethwaite's chain by their colors alone: what tells the cosets apart is
//! written by hand here, and breadth-first search counts them. Nothing of groups, coordinates or
//! clauses.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::*;

/// How far the solved state's class is from each class of states.
pub struct Truth {
    class: fn(&Cube, &Faces) -> Class,
    distances: FxHashMap<Class, u8>,
    /// How many classes there are at each distance.
    pub counts: Vec<usize>,
    /// A state of each class of the greatest distance; of some, where there are many.
    pub farthest: Vec<State>,
}

/// What two states have in common that are as good for a stage.
pub type Class = [u64; 3];

/// The 3×3×3 as the classes see it.
pub struct Cube {
    /// By facelet whether it is a corner's.
    corner: Vec<bool>,
    /// The facelet of each edge that shows its orientation, and the other one.
    edges: Vec<[usize; 2]>,
    /// The facelets of each corner, the one of U or D first, the others clockwise or not.
    corners: Vec<[usize; 3]>,
    /// The colors of each corner, as a set.
    homes: Vec<u8>,
    /// The permutations of the corners that half turns make, as places and what is there.
    half_turns: Vec<[u8; 8]>,
}

pub static CUBE: LazyLock<Cube> = LazyLock::new(Cube::new);

/// The stages, in order.
pub static STAGES: [LazyLock<Truth>; 4] = [
    LazyLock::new(|| Truth::new("U U2 U' D D2 D' L L2 L' R R2 R' F F2 F' B B2 B'", edges)),
    LazyLock::new(|| Truth::new("U U2 U' D D2 D' L L2 L' R R2 R' F2 B2", corners_and_slice)),
    LazyLock::new(|| Truth::new("U U2 U' D D2 D' L2 R2 F2 B2", slices_and_tetrads)),
    LazyLock::new(|| Truth::new("U2 D2 L2 R2 F2 B2", everything)),
];

/// Whether a color is that of U or D (0), R or L (1), F or B (2).
static AXIS: LazyLock<[usize; 6]> = LazyLock::new(|| {
    std::array::from_fn(|color| {
        let face = RUBIK.colors()[color].symbol;
        let mut axes = ["UD", "RL", "FB"].iter();
        axes.position(|axis| axis.contains(face)).unwrap()
    })
});

/// Which colors some facelets show.
fn set(colors: &Faces, places: &[usize; 3]) -> u8 {
    places
        .iter()
        .fold(0, |set, &facelet| set | 1 << colors[facelet])
}

impl Cube {
    fn new() -> Self {
        let solved = RUBIK.solved().colors();
        let mut pieces: Vec<Vec<usize>> = RUBIK
            .pieces()
            .all()
            .iter()
            .map(|piece| piece.facelets.clone())
            .collect();
        for piece in &mut pieces {
            piece.sort_by_key(|&facelet| match AXIS[solved[facelet]] {
                0 => 0,
                2 => 1,
                _ => 2,
            });
        }
        let mut corner = vec![false; solved.len()];
        for piece in pieces.iter().filter(|piece| piece.len() == 3) {
            piece.iter().for_each(|&facelet| corner[facelet] = true);
        }
        let mut cube = Self {
            corner,
            edges: pieces
                .iter()
                .filter_map(|it| it[..].try_into().ok())
                .collect(),
            corners: pieces
                .iter()
                .filter_map(|it| it[..].try_into().ok())
                .collect(),
            homes: Vec::new(),
            half_turns: Vec::new(),
        };
        let home = faces(RUBIK.solved());
        cube.homes = cube.corners.iter().map(|it| set(&home, it)).collect();
        assert_eq!((cube.edges.len(), cube.corners.len()), (12, 8));
        cube.half_turns = cube.all_half_turns();
        cube
    }

    /// Which corner is at each place, according to its colors.
    fn corners_at(&self, colors: &Faces) -> [u8; 8] {
        let at = |place: usize| set(colors, &self.corners[place]);
        let corner = |is: u8| self.homes.iter().position(|home| *home == is).unwrap();
        std::array::from_fn(|place| corner(at(place)) as u8)
    }

    fn all_half_turns(&self) -> Vec<[u8; 8]> {
        let turns = turns("U2 D2 L2 R2 F2 B2");
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut next = vec![RUBIK.solved().clone()];
        while let Some(state) = next.pop() {
            let corners = self.corners_at(&faces(&state));
            if seen.insert(corners) {
                found.push(corners);
                next.extend(turns.iter().map(|&turn| RUBIK.apply(&state, &[turn])));
            }
        }
        assert_eq!(found.len(), 96);
        found
    }
}

fn axis(color: u8) -> usize {
    AXIS[usize::from(color)]
}

/// Which edges are flipped: the sticker of U or D, of F or B where it has none, is not where such a
/// sticker of the place is.
fn edges(cube: &Cube, colors: &Faces) -> Class {
    let flipped = |[first, second]: &[usize; 2]| {
        let (first, second) = (axis(colors[*first]), axis(colors[*second]));
        !(first == 0 || first == 2 && second != 0)
    };
    [bits(cube.edges.iter().map(flipped)), 0, 0]
}

/// Which facelets show U or D. That tells how the corners are twisted, and which
/// edges are those of the middle layer.
fn corners_and_slice(_: &Cube, colors: &Faces) -> Class {
    [bits(colors.iter().map(|&color| axis(color) == 0)), 0, 0]
}

/// Which edges have a sticker of F or B, and where the corners are, up to what half turns do.
fn slices_and_tetrads(cube: &Cube, colors: &Faces) -> Class {
    let faces = colors.iter().zip(&cube.corner);
    let slices = bits(faces.map(|(&color, &corner)| !corner && axis(color) == 2));
    let corners = cube.corners_at(colors);
    let relabeled = |by: &[u8; 8]| {
        let corners = corners.iter().map(|&corner| by[usize::from(corner)]);
        corners.fold(0, |all, corner| all << 3 | u64::from(corner))
    };
    [
        slices,
        cube.half_turns.iter().map(relabeled).min().unwrap(),
        0,
    ]
}

/// All colors, three bits each.
fn everything(_: &Cube, colors: &Faces) -> Class {
    std::array::from_fn(|part| {
        let colors = colors[18 * part..18 * (part + 1)].iter();
        colors.fold(0, |all, &color| all << 3 | u64::from(color))
    })
}

fn bits(all: impl Iterator<Item = bool>) -> u64 {
    all.fold(0, |bits, bit| bits << 1 | u64::from(bit))
}

/// The colors of the 3×3×3, one byte per facelet.
type Faces = [u8; 54];

fn faces(state: &State) -> Faces {
    std::array::from_fn(|facelet| state.colors()[facelet] as u8)
}

fn state(faces: &Faces) -> State {
    State::new(faces.iter().map(|&color| usize::from(color)).collect())
}

impl Truth {
    fn new(allowed: &str, class: fn(&Cube, &Faces) -> Class) -> Self {
        let turns: Vec<[u8; 54]> = turns(allowed)
            .into_iter()
            .map(|turn| {
                let permutation = &RUBIK.turns()[turn].permutation;
                std::array::from_fn(|facelet| permutation.source(facelet) as u8)
            })
            .collect();
        let home = faces(RUBIK.solved());
        let mut truth = Self {
            class,
            distances: FxHashMap::from_iter([(class(&CUBE, &home), 0)]),
            counts: Vec::new(),
            farthest: Vec::new(),
        };
        let mut layer = vec![home];
        while !layer.is_empty() {
            truth.counts.push(layer.len());
            truth.farthest = layer.iter().take(1000).map(state).collect();
            let distance = truth.counts.len() as u8;
            let mut next = Vec::new();
            for faces in &layer {
                for turn in &turns {
                    let after = turn.map(|from| faces[usize::from(from)]);
                    let place = truth.distances.entry(class(&CUBE, &after));
                    if let Entry::Vacant(place) = place {
                        place.insert(distance);
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        truth
    }

    /// How many turns a state is from the end of the stage; `None` if its turns do not lead there.
    pub fn distance(&self, state: &State) -> Option<usize> {
        let class = (self.class)(&CUBE, &faces(state));
        self.distances
            .get(&class)
            .map(|&distance| usize::from(distance))
    }

    /// Whether a state is as good as solved for the stage.
    pub fn is_done(&self, state: &State) -> bool {
        self.distance(state) == Some(0)
    }
}

/// The most rows that are counted.
const MAX_ROWS: usize = 16;

/// How many facelets each row of what is seen has: facelets that turns carry to each other.
pub fn rows(puzzle: &Puzzle) -> impl Iterator<Item = usize> {
    let end = |after: usize| {
        let moved = puzzle.turns().iter().map(|turn| &turn.permutation);
        let sources = moved.flat_map(|it| it.sources().take(after));
        sources.max().map_or(after, |last| last + 1)
    };
    let closed: Vec<usize> = (1..=puzzle.facelets().len())
        .filter(|&at| end(at) == at)
        .collect();
    let firsts: Vec<usize> = [0].into_iter().chain(closed.iter().copied()).collect();
    closed
        .into_iter()
        .zip(firsts)
        .map(|(end, first)| end - first)
}

/// How many states a puzzle has at each distance, when a state is told by where the marks of its
/// rows are.
pub fn count_by_marks(puzzle: &Puzzle) -> Vec<usize> {
    let mut home = [0_u16; MAX_ROWS];
    let (mut first, mut number) = (0, 0);
    for row in rows(puzzle) {
        let colors = &puzzle.solved().colors()[first..first + row];
        let alone = |&at: &usize| colors.iter().filter(|&other| *other == colors[at]).count() == 1;
        let marked: Vec<usize> = (0..row).filter(alone).collect();
        assert_eq!(marked.len(), 1, "one mark a row");
        home[number] = (first + marked[0]) as u16;
        (first, number) = (first + row, number + 1);
    }
    assert_eq!(first, puzzle.facelets().len());
    let moved = puzzle.turns().iter().map(|turn| turn.permutation.inverse());
    let moved: Vec<Vec<u16>> = moved
        .map(|to| to.sources().map(|at| at as u16).collect())
        .collect();
    let mut seen = FxHashSet::from_iter([home]);
    let mut layer = vec![home];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len());
        let mut next = Vec::new();
        for marks in &layer {
            for to in &moved {
                let mut after = *marks;
                for mark in &mut after[..number] {
                    *mark = to[usize::from(*mark)];
                }
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    counts
}
