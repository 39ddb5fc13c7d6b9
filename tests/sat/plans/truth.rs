//! The stages of Thistlethwaite's chain, from colors alone. Functions written by hand tell the cosets apart, and
//! breadth-first search counts them, without groups, coordinates or clauses.

use std::collections::hash_map::Entry;

use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

use super::*;

/// The distance of each class of states from the goal of a stage.
pub struct Truth {
    class: fn(&Cube, &Faces) -> Class,
    distances: FxHashMap<Class, u8>,
    /// How many classes there are at each distance.
    pub counts: Vec<usize>,
    /// States at the greatest distance, one for each class; at most 1000.
    pub farthest: Vec<State>,
}

/// A key that two states share exactly when they are equivalent for a stage.
pub type Class = [u64; 3];

/// The facts about the 3×3×3 that the functions below use.
pub struct Cube {
    /// For each facelet, whether it belongs to a corner.
    corner: Vec<bool>,
    /// The facelets of each edge, first the one that shows its orientation: on U or D, otherwise on F or B.
    edges: Vec<[usize; 2]>,
    /// The facelets of each corner: the one on U or D, the one on F or B, the one on R or L.
    corners: Vec<[usize; 3]>,
    /// The colors of each corner, as a bit set.
    homes: Vec<u8>,
    /// The permutations of the corners that half turns generate: which corner is at each place.
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

/// The set of colors that some facelets show, as bits.
fn set(colors: &Faces, places: &[usize; 3]) -> u8 {
    let bits = places.iter().map(|&facelet| 1 << colors[facelet]);
    bits.fold(0, |set, bit: u8| set | bit)
}

impl Cube {
    fn new() -> Self {
        let solved = RUBIK.solved().colors();
        let by_axis = |facelet: &usize| [0, 2, 1][AXIS[solved[*facelet]]];
        let pieces = RUBIK.pieces().all().iter();
        let pieces = pieces.map(|piece| piece.facelets.iter().copied().sorted_by_key(by_axis));
        let pieces: Vec<Vec<usize>> = pieces.map(Iterator::collect).collect();
        let mut corner = vec![false; solved.len()];
        for piece in pieces.iter().filter(|piece| piece.len() == 3) {
            piece.iter().for_each(|&facelet| corner[facelet] = true);
        }
        let edges = pieces.iter().filter_map(|it| it[..].try_into().ok());
        let corners = pieces.iter().filter_map(|it| it[..].try_into().ok());
        let mut cube = Self {
            corner,
            edges: edges.collect(),
            corners: corners.collect(),
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

/// Which edges are flipped. An edge is flipped if its U or D sticker (its F or B sticker if it has neither) is not on the
/// facelet of U or D at its place (of F or B if the place has neither).
fn edges(cube: &Cube, colors: &Faces) -> Class {
    let flipped = |[first, second]: &[usize; 2]| {
        let (first, second) = (axis(colors[*first]), axis(colors[*second]));
        !(first == 0 || first == 2 && second != 0)
    };
    [binary_number(cube.edges.iter().map(flipped)), 0, 0]
}

/// Which facelets show the color of U or D. This determines how the corners are twisted and where the edges of the middle
/// layer are.
fn corners_and_slice(_: &Cube, colors: &Faces) -> Class {
    let shown = colors.iter().map(|&color| axis(color) == 0);
    [binary_number(shown), 0, 0]
}

/// Which facelets of edges show the color of F or B, and the permutation of the corners, up to half turns.
fn slices_and_tetrads(cube: &Cube, colors: &Faces) -> Class {
    let faces = colors.iter().zip(&cube.corner);
    let slices = binary_number(faces.map(|(&color, &corner)| !corner && axis(color) == 2));
    let corners = cube.corners_at(colors);
    let relabeled = |by: &[u8; 8]| {
        let corners = corners.iter().map(|&corner| by[usize::from(corner)]);
        corners.fold(0, |all, corner| all << 3 | u64::from(corner))
    };
    let least = cube.half_turns.iter().map(relabeled).min();
    [slices, least.unwrap(), 0]
}

/// All colors, three bits each.
fn everything(_: &Cube, colors: &Faces) -> Class {
    std::array::from_fn(|part| {
        let colors = colors[18 * part..18 * (part + 1)].iter();
        colors.fold(0, |all, &color| all << 3 | u64::from(color))
    })
}

fn binary_number(all: impl Iterator<Item = bool>) -> u64 {
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
        let sources = |turn: TurnId| -> [u8; 54] {
            let permutation = &RUBIK.turns()[turn].permutation;
            std::array::from_fn(|facelet| permutation.source(facelet) as u8)
        };
        let turns: Vec<[u8; 54]> = turns(allowed).into_iter().map(sources).collect();
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
        self.distances.get(&class).map(|&distance| distance.into())
    }

    /// Whether a state is as good as solved for the stage.
    pub fn is_done(&self, state: &State) -> bool {
        self.distance(state) == Some(0)
    }
}

/// The largest number of rows that [`count_by_marks`] supports.
const MAX_ROWS: usize = 16;

/// The length of each row of a reduced puzzle. A row is a shortest run of facelets that each turn permutes among themselves.
pub fn rows(puzzle: &Puzzle) -> impl Iterator<Item = usize> {
    let end = |after: usize| {
        let moved = puzzle.turns().iter().map(|turn| &turn.permutation);
        let sources = moved.flat_map(|it| it.sources().take(after));
        sources.max().map_or(after, |last| last + 1)
    };
    let closed = (1..=puzzle.facelets().len()).filter(|&at| end(at) == at);
    let closed: Vec<usize> = closed.collect();
    let ends = [0].into_iter().chain(closed).collect_vec();
    ends.into_iter()
        .tuple_windows()
        .map(|(first, end)| end - first)
}

/// How many states a reduced puzzle has at each distance. A state is identified by its marks: in each row, the place
/// of the only facelet with a unique color.
pub fn count_by_marks(puzzle: &Puzzle) -> Vec<usize> {
    let mut home = [0_u16; MAX_ROWS];
    let (mut first, mut number) = (0, 0);
    for row in rows(puzzle) {
        let colors = &puzzle.solved().colors()[first..first + row];
        let alone = |&at: &usize| colors.iter().filter(|&other| *other == colors[at]).count() == 1;
        let marked: Vec<usize> = (0..row).filter(alone).collect();
        assert_eq!(marked.len(), 1, "one mark per row");
        home[number] = (first + marked[0]) as u16;
        (first, number) = (first + row, number + 1);
    }
    assert_eq!(first, puzzle.facelets().len());
    let moved = puzzle.turns().iter().map(|turn| turn.permutation.inverse());
    let moved = moved.map(|to| to.sources().map(|at| at as u16).collect());
    let moved: Vec<Vec<u16>> = moved.collect();
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
