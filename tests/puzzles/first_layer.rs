//! The first layer of the Skewb. All its states are found by applying turns; the shipped set of cases contains each of them
//! once, up to the four rotations about the axis of the layer and a reflection.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;

/// The stickers of a center and of the four corners around it.
const LAYER: &str = "U1 U2 U3 U4 U5 L1 L2 F1 F2 R1 R2 B1 B2";

/// The number of states at each distance.
const DISTANCES: [usize; 8] = [1, 8, 44, 252, 1152, 2969, 1380, 26];

/// For each facelet, the sticker of the layer that it shows, numbered by its place in the solved puzzle.
type LayerStickers = Vec<Option<usize>>;

struct Skewb {
    puzzle: Arc<Puzzle>,
    /// The four turns in both directions.
    turns: Vec<Permutation>,
    /// Its 24 orientations.
    rotations: Vec<Permutation>,
    /// The rotations about the vertical axis, and each of them after a reflection.
    symmetries: Vec<Permutation>,
}

impl Skewb {
    fn new() -> Self {
        let puzzle = Puzzle::built_in("skewb").unwrap();
        let made = |puzzle: &Puzzle, name: &str| {
            let turns = Notation::Singmaster.read(puzzle, name).unwrap();
            puzzle.turns()[turns[0]].permutation.clone()
        };
        let turns = ["U", "U'", "R", "R'", "L", "L'", "B", "B'"];
        let turns = turns.map(|name| made(&puzzle, name)).to_vec();
        let held = puzzle.with_groups(&["rotation"]).unwrap();
        let [x, y] = ["x", "y"].map(|name| made(&held, name));
        let identity = Permutation::identity(puzzle.facelets().len());
        let mut rotations = vec![identity.clone()];
        let mut next = 0;
        while next < rotations.len() {
            for one in [&x, &y] {
                let made = rotations[next].then(one);
                if !rotations.contains(&made) {
                    rotations.push(made);
                }
            }
            next += 1;
        }
        assert_eq!(rotations.len(), 24);
        let place = |name: &str| puzzle.facelets().iter().position(|it| it == name).unwrap();
        let mirror =
            "U1 U2,U4 U5,D1 D2,D4 D5,F1 F2,F4 F5,B1 B2,B4 B5,L1 R2,L2 R1,L3 R3,L4 R5,L5 R4";
        let pairs = mirror.split(',');
        let pairs: Vec<Vec<usize>> = pairs.map(|it| it.split(' ').map(place).collect()).collect();
        let mirror = Permutation::from_cycles(puzzle.facelets().len(), &pairs);
        let around = [identity.clone(), y.clone(), y.then(&y), y.then(&y).then(&y)];
        let symmetries = [&identity, &mirror].into_iter();
        let symmetries = symmetries.flat_map(|first| around.iter().map(|then| first.then(then)));
        Self {
            symmetries: symmetries.collect(),
            puzzle,
            turns,
            rotations,
        }
    }

    fn solved(&self) -> LayerStickers {
        let layer: Vec<&str> = LAYER.split(' ').collect();
        let names = self.puzzle.facelets().iter().enumerate();
        names
            .map(|(at, name)| layer.contains(&name.as_str()).then_some(at))
            .collect()
    }

    /// All states with their distances from the solved one.
    fn all(&self) -> HashMap<LayerStickers, usize> {
        let mut all = HashMap::from([(self.solved(), 0)]);
        let mut layer = vec![self.solved()];
        for turns in 1.. {
            let next = layer
                .iter()
                .flat_map(|stickers| self.turns.iter().map(|turn| turn.apply(stickers)));
            let next: BTreeSet<LayerStickers> = next
                .filter(|stickers| !all.contains_key(stickers))
                .collect();
            if next.is_empty() {
                break;
            }
            all.extend(next.iter().map(|stickers| (stickers.clone(), turns)));
            layer = next.into_iter().collect();
        }
        all
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
        let place = |name: &str| {
            self.puzzle
                .facelets()
                .iter()
                .position(|it| it == name)
                .unwrap()
        };
        let corner = ["U5", "F2"].map(place);
        let is_home = |rotation: &&Permutation| {
            corner
                .iter()
                .all(|&at| stickers[rotation.source(at)] == Some(at))
        };
        self.rotations
            .iter()
            .find(is_home)
            .unwrap()
            .apply(&stickers)
    }
}

#[test]
fn the_first_layer_of_the_skewb_has_5832_states_and_770_cases() {
    let skewb = Skewb::new();
    let all = skewb.all();
    assert_eq!(all.len(), 5832);
    let at = |turns: usize| all.values().filter(|&&it| it == turns).count();
    assert_eq!(std::array::from_fn(at), DISTANCES);
    let classes: BTreeSet<LayerStickers> =
        all.keys().map(|stickers| skewb.class(stickers)).collect();
    assert_eq!(classes.len(), 770 + 1, "classes, including the solved one");
    let path = Path::new(env!("TWISTSAT_ROOT")).join("encodings/cases/skewb-layer.toml");
    let file: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let cases = file["case"].as_array().unwrap();
    assert_eq!(cases.len(), 770);
    let mut found: BTreeMap<LayerStickers, &str> = BTreeMap::new();
    for case in cases {
        let [name, alg] = ["name", "alg"].map(|key| case[key].as_str().unwrap());
        let turns = Notation::Singmaster.read(&skewb.puzzle, alg).unwrap();
        let made = skewb.puzzle.inverse_sequence(&turns);
        let made = made
            .iter()
            .map(|&turn| &skewb.puzzle.turns()[turn].permutation);
        let stickers = made.fold(skewb.solved(), |stickers, turn| turn.apply(&stickers));
        assert_eq!(
            all[&stickers],
            turns.len(),
            "{name}: the algorithm is not a shortest one"
        );
        assert!(
            name.starts_with(&format!("{}.", turns.len())),
            "{name} does not begin with its number of turns"
        );
        if let Some(other) = found.insert(skewb.class(&stickers), name) {
            panic!("{name} is the same case as {other}");
        }
    }
    assert!(
        !found.contains_key(&skewb.class(&skewb.solved())),
        "a case is solved"
    );
}
