//! Each layer contains exactly the reachable placements, and `visit` passes every minimal lemma once, in order.

use std::collections::BTreeSet;
use std::sync::Arc;

use itertools::Itertools;
use twistsat::notation::Notation;
use twistsat::problem::{Problem, Target};
use twistsat::puzzle::{Metric, Puzzle, TurnId};
use twistsat::reach::{ItemPlacement, Layers};

use super::naive::Naive;
use super::{POCKET, layers, naive, scrambled};
use crate::common::puzzles::beads;

/// Asserts that the layers equal the naive ones, and returns the naive ones.
fn compare(problem: &Problem, scramble: &[TurnId], most: usize, idle: bool) -> Vec<Naive> {
    let layers = layers(problem, most, idle);
    let items = layers.items();
    let sets = naive::sets(problem, items, most, scramble, idle);
    for set in &sets {
        for (at, facelets) in set.tuples(items) {
            for step in 0..=layers.last_step() {
                let found = [
                    layers.reached_from_start(step, &at),
                    layers.reaches_goal(step, &at),
                ];
                let naive = [&set.ahead, &set.behind].map(|side| side[step].contains(&facelets));
                assert_eq!(found, naive.map(Some), "step {step}, {at:?}, idle {idle}");
            }
        }
    }
    sets
}

/// Asserts that the lemmas are those of the definition, and returns their number.
fn compare_lemmas(layers: &Layers, sets: &[Naive]) -> usize {
    let mut found: Vec<(usize, Vec<ItemPlacement>)> = Vec::new();
    layers.visit_lemmas(|step, tuple| found.push((step, tuple.to_vec())));
    let wanted = naive::lemmas(sets, layers.items(), layers.last_step());
    assert_eq!(found, wanted);
    let mut counts = [0; 4];
    for (_, tuple) in &found {
        counts[tuple.len() - 1] += 1;
    }
    assert_eq!(layers.lemma_counts(), counts);
    found.len()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn layers_of_one_and_two_corners_are_exact() {
    let scramble = Notation::Singmaster
        .read(&POCKET, "R U2 F' R2 U F2 U'")
        .unwrap();
    for (metric, idle) in Metric::ALL.into_iter().cartesian_product([false, true]) {
        let budget = twistsat::problem::Budget::AtMost(9);
        let problem = Problem::from_scramble(POCKET.clone(), &scramble, &Target::Any, budget)
            .and_then(|problem| problem.with_metric(metric))
            .unwrap();
        let sets = compare(&problem, &scramble, 2, idle);
        assert_eq!(sets.len(), 7 + 21);
        compare_lemmas(&layers(&problem, 2, idle), &sets);
    }
}

#[test]
fn with_all_turns_a_corner_has_24_placements() {
    let scramble = [0, 7, 14];
    let problem = scrambled(&POCKET, &scramble, 2);
    let sets = compare(&problem, &scramble, 2, true);
    assert_eq!(sets.len(), 8 + 28);
    let layers = layers(&problem, 2, true);
    assert!((0..8).all(|item| layers.items().placements(item).len() == 24));
    compare_lemmas(&layers, &sets);
}

/// Small puzzles: one turn of order two; half turns that commute; turns of order three and five; a row of four; orbits
/// of different sizes; a piece of two stickers that flips.
pub fn small_puzzles() -> Vec<Arc<Puzzle>> {
    vec![
        beads("ab", &["a b"]),
        beads("abcdef", &["a b c d", "a c", "d e f"]),
        beads("abcde", &["a b c", "a b c d e"]),
        beads("abcd", &["a b", "b c", "c d"]),
        beads("abcdefg", &["a b c / d e", "b c", "f g / a b"]),
        beads("abcd", &["a c / b d", "a b"]),
        beads("abcdef", &["a c e / b d f", "a b"]),
    ]
}

/// A sample of the sequences of up to three turns.
pub fn scrambles(puzzle: &Puzzle) -> Vec<Vec<TurnId>> {
    let turns = 0..puzzle.turns().len();
    let of_length = |length| std::iter::repeat_n(turns.clone(), length).multi_cartesian_product();
    let all: Vec<Vec<TurnId>> = (0..=3).flat_map(of_length).collect();
    let step = all.len().div_ceil(4);
    all.into_iter().step_by(step).collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn layers_and_lemmas_of_small_puzzles_are_exact_for_all_sizes() {
    let mut lemmas = 0;
    for puzzle in small_puzzles() {
        for scramble in scrambles(&puzzle) {
            for (slots, idle) in [(0, false), (2, true), (3, false), (5, true)] {
                let problem = scrambled(&puzzle, &scramble, slots);
                let sets = compare(&problem, &scramble, 3, idle);
                lemmas += compare_lemmas(&layers(&problem, 3, idle), &sets);
            }
            let problem = scrambled(&puzzle, &scramble, 2);
            let sets = compare(&problem, &scramble, 4, false);
            compare_lemmas(&layers(&problem, 4, false), &sets);
        }
    }
    assert!(lemmas > 1000, "{lemmas}");
}

/// No turn undoes another, so layers are not nested automatically.
#[test]
fn layers_are_exact_for_turns_that_cannot_be_undone() {
    let scramble = Notation::Singmaster.read(&POCKET, "R' U' F'").unwrap();
    let budget = twistsat::problem::Budget::Exactly(6);
    let problem = Problem::from_scramble(POCKET.clone(), &scramble, &Target::Any, budget).unwrap();
    let allowed = Notation::Singmaster.read(&POCKET, "U R F").unwrap();
    let problem = problem.allowing(&allowed).unwrap();
    for idle in [false, true] {
        compare(&problem, &scramble, 2, idle);
    }
}

#[test]
#[ignore = "long check"]
fn layers_are_exact_with_more_placements_than_bits_in_a_word() {
    // One ring, so that the layers stay small, and a swap.
    let names: String = ('a'..='z').chain('A'..='J').collect();
    let ring: Vec<String> = names.chars().map(|c| c.to_string()).collect();
    let puzzle = beads(&names, &[&ring.join(" "), "a b"]);
    // The ring by one step, the ring back by one step, and the swap.
    let problem = scrambled(&puzzle, &[1], 3).allowing(&[0, 34, 35]).unwrap();
    let sets = compare(&problem, &[1], 2, false);
    assert_eq!(sets.len(), 36 + 630);
    let layers = layers(&problem, 2, false);
    assert!(compare_lemmas(&layers, &sets) > 0);
}

#[test]
fn a_budget_below_the_distance_leaves_no_placements_if_all_pieces_are_tracked() {
    let puzzle = beads("abcd", &["a b", "b c", "c d"]);
    // All four pieces in reverse order: six swaps of neighbors.
    let scramble = [0, 1, 2, 0, 1, 0];
    for (slots, idle) in [(5, true), (5, false), (4, true), (0, false)] {
        let problem = scrambled(&puzzle, &scramble, slots);
        let layers = layers(&problem, 4, idle);
        let mut excluded: Vec<BTreeSet<Vec<ItemPlacement>>> = vec![BTreeSet::new(); slots + 1];
        layers.visit_lemmas(|step, tuple| {
            excluded[step].insert(tuple.to_vec());
        });
        let all = (0..4).map(|_| 0..4).multi_cartesian_product();
        for placements in all {
            let state: Vec<ItemPlacement> = placements.into_iter().enumerate().collect();
            for excluded in &excluded {
                let mut parts = state.iter().copied().powerset();
                let is_excluded = parts.any(|part| excluded.contains(&part));
                assert!(is_excluded, "{slots}: {state:?}");
            }
        }
    }
    // At the distance itself, some path exists.
    let layers = layers(&scrambled(&puzzle, &scramble, 6), 4, false);
    let start = layers.items().locate(puzzle.reached_by(&scramble)).unwrap();
    let start: Vec<ItemPlacement> = start.concat().into_iter().enumerate().collect();
    assert_eq!(layers.reaches_goal(0, &start), Some(true));
}
