//! Scrambles with turns that a solution may not contain, compared with making each turn on a puzzle that has all turns.

use std::sync::Arc;

use itertools::Itertools;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use twistsat::formats::PuzzleFormat;
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Scramble, Target, rotations_named};
use twistsat::puzzle::{Puzzle, State};
use twistsat::search::Search;

use crate::common::puzzles::puzzle_file;
use crate::common::sat::batsat;

/// The quarter turns `M`, `E` and `S` of a cube, each with an equivalent sequence of turns that the puzzle has.
const INNER: [(&str, &str); 3] = [("M", "R L' x'"), ("E", "U D' y'"), ("S", "F' B z")];

/// The state that turns of the puzzle `whole` reach from its solved state, one after the other.
fn state_after(whole: &Puzzle, turns: &str) -> State {
    turns
        .split_whitespace()
        .fold(whole.solved().clone(), |state, word| {
            let turns = Notation::Singmaster.read(whole, word).unwrap();
            whole.apply(&state, &turns)
        })
}

/// A random scramble, and an equivalent sequence of turns that the puzzle with all groups has.
fn random_scramble(random: &mut SmallRng, whole: &Puzzle) -> (String, String) {
    let names: Vec<String> = whole.turns().iter().map(|turn| turn.name()).collect();
    let has = |turn: &str| names.iter().any(|name| name == turn);
    let mut turns = whole.turns().iter();
    let is_cube = turns.any(|turn| turn.base == "R" && turn.order == 4);
    let has_inner = is_cube && has("R") && has("x") && !has("M");
    let (mut words, mut turns) = (Vec::new(), Vec::new());
    for _ in 0..random.random_range(1..12) {
        if has_inner && random.random_bool(0.2) {
            let (name, same) = INNER[random.random_range(0..3)];
            words.push(name.to_owned());
            turns.push(same.to_owned());
        } else {
            let name = &names[random.random_range(0..names.len())];
            words.push(name.clone());
            turns.push(name.clone());
        }
    }
    (words.join(" "), turns.join(" "))
}

/// How many turns the shortest solution has.
fn length(problem: &Problem) -> usize {
    let found = Search::default().solver(batsat()).minimum(problem).unwrap();
    assert!(found.complete);
    found.solution.unwrap().len()
}

#[test]
fn a_scramble_leads_to_the_state_and_orientation_that_its_turns_lead_to() {
    let mut random = SmallRng::seed_from_u64(38);
    for name in [
        "pocket", "rubik", "4x4x4", "5x5x5", "skewb", "pyraminx", "domino",
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let whole = puzzle.with_all_groups();
        let own = Scheme::own_symbols(&puzzle);
        let mut held = 0;
        for _ in 0..60 {
            let (text, turns) = random_scramble(&mut random, whole);
            let scramble = Scramble::read(Notation::Singmaster, &puzzle, &text).unwrap();
            let there = state_after(whole, &turns);
            // Each sticker is where the turns take it.
            let shown = scramble.scheme(&puzzle);
            let shown = shown.state_characters(&scramble.state(&puzzle));
            assert_eq!(shown, own.state_characters(&there), "{name}: {text}");
            // The inverse solves the puzzle in its current orientation.
            let end = puzzle.apply(&there, &puzzle.inverse_sequence(scramble.turns()));
            let rotations = scramble.held_as().unwrap_or_default();
            assert_eq!(end, state_after(whole, rotations), "{name}: {text}");
            held += usize::from(scramble.held_as().is_some());
        }
        assert!(held > 10, "{name}: only {held} end in another orientation");
    }
}

#[test]
fn the_state_that_turns_undo_is_solved_by_them() {
    let mut random = SmallRng::seed_from_u64(39);
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let whole = puzzle.with_all_groups();
    for _ in 0..60 {
        let (text, _) = random_scramble(&mut random, whole);
        let scramble = Scramble::undone_by(Notation::Singmaster, &puzzle, &text).unwrap();
        let turns = Notation::Singmaster.read(whole, &text).unwrap();
        let end = whole.apply(&scramble.state(&puzzle), &turns);
        for face in puzzle.faces() {
            let shown = face.facelets.iter().map(|&facelet| end.color(facelet));
            assert!(shown.dedup().count() == 1, "{text}");
        }
    }
}

#[test]
fn an_exact_goal_refers_to_the_orientation_after_the_scramble() {
    for (name, scramble, target, turns, held) in [
        ("rubik", "x", Target::Solved, 0, Some("x")),
        ("rubik", "Uw", Target::Solved, 1, Some("y")),
        ("rubik", "M", Target::Solved, 2, Some("x'")),
        ("rubik", "x R U", Target::Solved, 2, Some("x")),
        ("rubik", "R x R'", Target::Solved, 0, Some("x")),
        ("rubik", "R U", Target::Any, 2, None),
        ("pocket", "M", Target::Solved, 0, None),
        ("pocket", "r", Target::Solved, 0, Some("x")),
        ("pocket", "r U", Target::Any, 1, None),
        ("4x4x4", "M", Target::Solved, 2, None),
        ("skewb", "y", Target::Solved, 0, Some("y")),
        ("pyraminx", "U y", Target::Solved, 1, Some("Uv")),
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let scramble = Scramble::read(Notation::Singmaster, &puzzle, scramble).unwrap();
        let problem = Problem::scrambled_by(puzzle, scramble.clone(), &target, Budget::AtMost(3));
        let problem = problem.unwrap();
        assert_eq!(length(&problem), turns, "{name} {scramble:?}");
        assert_eq!(problem.held_at_end(), held, "{name} {scramble:?}");
    }
}

#[test]
fn a_goal_given_as_turns_is_reached_by_its_own_scramble() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    for turns in ["x R", "M U", "R y Fw"] {
        let goal = Scramble::read(Notation::Singmaster, &puzzle, turns).unwrap();
        let own = Scheme::own_symbols(&puzzle);
        let target = Target::state(&own.state_characters(&goal.state(&puzzle)));
        let problem = Problem::scrambled(&puzzle, turns).unwrap();
        let problem = problem.to(&target).unwrap();
        let start = problem.start.state().unwrap();
        assert!(problem.admits_end(&start), "{turns}");
    }
}

#[test]
fn rotations_that_are_turns_remain_turns_however_they_are_written() {
    let built_in = Puzzle::built_in("rubik").unwrap();
    let puzzle = Arc::new(built_in.with_groups(&["rotation"]).unwrap());
    for (one, other, turns) in [
        ("x R", "R x", 2),
        ("Uw", "y D", 2),
        ("Rw2", "x2 L2", 2),
        ("M", "x' R L'", 3),
    ] {
        for scramble in [one, other] {
            let problem = Problem::scrambled(&puzzle, scramble).unwrap();
            let exact = problem.at_most(4).to(&Target::Solved).unwrap();
            assert_eq!(exact.held_at_end(), None, "{scramble}");
            assert_eq!(length(&exact), turns, "{scramble}");
        }
    }
}

#[test]
fn an_imported_puzzle_has_the_rotations_of_the_one_that_was_exported() {
    let built_in = Puzzle::built_in("rubik").unwrap();
    let with = Arc::new(built_in.with_groups(&["rotation"]).unwrap());
    for (format, name) in [
        (PuzzleFormat::Tws, "rubik.tws"),
        (PuzzleFormat::KPuzzle, "rubik.json"),
    ] {
        let text = with.write(format).unwrap();
        let imported = Arc::new(Puzzle::from_file(name, &text).unwrap());
        let mut groups = imported.groups().iter();
        assert!(groups.any(|group| group.name == "rotation"));
        for scramble in ["R U x", "x y' R2 F", "U"] {
            let lengths = [&imported, &built_in]
                .map(|puzzle| length(&Problem::scrambled(puzzle, scramble).unwrap().at_most(3)));
            assert_eq!(lengths[0], lengths[1], "{scramble}");
        }
        let all = |puzzle| rotations_named(puzzle, "rotation").unwrap().len();
        assert_eq!((all(&imported), all(&built_in)), (23, 23));
    }
}

#[test]
fn the_rotations_of_a_puzzle_are_all_found_or_reported_as_too_many() {
    // Two rings that turn independently, and nothing else.
    let rings = |size: usize| {
        let ring = |name: char| (0..size).map(|at| format!("{name}{at}")).join(" ");
        let rings = ['a', 'b'].map(ring);
        let (facelets, colors) = (rings.join(" "), ('一'..).map(String::from));
        let face =
            |(facelet, color): (&str, String)| (facelet.to_uppercase(), color, facelet.to_owned());
        let faces = facelets.split(' ').zip(colors).map(face).collect_vec();
        let [x, y] = rings;
        let turns = [("X".to_owned(), x), ("Y".to_owned(), y)];
        let text = puzzle_file("rings", None, &faces, &turns);
        let text = text.replace("[[turn]]\n", "[[turn]]\ngroup = \"rotation\"\n");
        let text = text.replace("maximum", "with = [\"rotation\"]\nmaximum");
        Arc::new(Puzzle::from_toml("rings.toml", &text).unwrap())
    };
    let problem = Problem::scrambled(&rings(20), "X10 Y10").unwrap();
    assert_eq!(length(&problem.at_most(2)), 0);
    let refused = Problem::scrambled(&rings(40), "X10 Y10").unwrap_err();
    let says = "more than 1000 rotations";
    assert!(refused.to_string().contains(says), "{refused}");
}

#[test]
fn a_puzzle_file_that_takes_the_name_of_a_wide_turn_still_has_the_rotations() {
    let text = Puzzle::built_in("pocket").unwrap().definition().to_owned();
    let text = format!("{text}\n[[alias]]\nname = \"Rw\"\nturn = \"R\"\n");
    let puzzle = Arc::new(Puzzle::from_toml("pocket.toml", &text).unwrap());
    let problem = Problem::scrambled(&puzzle, "R x U").unwrap();
    assert_eq!(length(&problem.at_most(3)), 2);
}

#[test]
fn a_box_turned_upside_down_is_reported_in_that_orientation() {
    let puzzle = Puzzle::built_in("domino").unwrap();
    let [one, other] = ["U y2 R2", "U x2 z2 R2"].map(|scramble| {
        let problem = Problem::scrambled(&puzzle, scramble).unwrap();
        problem.to(&Target::Solved).unwrap()
    });
    assert_eq!(one.start.state(), other.start.state());
    assert!(one.held_at_end().is_some() && other.held_at_end().is_some());
}

#[test]
fn the_first_impossible_word_of_a_scramble_is_reported_with_its_column() {
    let text = Puzzle::built_in("rubik").unwrap().definition().to_owned();
    // A turn of an additional group, which is not the turn of a layer.
    let text =
        format!("{text}\n[[turn]]\nname = \"Q\"\ngroup = \"odd\"\ncycles = [\"U1 U2 U3\"]\n");
    let puzzle = Puzzle::from_toml("odd.toml", &text).unwrap();
    let refused = Scramble::read(Notation::Singmaster, &puzzle, "R2 x Q R Q'").unwrap_err();
    assert_eq!((refused.column, &*refused.token), (6, "Q"), "{refused}");
    assert!(refused.reason.contains("`odd`"), "{refused}");
}
