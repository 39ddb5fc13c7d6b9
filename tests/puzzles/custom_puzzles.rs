//! Small puzzles with unusual properties, which break assumptions that the pocket cube happens to satisfy.
//! (`random_puzzles/` has random ones.)

use std::sync::Arc;
use std::time::Duration;

use crate::common::puzzles::{beads, puzzle_file, row};
use itertools::Itertools;
use proptest::prelude::*;
use twistsat::ErrorKind;
use twistsat::control::Control;
use twistsat::encode::{Recipe, encode};
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::Puzzle;
use twistsat::search::Search;

/// A puzzle from its faces (name, color, facelets) and turns (name, cycles
/// separated by `/`).
fn puzzle(held: Option<&str>, faces: &[(&str, &str, &str)], turns: &[(&str, &str)]) -> Arc<Puzzle> {
    let text = puzzle_file("odd", held, faces, turns);
    Arc::new(Puzzle::from_toml("odd.toml", &text).unwrap())
}

/// One turn, of order two, and colors that are not in alphabetical order.
fn swap() -> Arc<Puzzle> {
    puzzle(None, &[("A", "9", "a"), ("B", "2", "b")], &[("S", "a b")])
}

/// The half turn of one generator commutes with another generator, but its quarter turn does not.
fn half_commuting() -> Arc<Puzzle> {
    let text = row("odd", 6, &[("A", "a b c d"), ("X", "a c"), ("Y", "d e f")]);
    Arc::new(Puzzle::from_toml("odd.toml", &text).unwrap())
}

/// Stickers of equal colors; the three colors are not in alphabetical order.
fn equal_stickers() -> Arc<Puzzle> {
    let faces = [("A", "9", "a b"), ("B", "2", "c"), ("C", "3", "d e")];
    puzzle(None, &faces, &[("L", "a b c d"), ("R", "d e")])
}

/// A held piece that does not determine the colors of the other faces.
fn held_beads() -> Arc<Puzzle> {
    let faces = [("H", "0", "h"), ("A", "1", "a b"), ("B", "2", "c d")];
    puzzle(Some("h"), &faces, &[("L", "a b c d")])
}

#[test]
fn uniform_faces_are_refused_where_they_do_not_determine_the_goal() {
    let recipe = Recipe::built_in("mux-uniform").unwrap();
    for puzzle in [swap(), half_commuting(), equal_stickers(), held_beads()] {
        let turn = puzzle.turns_around_held()[0];
        let problem =
            Problem::from_scramble(puzzle, &[turn], &Target::Any, Budget::AtMost(3)).unwrap();
        let refused = encode(&problem, &recipe).map(|_| ()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Unsupported);
        assert!(refused.to_string().contains("uniform faces"), "{refused}");
    }
}

#[test]
fn symbols_that_could_be_colors_in_two_ways_are_refused() {
    let refusal = |puzzle: Arc<Puzzle>, text: &str| {
        let start: Vec<char> = text.chars().collect();
        let refused = Problem::new(puzzle, &start, &Target::Any, Budget::AtMost(3));
        refused.unwrap_err().to_string()
    };
    assert!(refusal(swap(), "xy").contains("more than one way"));
    assert!(refusal(held_beads(), "hxxyy").contains("more than one way"));
}

#[test]
fn a_state_of_many_colors_is_read_quickly_in_the_symbols_of_its_puzzle() {
    let letters = "ABCDEFGHIJKLMNOPQR";
    let half = |first: usize| letters.chars().skip(first).step_by(2).join(" ");
    let puzzle = beads(letters, &[&format!("{} / {}", half(0), half(1)), "A B"]);
    let scramble = Notation::Singmaster.read(&puzzle, "A B").unwrap();
    let problem =
        Problem::from_scramble(puzzle.clone(), &scramble, &Target::Any, Budget::AtMost(3));
    let control = Control::unlimited().with_time_limit(Duration::from_secs(60));
    let search = Search::default().solver("batsat").control(control);
    let found = search.minimum(&problem.unwrap()).unwrap();
    assert_eq!(found.solution.map(|solution| solution.len()), Some(2));
    // Other symbols have too many readings: they are refused, not tried forever.
    let foreign: Vec<char> = ('a'..='r').rev().collect();
    assert!(Problem::new(puzzle, &foreign, &Target::Any, Budget::AtMost(3)).is_err());
}

proptest! {
    #[test]
    fn shortening_keeps_the_final_state_where_only_half_turns_commute(
        turns in prop::collection::vec(0..6_usize, 0..10),
    ) {
        let puzzle = half_commuting();
        prop_assert_eq!(puzzle.turns().len(), 6);
        let allowed: Vec<usize> = (0..6).collect();
        let short = puzzle.shorten(puzzle.solved(), &turns, &allowed);
        prop_assert!(short.len() <= turns.len());
        prop_assert_eq!(puzzle.apply(puzzle.solved(), &short), puzzle.apply(puzzle.solved(), &turns));
    }
}
