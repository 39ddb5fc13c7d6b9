//! The first layer of the Skewb. All its states are found by applying turns; the shipped set of cases contains each of them
//! once, up to the four rotations about the axis of the layer and a reflection.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;

use crate::common::cli::data;
use crate::common::puzzles::{distances, effect_of, every_element};

/// The stickers of a center and of the four corners around it.
const LAYER: &str = "U1 U2 U3 U4 U5 L1 L2 F1 F2 R1 R2 B1 B2";

/// The number of states at each distance.
const DISTANCES: [usize; 8] = [1, 8, 44, 252, 1152, 2969, 1380, 26];

/// For each facelet, the sticker of the layer that it shows, numbered by its place in the solved puzzle.
type LayerStickers = Vec<Option<usize>>;

struct Skewb {
    puzzle: Arc<Puzzle>,
    /// Its 24 orientations.
    rotations: Vec<Permutation>,
    /// The rotations about the vertical axis, and each of them after a reflection.
    symmetries: Vec<Permutation>,
}

fn place(puzzle: &Puzzle, name: &str) -> usize {
    puzzle.facelets().iter().position(|it| it == name).unwrap()
}

impl Skewb {
    fn new() -> Self {
        let puzzle = Puzzle::built_in("skewb").unwrap();
        let size = puzzle.facelets().len();
        let held = puzzle.with_groups(&["rotation"]).unwrap();
        let [x, y] = ["x", "y"].map(|name| {
            let turns = Notation::Singmaster.read(&held, name).unwrap();
            effect_of(&held, &turns)
        });
        let rotations = every_element(size, &[x, y.clone()]);
        assert_eq!(rotations.len(), 24);
        let mirror =
            "U1 U2,U4 U5,D1 D2,D4 D5,F1 F2,F4 F5,B1 B2,B4 B5,L1 R2,L2 R1,L3 R3,L4 R5,L5 R4";
        let pairs = mirror.split(',');
        let pairs = pairs.map(|pair| pair.split(' ').map(|name| place(&puzzle, name)).collect());
        let mirror = Permutation::from_cycles(size, &pairs.collect::<Vec<_>>());
        let around = every_element(size, &[y]);
        let mirrored = around.iter().map(|turned| mirror.then(turned));
        Self {
            symmetries: mirrored.chain(around.clone()).collect(),
            rotations: rotations.into_iter().collect(),
            puzzle,
        }
    }

    fn solved(&self) -> LayerStickers {
        let layer: Vec<&str> = LAYER.split(' ').collect();
        let names = self.puzzle.facelets().iter().enumerate();
        let shown = names.map(|(at, name)| layer.contains(&&**name).then_some(at));
        shown.collect()
    }

    /// All states with their distances from the solved one.
    fn all(&self) -> FxHashMap<LayerStickers, usize> {
        let turns = self.puzzle.all_turns();
        distances(&self.puzzle, &turns, [self.solved()], usize::MAX)
    }

    /// The key of a case: the least image of a state under the rotations of the layer and the reflection.
    fn class(&self, stickers: &LayerStickers) -> LayerStickers {
        let images = self.symmetries.iter().map(|symmetry| {
            let back = symmetry.inverse();
            let image =
                |to: usize| stickers[symmetry.source(to)].map(|sticker| back.source(sticker));
            self.held((0..stickers.len()).map(image).collect())
        });
        images.min().unwrap()
    }

    /// The state after the rotation that brings the corner URF, which no turn moves, to its place.
    fn held(&self, stickers: LayerStickers) -> LayerStickers {
        let corner = ["U5", "F2"].map(|name| place(&self.puzzle, name));
        let is_home = |rotation: &&Permutation| {
            let mut corner = corner.iter();
            corner.all(|&at| stickers[rotation.source(at)] == Some(at))
        };
        let rotation = self.rotations.iter().find(is_home).unwrap();
        rotation.apply(&stickers)
    }
}

#[test]
fn the_first_layer_of_the_skewb_has_5832_states_and_770_cases() {
    let skewb = Skewb::new();
    let all = skewb.all();
    assert_eq!(all.len(), 5832);
    let at = |turns: usize| all.values().filter(|&&it| it == turns).count();
    assert_eq!(std::array::from_fn(at), DISTANCES);
    let classes = all.keys().map(|stickers| skewb.class(stickers));
    let classes: BTreeSet<LayerStickers> = classes.collect();
    assert_eq!(classes.len(), 770 + 1, "classes, including the solved one");
    let file: toml::Table = data("encodings/cases/skewb-layer.toml").parse().unwrap();
    let cases = file["case"].as_array().unwrap();
    assert_eq!(cases.len(), 770);
    let mut found: BTreeMap<LayerStickers, &str> = BTreeMap::new();
    for case in cases {
        let [name, alg] = ["name", "alg"].map(|key| case[key].as_str().unwrap());
        let turns = Notation::Singmaster.read(&skewb.puzzle, alg).unwrap();
        let made = skewb.puzzle.inverse_sequence(&turns);
        let stickers = effect_of(&skewb.puzzle, &made).apply(&skewb.solved());
        let length = turns.len();
        assert_eq!(all[&stickers], length, "{name} is not shortest");
        let begins = name.starts_with(&format!("{length}."));
        assert!(begins, "{name} does not begin with its number of turns");
        if let Some(other) = found.insert(skewb.class(&stickers), name) {
            panic!("{name} is the same case as {other}");
        }
    }
    let solved = skewb.class(&skewb.solved());
    assert!(!found.contains_key(&solved), "a case is solved");
}
