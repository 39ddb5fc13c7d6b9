//! The cases of the last layer. Their numbers are computed from the group alone; each shipped file must contain each of its
//! cases once.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use itertools::Itertools;
use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, State};

use crate::common::cli::data;
use crate::common::puzzles::effect_of;

/// A puzzle, and generators that reach the states of all cases.
struct Layer {
    puzzle: Arc<Puzzle>,
    generators: Vec<Permutation>,
    /// The turns that are free before and after an algorithm.
    free_turns: Vec<Permutation>,
}

/// Generators that move only the last layer.
const LAST_LAYER: [&str; 4] = [
    "U",
    "R U R' U R U2 R'",
    "F R U R' U' F'",
    "R U R' F' R U R' U' R' F R2 U' R'",
];

const QUARTERS: [&str; 4] = ["", "U", "U2", "U'"];

/// The permutation of the facelets by turns.
fn effect(puzzle: &Puzzle, turns: &str) -> Permutation {
    effect_of(puzzle, &Notation::Singmaster.read(puzzle, turns).unwrap())
}

impl Layer {
    fn new(name: &str) -> Self {
        Self::of(name, &LAST_LAYER, &QUARTERS)
    }

    fn of(name: &str, sequences: &[&str], free_turns: &[&str]) -> Self {
        let puzzle = Puzzle::built_in(name).unwrap();
        let puzzle = match name {
            "rubik" => Arc::new(puzzle.with_groups(&["slice", "wide"]).unwrap()),
            _ => puzzle,
        };
        let effects = |texts: &[&str]| texts.iter().map(|text| effect(&puzzle, text)).collect();
        Self {
            generators: effects(sequences),
            free_turns: effects(free_turns),
            puzzle,
        }
    }

    /// The facelets with these names.
    fn facelets(&self, names: &str) -> Vec<usize> {
        let number = |name: &str| {
            let names = self.puzzle.facelets();
            names.iter().position(|it| it == name).unwrap()
        };
        names.split(' ').map(number).collect()
    }

    /// For each state that the generators reach, a permutation that leads there.
    fn all(&self) -> Vec<Permutation> {
        let identity = self.effect("");
        let mut states = HashSet::from([self.solved_after(&identity)]);
        let mut all = vec![identity];
        let mut next = 0;
        while next < all.len() {
            for generator in &self.generators {
                let made = all[next].then(generator);
                if states.insert(self.solved_after(&made)) {
                    all.push(made);
                }
            }
            next += 1;
        }
        all
    }

    fn effect(&self, turns: &str) -> Permutation {
        effect(&self.puzzle, turns)
    }

    fn solved_after(&self, made: &Permutation) -> State {
        self.puzzle.solved().after(made)
    }

    /// The key of a case: the least view of a state over all free turns before and after.
    fn key(&self, made: &Permutation, view: &dyn Fn(&[usize]) -> Vec<usize>) -> Vec<usize> {
        let around = self.free_turns.iter().cartesian_product(&self.free_turns);
        let view = around.map(|(before, after)| {
            view(self.solved_after(&before.then(made).then(after)).colors())
        });
        view.min().unwrap()
    }

    /// Checks the number of states and of classes, not counting that of the solved state, and that the file contains each class
    /// once. States with equal keys form one class.
    fn check(
        &self,
        file: &str,
        [states, count]: [usize; 2],
        admits: &dyn Fn(&State) -> bool,
        view: &dyn Fn(&[usize]) -> Vec<usize>,
    ) {
        let everything = self.all();
        assert_eq!(everything.len(), states, "{file}: states");
        let mut all: BTreeSet<Vec<usize>> = BTreeSet::new();
        for made in everything {
            if admits(&self.solved_after(&made)) {
                all.insert(self.key(&made, view));
            }
        }
        let shown = all.len();
        assert_eq!(shown, count + 1, "{file}: with that of the solved state");
        let algs = algs(file);
        assert_eq!(algs.len(), count, "{file}: cases");
        let mut found: BTreeMap<Vec<usize>, &String> = BTreeMap::new();
        for (name, alg) in &algs {
            let key = self.key(&self.effect(alg).inverse(), view);
            let is_one = all.contains(&key);
            assert!(is_one, "{file}: {name} is in none of the classes");
            if let Some(other) = found.insert(key, name) {
                panic!("{file}: {name} equals {other}");
            }
        }
        let solved = self.key(&self.effect(""), view);
        assert!(!found.contains_key(&solved), "{file}: one case is solved");
    }
}

/// The algs of a file, by the names of their cases.
fn algs(file: &str) -> BTreeMap<String, String> {
    let table: toml::Table = data(&format!("encodings/cases/{file}")).parse().unwrap();
    let cases = table["case"].as_array().unwrap().iter();
    let text = |case: &toml::Value, key: &str| case[key].as_str().unwrap().to_owned();
    let algs = cases.map(|case| (text(case, "name"), text(case, "alg")));
    algs.collect()
}

/// 4! · 3³ · 4! · 2³ / 2: the last layer of the 3×3×3.
const STATES: usize = 62_208;

/// Which facelets show the color of the upper face.
fn upward_facelets(colors: &[usize]) -> Vec<usize> {
    let is_up = |&it: &usize| usize::from(it == colors[4]);
    colors.iter().map(is_up).collect()
}

fn all_colors(colors: &[usize]) -> Vec<usize> {
    colors.to_vec()
}

fn shows_up(state: &State, facelets: &[usize]) -> bool {
    facelets.iter().all(|&it| state.color(it) == state.color(4))
}

/// A 3-cycle of edges, and one of corners.
const EDGES_OF_MEGAMINX: &str = "R U R' U R' U' R2 U' R' U R' U R";
const CORNERS_OF_MEGAMINX: &str = "R2' U' F2 U R2 U R2' U2' F2' U2 R2";

const EDGES: [usize; 4] = [1, 3, 5, 7];
const CORNERS: &str = "U1 U3 U7 U9 L1 L3 F1 F3 R1 R3 B1 B3";

fn any(_: &State) -> bool {
    true
}

/// Whether the upper face has one color.
fn is_oriented(state: &State) -> bool {
    shows_up(state, &[0, 1, 2, 3, 5, 6, 7, 8])
}

#[test]
#[ignore = "long check"]
fn the_last_layer_has_the_known_numbers_of_cases() {
    let rubik = Layer::new("rubik");
    let check = |file: &str,
                 count: usize,
                 admits: &dyn Fn(&State) -> bool,
                 view: &dyn Fn(&[usize]) -> Vec<usize>| {
        rubik.check(file, [STATES, count], admits, view);
    };
    check("pll.toml", 21, &is_oriented, &all_colors);
    check("oll.toml", 57, &any, &upward_facelets);
    let corners = rubik.facelets(CORNERS);
    let of_corners = |colors: &[usize]| corners.iter().map(|&it| colors[it]).collect();
    check("cmll.toml", 42, &any, &of_corners);
    // In two looks: first the edges, then the corners.
    let upward = |colors: &[usize]| EDGES.map(|it| upward_facelets(colors)[it]).to_vec();
    check("eoll.toml", 3, &any, &upward);
    let are_edges_up = |state: &State| shows_up(state, &EDGES);
    check("ocll.toml", 7, &are_edges_up, &upward_facelets);
    check("cpll.toml", 2, &is_oriented, &of_corners);
    let solved = rubik.puzzle.solved();
    let are_corners_home = |state: &State| {
        let mut corners = corners.iter();
        is_oriented(state) && corners.all(|&it| state.color(it) == solved.color(it))
    };
    check("epll.toml", 4, &are_corners_home, &all_colors);
    // On its own, a pocket cube has no fixed orientation; here the lower layer determines it.
    let pocket = Layer::new("pocket");
    pocket.check("cll.toml", [24 * 27, 42], &any, &all_colors);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_winter_variation_has_a_case_for_each_orientation_of_three_corners() {
    let rubik = Layer::new("rubik");
    // Collects the places of the upper color after the pair is inserted. The pair fixes the angle of the upper layer, so cases that
    // differ by a turn of U are different.
    let layers = rubik.all();
    let layers = layers.iter().map(|made| rubik.solved_after(made));
    let layers: HashSet<State> = layers.collect();
    let oriented = layers.iter().filter(|state| shows_up(state, &EDGES));
    let all: BTreeSet<_> = oriented.map(|it| upward_facelets(it.colors())).collect();
    assert_eq!(all.len(), 3_usize.pow(3));
    let algs = algs("wv.toml");
    assert_eq!(algs.len(), 27);
    let insert = rubik.effect("R U' R'");
    let mut found = BTreeSet::new();
    for (name, alg) in &algs {
        let state = rubik.solved_after(&rubik.effect(alg).inverse().then(&insert));
        let is_inserted = layers.contains(&state);
        assert!(is_inserted, "{name}: R U' R' does not insert the pair");
        let view = upward_facelets(state.colors());
        let is_oriented = all.contains(&view);
        assert!(is_oriented, "{name}: the edges are not oriented afterwards");
        assert!(found.insert(view), "{name} occurs twice");
    }
}

#[test]
fn there_are_27_cases_of_the_last_four_edges_of_roux_and_35_of_the_pyraminx() {
    // Four edges and the centers between them: 4! · 4. The parity of their permutation determines whether U is turned.
    let roux = Layer::of("rubik", &["M", "U2"], &["", "U2"]);
    roux.check("l4e.toml", [96, 27], &any, &all_colors);
    // Four edges, evenly permuted and evenly flipped, and three turns of U: 4! / 2 · 2³ · 3.
    let sequences = ["U", "R' L R L'", "L' U L U'", "L R' L' R", "R U' R' U"];
    let pyraminx = Layer::of("pyraminx", &sequences, &["", "U", "U'"]);
    pyraminx.check("pyraminx-l4e.toml", [288, 35], &any, &all_colors);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_megaminx_has_151_pll_cases() {
    // Five corners and five edges, each evenly permuted. Of the 25 pairs of turns of U before and after, the trivial one
    // fixes all 3600 states, and 8 fix 25 each. By Burnside's lemma there are (3600 + 8 · 25) / 25 = 152 classes, one of them
    // solved.
    let sequences = ["U", EDGES_OF_MEGAMINX, CORNERS_OF_MEGAMINX];
    let megaminx = Layer::of("megaminx", &sequences, &["", "U", "U2", "U2'", "U'"]);
    megaminx.check("megaminx-pll.toml", [60 * 60, 151], &any, &all_colors);
}
