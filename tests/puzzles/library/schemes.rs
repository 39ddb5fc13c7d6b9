//! Which colors may be exchanged in a state: with the symbols of the puzzle file, only as a rotation
//! of the whole cube exchanges them; with other symbols, in any way.

use std::collections::HashSet;
use std::sync::Arc;

use itertools::Itertools;
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Puzzle, Sticker};

use crate::common::puzzles::of_family;

/// Each string below maps these faces, in this order, to new ones.
const FACES: &str = "URFDLB";

/// The faces that the rotations *x* and *y* of a cube bring to U, R, F, D, L and B, by hand.
const ROTATIONS: [&str; 2] = ["FRDBLU", "UBRDFL"];

fn exchanged(symbol: char, faces: &str) -> char {
    let at = FACES.find(symbol).unwrap();
    faces.chars().nth(at).unwrap()
}

/// All products of some exchanges.
fn closure(generators: &[&str]) -> HashSet<String> {
    let mut all = HashSet::from([FACES.to_owned()]);
    let mut queue = vec![FACES.to_owned()];
    while let Some(faces) = queue.pop() {
        for generator in generators {
            let next: String = faces.chars().map(|c| exchanged(c, generator)).collect();
            if all.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    all
}

fn after(puzzle: &Puzzle, turns: &str) -> Vec<char> {
    let turns = Notation::Singmaster.read(puzzle, turns).unwrap();
    let state = puzzle.apply(puzzle.solved(), &turns);
    Scheme::own_symbols(puzzle).state_characters(&state)
}

fn read(puzzle: &Arc<Puzzle>, symbols: &[char]) -> Result<Problem, String> {
    let problem = Problem::new(puzzle.clone(), symbols, &Target::Any, Budget::AtMost(0));
    let shown = Scheme::infer(puzzle, symbols).map(|_| ());
    assert_eq!(problem.is_ok(), shown.is_ok(), "{shown:?}");
    problem.map_err(|error| error.to_string())
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_cube_in_its_own_symbols_has_24_orientations_and_no_mirror_image() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let sliced = Arc::new(rubik.with_groups(&["slice"]).unwrap());
    let rotations = closure(&ROTATIONS);
    let with_mirrors = closure(&[&ROTATIONS[..], &["URBDLF"]].concat());
    assert_eq!((rotations.len(), with_mirrors.len()), (24, 48));
    let large = of_family("cube", 5);
    for (puzzle, step) in [(&rubik, 1), (&sliced, 7), (&large, 13)] {
        assert_eq!(puzzle.symbols().iter().sorted().join(""), "BDFLRU");
        let state = after(puzzle, "R U2 F' L D B2");
        let orders = FACES.chars().permutations(6).step_by(step);
        for faces in orders.map(|faces| faces.iter().collect::<String>()) {
            let seen: Vec<char> = state.iter().map(|&c| exchanged(c, &faces)).collect();
            match read(puzzle, &seen) {
                Ok(problem) => {
                    assert!(rotations.contains(&faces), "{faces}");
                    if puzzle.groups().iter().any(|group| group.enabled) {
                        continue; // Slice turns also change the orientation.
                    }
                    // This is the cube in another orientation: the same pieces in the same places.
                    let own = Problem::new(puzzle.clone(), &state, &Target::Any, problem.budget);
                    assert_eq!(problem.start, own.unwrap().start);
                }
                Err(error) => {
                    let mirrored = error.contains("the centers are a mirror image");
                    assert!(!rotations.contains(&faces), "{faces}: {error}");
                    assert_eq!(mirrored, with_mirrors.contains(&faces), "{faces}: {error}");
                    assert!(mirrored || error.contains("order that the puzzle does not have"));
                }
            }
        }
    }
}

#[test]
fn in_other_symbols_any_colors_may_be_exchanged_but_not_the_centers_alone() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let state = after(&rubik, "R U2 F'");
    let named = |symbols: &str, state: &[char]| -> Vec<char> {
        state.iter().map(|&c| exchanged(c, symbols)).collect()
    };
    for symbols in ["123456", "126453", "WYGBRO", "abcfed"] {
        read(&rubik, &named(symbols, &state)).unwrap();
    }
    let center = |name: &str| rubik.facelets().iter().position(|it| it == name).unwrap();
    let (front, back, right) = (center("F5"), center("B5"), center("R5"));
    for symbols in [FACES, "123456"] {
        let mut mirrored = named(symbols, &state);
        mirrored.swap(front, back);
        let error = read(&rubik, &mirrored).unwrap_err();
        assert!(error.contains("the centers are a mirror image"), "{error}");
        let mut mixed = named(symbols, &state);
        mixed.swap(front, right);
        let error = read(&rubik, &mixed).unwrap_err();
        let says = "order that the puzzle does not have";
        assert!(error.contains(says), "{error}");
    }
}

/// If no centers determine the orientation of a puzzle, the pieces alone determine the colors.
#[test]
fn without_centers_no_order_of_centers_is_refused() {
    for (name, mirrored) in [("pocket", "OGWRYB"), ("skewb", "URBDLF")] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let own = puzzle.symbols();
        let solved = Scheme::own_symbols(&puzzle).state_characters(puzzle.solved());
        let exchange = |c: &char| mirrored.chars().nth(own.iter().position(|o| o == c)?);
        let text: Vec<char> = solved.iter().map(|c| exchange(c).unwrap()).collect();
        let error = Scheme::infer(&puzzle, &text).map_err(|error| error.to_string());
        let is_other = !matches!(&error, Err(error) if error.contains("centers"));
        assert!(is_other, "{error:?}");
    }
    let rubik = Puzzle::built_in("rubik").unwrap();
    let unknown = vec![Sticker::Any; 54];
    Problem::of_stickers(rubik, &unknown, &Target::Solved, Budget::AtMost(0)).unwrap();
}
