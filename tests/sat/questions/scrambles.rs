//! Scrambles with turns that a solution may not have: each is made turn by turn on a puzzle that has them all.

use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Scramble, Target};
use twistsat::puzzle::{Puzzle, State};
use twistsat::search::Search;

use crate::common::sat::batsat;

/// `M`, `E` and `S` of a cube by turns that it has, for each the turns of one quarter.
const INNER: [(&str, &str); 3] = [("M", "R L' x'"), ("E", "U D' y'"), ("S", "F' B z")];

/// What turns of the whole puzzle make of the solved state, one after the other.
fn made(whole: &Puzzle, turns: &str) -> State {
    turns
        .split_whitespace()
        .fold(whole.solved().clone(), |state, word| {
            let turns = Notation::Singmaster.read(whole, word).unwrap();
            whole.apply(&state, &turns)
        })
}

/// A scramble, and the same in turns that the puzzle with all groups has.
fn random_scramble(random: &mut SmallRng, whole: &Puzzle) -> (String, String) {
    let names: Vec<String> = whole.turns().iter().map(|turn| turn.name()).collect();
    let has_inner = ["R", "x"]
        .iter()
        .all(|it| names.iter().any(|name| name == it))
        && !names.iter().any(|name| name == "M")
        && whole
            .turns()
            .iter()
            .any(|turn| turn.base == "R" && turn.order == 4);
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

#[test]
fn a_scramble_leads_where_its_turns_lead_and_holds_the_puzzle_as_it_says() {
    let mut random = SmallRng::seed_from_u64(38);
    for name in [
        "pocket", "rubik", "4x4x4", "5x5x5", "skewb", "pyraminx", "domino",
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let whole = puzzle.with_all_groups();
        let own = Scheme::own(&puzzle);
        let mut held = 0;
        for _ in 0..60 {
            let (text, turns) = random_scramble(&mut random, whole);
            let scramble = Scramble::read(Notation::Singmaster, &puzzle, &text).unwrap();
            let there = made(whole, &turns);
            // Each sticker is where it is said to be.
            let told = scramble
                .scheme(&puzzle)
                .characters(&scramble.state(&puzzle));
            assert_eq!(told, own.characters(&there), "{name}: {text}");
            // Undone, the puzzle is solved as it is held.
            let end = puzzle.apply(&there, &puzzle.undoing(scramble.turns()));
            let rotations = scramble.held_as().unwrap_or_default();
            assert_eq!(end, made(whole, rotations), "{name}: {text}");
            held += usize::from(scramble.held_as().is_some());
        }
        assert!(held > 10, "{name}: only {held} are held otherwise");
    }
}

#[test]
fn what_turns_undo_is_what_they_solve() {
    let mut random = SmallRng::seed_from_u64(39);
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let whole = puzzle.with_all_groups();
    for _ in 0..60 {
        let (text, _) = random_scramble(&mut random, whole);
        let scramble = Scramble::undone_by(Notation::Singmaster, &puzzle, &text).unwrap();
        let turns = Notation::Singmaster.read(whole, &text).unwrap();
        let end = whole.apply(&scramble.state(&puzzle), &turns);
        let faces = puzzle.faces().iter();
        let is_uniform = |facelets: &[usize]| {
            let mut shown = facelets.iter().map(|&facelet| end.color(facelet));
            shown.all(|color| color == end.color(facelets[0]))
        };
        assert!(
            faces.map(|face| &face.facelets).all(|it| is_uniform(it)),
            "{text}"
        );
    }
}

#[test]
fn an_exact_goal_is_meant_as_the_puzzle_is_held_after_the_scramble() {
    for (name, scramble, target, length, held) in [
        ("rubik", "x", "solved", 0, Some("x")),
        ("rubik", "Uw", "solved", 1, Some("y")),
        ("rubik", "M", "solved", 2, Some("x'")),
        ("rubik", "x R U", "solved", 2, Some("x")),
        ("rubik", "R x R'", "solved", 0, Some("x")),
        ("rubik", "R U", "any", 2, None),
        ("pocket", "M", "solved", 0, None),
        ("pocket", "r", "solved", 0, Some("x")),
        ("pocket", "r U", "any", 1, None),
        ("4x4x4", "M", "solved", 2, None),
        ("skewb", "y", "solved", 0, Some("y")),
        ("pyraminx", "U y", "solved", 1, Some("Uv")),
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let target = match target {
            "any" => Target::Any,
            _ => Target::Solved,
        };
        let scramble = Scramble::read(Notation::Singmaster, &puzzle, scramble).unwrap();
        let problem = Problem::scrambled_by(puzzle, scramble.clone(), &target, Budget::AtMost(3));
        let problem = problem.unwrap();
        let found = Search::default()
            .solver(batsat())
            .minimum(&problem)
            .unwrap();
        let found = found.solution.map(|solution| solution.len());
        assert_eq!(found, Some(length), "{name} {scramble:?}");
        assert_eq!(problem.held_at_end(), held, "{name} {scramble:?}");
    }
}

#[test]
fn a_goal_that_turns_lead_to_is_met_by_the_same_scramble() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    for turns in ["x R", "M U", "R y Fw"] {
        let goal = Scramble::read(Notation::Singmaster, &puzzle, turns).unwrap();
        let own = Scheme::own(&puzzle);
        let target = Target::State(own.characters(&goal.state(&puzzle)));
        let problem = Problem::scrambled(&puzzle, turns)
            .unwrap()
            .to(&target)
            .unwrap();
        assert!(
            problem.admits_end(&problem.start.state().unwrap()),
            "{turns}"
        );
    }
}

#[test]
fn turns_of_a_group_that_is_enabled_stay_turns() {
    let built_in = Puzzle::built_in("rubik").unwrap();
    let puzzle = Arc::new(built_in.with_groups(&["rotation"]).unwrap());
    let problem = Problem::scrambled(&puzzle, "x R").unwrap();
    let exact = problem.clone().to(&Target::Solved).unwrap();
    for (problem, length) in [(problem, 1), (exact, 2)] {
        let found = Search::default()
            .solver(batsat())
            .minimum(&problem.at_most(3))
            .unwrap();
        assert_eq!(found.solution.unwrap().len(), length);
    }
}
