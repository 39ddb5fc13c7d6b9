//! The cases of the last layer: how many there are, from the group alone, and that the files that are shipped have
//! each of them once.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use twistsat::group::Permutation;
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, State, TurnId};

/// A puzzle, and what leaves all but the last layer alone: their products are all such states.
struct Layer {
    puzzle: Arc<Puzzle>,
    generators: Vec<Permutation>,
    /// No turn of U, one, two and three.
    adjusting: Vec<Permutation>,
}

impl Layer {
    fn new(name: &str) -> Self {
        let puzzle = Puzzle::built_in(name).unwrap();
        let puzzle = match name {
            "rubik" => Arc::new(puzzle.with_groups(&["slice", "wide"]).unwrap()),
            _ => puzzle,
        };
        let mut layer = Self {
            puzzle,
            generators: Vec::new(),
            adjusting: Vec::new(),
        };
        let words = [
            "U",
            "R U R' U R U2 R'",
            "F R U R' U' F'",
            "R U R' F' R U R' U' R' F R2 U' R'",
        ];
        layer.generators = words
            .iter()
            .map(|word| layer.made(&layer.read(word)))
            .collect();
        let words = ["", "U", "U2", "U'"];
        layer.adjusting = words
            .iter()
            .map(|word| layer.made(&layer.read(word)))
            .collect();
        layer
    }

    fn read(&self, text: &str) -> Vec<TurnId> {
        Notation::Singmaster.read(&self.puzzle, text).unwrap()
    }

    fn made(&self, turns: &[TurnId]) -> Permutation {
        let nothing = Permutation::identity(self.puzzle.facelets().len());
        turns.iter().fold(nothing, |made, &turn| {
            made.then(&self.puzzle.turns()[turn].permutation)
        })
    }

    fn state(&self, made: &Permutation) -> State {
        self.puzzle.solved().after(made)
    }

    /// The least of what is seen of a state with turns of U before and after.
    fn key(&self, made: &Permutation, seen: &dyn Fn(&[usize]) -> Vec<usize>) -> Vec<usize> {
        let around = self
            .adjusting
            .iter()
            .flat_map(|before| self.adjusting.iter().map(move |after| (before, after)));
        let seen =
            around.map(|(before, after)| seen(self.state(&before.then(made).then(after)).colors()));
        seen.min().unwrap()
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

/// How many classes there are besides that of the solved state, as `seen` sees states; and that the file
/// has each once.
fn check(
    layer: &Layer,
    file: &str,
    count: usize,
    admits: &dyn Fn(&State) -> bool,
    seen: &dyn Fn(&[usize]) -> Vec<usize>,
) {
    let nothing = layer.made(&[]);
    let mut states = HashSet::from([layer.state(&nothing)]);
    let mut open = vec![nothing.clone()];
    let mut all = BTreeSet::new();
    while let Some(made) = open.pop() {
        if admits(&layer.state(&made)) {
            all.insert(layer.key(&made, seen));
        }
        for generator in &layer.generators {
            let next = made.then(generator);
            if states.insert(layer.state(&next)) {
                open.push(next);
            }
        }
    }
    assert_eq!(
        all.len(),
        count + 1,
        "{file}: classes, with that of the solved state"
    );
    let algs = algs(file);
    assert_eq!(algs.len(), count, "{file}: cases");
    let mut found: BTreeMap<Vec<usize>, &String> = BTreeMap::new();
    for (name, alg) in &algs {
        let turns = layer.puzzle.undoing(&layer.read(alg));
        let key = layer.key(&layer.made(&turns), seen);
        assert!(all.contains(&key), "{file}: {name} is no case");
        if let Some(other) = found.insert(key, name) {
            panic!("{file}: {name} is {other}");
        }
    }
    assert!(
        !found.contains_key(&layer.key(&nothing, seen)),
        "{file}: one case is solved"
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn there_are_21_permutations_57_orientations_and_42_corners_of_the_last_layer() {
    let rubik = Layer::new("rubik");
    let up = |state: &State| (0..9).all(|facelet| state.color(facelet) == state.color(4));
    let same = |colors: &[usize]| colors.to_vec();
    check(&rubik, "pll.toml", 21, &up, &same);
    let turned = |colors: &[usize]| -> Vec<usize> {
        colors
            .iter()
            .map(|&it| usize::from(it == colors[4]))
            .collect()
    };
    check(&rubik, "oll.toml", 57, &|_| true, &turned);
    // All 24 ways to hold it are one to the pocket cube, but the lower layer holds it.
    let pocket = Layer::new("pocket");
    check(&pocket, "cll.toml", 42, &|_| true, &same);
}
