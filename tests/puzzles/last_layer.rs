//! The cases of the last layer. Their numbers are computed from the group alone; each shipped file must contain each of its
//! cases once.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, State, TurnId};

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
        let mut layer = Self {
            puzzle,
            generators: Vec::new(),
            free_turns: Vec::new(),
        };
        let made = |sequence: &&str| layer.permutation_of(&layer.read_turns(sequence));
        let generators = sequences.iter().map(made).collect();
        let free_turns = free_turns.iter().map(made).collect();
        layer.generators = generators;
        layer.free_turns = free_turns;
        layer
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
        let identity = self.permutation_of(&[]);
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

    fn read_turns(&self, text: &str) -> Vec<TurnId> {
        Notation::Singmaster.read(&self.puzzle, text).unwrap()
    }

    fn permutation_of(&self, turns: &[TurnId]) -> Permutation {
        let identity = Permutation::identity(self.puzzle.facelets().len());
        turns.iter().fold(identity, |made, &turn| {
            made.then(&self.puzzle.turns()[turn].permutation)
        })
    }

    fn solved_after(&self, made: &Permutation) -> State {
        self.puzzle.solved().after(made)
    }

    /// The key of a case: the least view of a state over all free turns before and after.
    fn key(&self, made: &Permutation, view: &dyn Fn(&[usize]) -> Vec<usize>) -> Vec<usize> {
        let around = self
            .free_turns
            .iter()
            .flat_map(|before| self.free_turns.iter().map(move |after| (before, after)));
        let view = around.map(|(before, after)| {
            view(self.solved_after(&before.then(made).then(after)).colors())
        });
        view.min().unwrap()
    }
}

/// The algs of a file, by the names of their cases.
fn algs(file: &str) -> BTreeMap<String, String> {
    let root = std::path::Path::new(env!("TWISTSAT_ROOT"));
    let text = std::fs::read_to_string(root.join("encodings/cases").join(file)).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let cases = table["case"].as_array().unwrap().iter();
    let text = |case: &toml::Value, key: &str| case[key].as_str().unwrap().to_owned();
    cases
        .map(|case| (text(case, "name"), text(case, "alg")))
        .collect()
}

/// Checks the number of classes, not counting that of the solved state, and that the file contains each class once. States with
/// equal keys form one class.
fn check(
    layer: &Layer,
    file: &str,
    (states, count): (usize, usize),
    admits: &dyn Fn(&State) -> bool,
    view: &dyn Fn(&[usize]) -> Vec<usize>,
) {
    let everything = layer.all();
    assert_eq!(everything.len(), states, "{file}: states");
    let admitted = everything
        .iter()
        .filter(|made| admits(&layer.solved_after(made)));
    let all: BTreeSet<Vec<usize>> = admitted.map(|made| layer.key(made, view)).collect();
    assert_eq!(
        all.len(),
        count + 1,
        "{file}: classes, with that of the solved state"
    );
    let algs = algs(file);
    assert_eq!(algs.len(), count, "{file}: cases");
    let mut found: BTreeMap<Vec<usize>, &String> = BTreeMap::new();
    for (name, alg) in &algs {
        let turns = layer.puzzle.inverse_sequence(&layer.read_turns(alg));
        let key = layer.key(&layer.permutation_of(&turns), view);
        assert!(
            all.contains(&key),
            "{file}: {name} is in none of the classes"
        );
        if let Some(other) = found.insert(key, name) {
            panic!("{file}: {name} equals {other}");
        }
    }
    assert!(
        !found.contains_key(&layer.key(&layer.permutation_of(&[]), view)),
        "{file}: one case is solved"
    );
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

#[test]
#[ignore = "long check"]
fn there_are_21_pll_57_oll_and_42_cll_cases() {
    let rubik = Layer::new("rubik");
    let up = |state: &State| shows_up(state, &[0, 1, 2, 3, 5, 6, 7, 8]);
    check(&rubik, "pll.toml", (STATES, 21), &up, &all_colors);
    check(
        &rubik,
        "oll.toml",
        (STATES, 57),
        &|_| true,
        &upward_facelets,
    );
    // On its own, a pocket cube has no fixed orientation; here the lower layer determines it.
    let pocket = Layer::new("pocket");
    check(&pocket, "cll.toml", (24 * 27, 42), &|_| true, &all_colors);
}

#[test]
#[ignore = "long check"]
fn there_are_42_cmll_cases() {
    let rubik = Layer::new("rubik");
    let corners = rubik.facelets(CORNERS);
    let view = |colors: &[usize]| corners.iter().map(|&it| colors[it]).collect();
    check(&rubik, "cmll.toml", (STATES, 42), &|_| true, &view);
}

#[test]
#[ignore = "long check"]
fn two_look_last_layer_has_the_known_numbers_of_cases() {
    let rubik = Layer::new("rubik");
    let edges = |colors: &[usize]| {
        EDGES
            .iter()
            .map(|&it| upward_facelets(colors)[it])
            .collect()
    };
    check(&rubik, "eoll.toml", (STATES, 3), &|_| true, &edges);
    let are_edges_up = |state: &State| shows_up(state, &EDGES);
    check(
        &rubik,
        "ocll.toml",
        (STATES, 7),
        &are_edges_up,
        &upward_facelets,
    );
    let up = |state: &State| shows_up(state, &[0, 1, 2, 3, 5, 6, 7, 8]);
    let corners = rubik.facelets(CORNERS);
    let of_corners = |colors: &[usize]| corners.iter().map(|&it| colors[it]).collect();
    check(&rubik, "cpll.toml", (STATES, 2), &up, &of_corners);
    let solved = rubik.solved_after(&rubik.permutation_of(&[]));
    let are_corners_home = |state: &State| {
        let mut corners = corners.iter();
        up(state) && corners.all(|&it| state.color(it) == solved.color(it))
    };
    check(
        &rubik,
        "epll.toml",
        (STATES, 4),
        &are_corners_home,
        &all_colors,
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_winter_variation_has_a_case_for_each_orientation_of_three_corners() {
    let rubik = Layer::new("rubik");
    // Collects the places of the upper color after the pair is inserted. The pair fixes the angle of the upper layer, so cases that differ
    // by a turn of U are different.
    let mut all = BTreeSet::new();
    let mut layers = HashSet::new();
    for made in rubik.all() {
        let state = rubik.solved_after(&made);
        layers.insert(state.clone());
        if shows_up(&state, &EDGES) {
            all.insert(upward_facelets(state.colors()));
        }
    }
    assert_eq!(all.len(), 3_usize.pow(3));
    let algs = algs("wv.toml");
    assert_eq!(algs.len(), 27);
    let insert = rubik.permutation_of(&rubik.read_turns("R U' R'"));
    let mut found = BTreeSet::new();
    for (name, alg) in &algs {
        let case = rubik.permutation_of(&rubik.puzzle.inverse_sequence(&rubik.read_turns(alg)));
        let state = rubik.solved_after(&case.then(&insert));
        assert!(
            layers.contains(&state),
            "{name}: R U' R' does not insert the pair"
        );
        let view = upward_facelets(state.colors());
        assert!(
            all.contains(&view),
            "{name}: the edges are not oriented afterwards"
        );
        assert!(found.insert(view), "{name} occurs twice");
    }
}

#[test]
fn there_are_27_cases_of_the_last_four_edges_of_roux_and_35_of_the_pyraminx() {
    // Four edges and the centers between them: 4! · 4. The parity of their permutation determines whether U is turned.
    let roux = Layer::of("rubik", &["M", "U2"], &["", "U2"]);
    check(&roux, "l4e.toml", (96, 27), &|_| true, &all_colors);
    // Four edges, evenly permuted and evenly flipped, and three turns of U: 4! / 2 · 2³ · 3.
    let sequences = ["U", "R' L R L'", "L' U L U'", "L R' L' R", "R U' R' U"];
    let pyraminx = Layer::of("pyraminx", &sequences, &["", "U", "U'"]);
    check(
        &pyraminx,
        "pyraminx-l4e.toml",
        (288, 35),
        &|_| true,
        &all_colors,
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_megaminx_has_151_pll_cases() {
    // Five corners and five edges, each evenly permuted. Of the 25 pairs of turns of U before and after, the trivial one
    // fixes all 3600 states, and 8 fix 25 each. By Burnside's lemma there are (3600 + 8 · 25) / 25 = 152 classes, one of them
    // solved.
    let sequences = ["U", EDGES_OF_MEGAMINX, CORNERS_OF_MEGAMINX];
    let megaminx = Layer::of("megaminx", &sequences, &["", "U", "U2", "U2'", "U'"]);
    check(
        &megaminx,
        "megaminx-pll.toml",
        (60 * 60, 151),
        &|_| true,
        &all_colors,
    );
}
