//! What holds for the pocket cube only by luck must hold for any puzzle in a
//! file: small ones with odd properties, against plain counting.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use crate::common::brute;
use crate::common::puzzles::puzzle_file;
use itertools::Itertools;
use proptest::prelude::*;
use std::ops::ControlFlow;
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::{EncodeError, Recipe};
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Metric, Pattern, Puzzle, TurnId};
use twistsat::search::{Search, SearchError, Strategy, in_order};
use twistsat::solver::by_name;

/// A puzzle of rows of stickers: faces as `NAME COLOR FACELETS`, turns as
/// `NAME CYCLE / CYCLE`.
fn puzzle(held: Option<&str>, faces: &[(&str, &str, &str)], turns: &[(&str, &str)]) -> Arc<Puzzle> {
    let text = puzzle_file("odd", held, faces, turns);
    Arc::new(Puzzle::from_toml("odd.toml", &text).unwrap())
}

/// One turn, of order two, and colours that are not in alphabetical order.
fn swap() -> Arc<Puzzle> {
    puzzle(None, &[("A", "9", "a"), ("B", "2", "b")], &[("S", "a b")])
}

/// The half turn of one generator commutes with another, its quarter turn does
/// not.
fn half_commuting() -> Arc<Puzzle> {
    let faces = [
        ("A", "1", "a"),
        ("B", "2", "b"),
        ("C", "3", "c"),
        ("D", "4", "d"),
        ("E", "5", "e"),
        ("F", "6", "f"),
    ];
    puzzle(
        None,
        &faces,
        &[("A", "a b c d"), ("X", "a c"), ("Y", "d e f")],
    )
}

/// Equal stickers, three colours out of order.
fn equal_stickers() -> Arc<Puzzle> {
    let faces = [("A", "9", "a b"), ("B", "2", "c"), ("C", "3", "d e")];
    puzzle(None, &faces, &[("L", "a b c d"), ("R", "d e")])
}

/// A held piece that says nothing about the other colours.
fn held_beads() -> Arc<Puzzle> {
    let faces = [("H", "0", "h"), ("A", "1", "a b"), ("B", "2", "c d")];
    puzzle(Some("h"), &faces, &[("L", "a b c d")])
}

/// Turns of order three and five: in quarter turns too, one of order three is
/// two of its inverse.
fn three_and_five() -> Arc<Puzzle> {
    let faces = [
        ("A", "1", "a"),
        ("B", "2", "b"),
        ("C", "3", "c"),
        ("D", "4", "d"),
        ("E", "5", "e"),
    ];
    puzzle(None, &faces, &[("T", "a b c"), ("V", "a b c d e")])
}

fn odd_puzzles() -> [Arc<Puzzle>; 5] {
    [
        swap(),
        half_commuting(),
        equal_stickers(),
        held_beads(),
        three_and_five(),
    ]
}

fn recipes() -> Vec<Recipe> {
    Recipe::built_in_names()
        .map(|name| Recipe::built_in(name).unwrap())
        .collect()
}

/// Every turn sequence of up to three turns.
fn scrambles(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let turns = puzzle.turns().len();
    let mut all = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 0..3 {
        longest = longest
            .iter()
            .flat_map(|start: &Vec<usize>| {
                (0..turns).map(move |turn| [&start[..], &[turn]].concat())
            })
            .collect();
        all.extend(longest.clone());
    }
    // A few of each puzzle are enough; every one of the small puzzles.
    let step = all.len().div_ceil(16);
    all.into_iter().step_by(step).collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn every_recipe_finds_the_shortest_and_all_solutions_of_odd_puzzles() {
    let of_puzzle = |puzzle: Arc<Puzzle>| {
        let scrambles = scrambles(&puzzle).into_iter();
        scrambles.map(move |scramble| (puzzle.clone(), scramble))
    };
    let starts: Vec<_> = odd_puzzles().into_iter().flat_map(of_puzzle).collect();
    let mut solved = 0;
    // Two at a time.
    let work = |(puzzle, scramble): &(Arc<Puzzle>, Vec<TurnId>)| ask_all(puzzle, scramble);
    in_order(
        &starts,
        NonZeroUsize::MIN.saturating_add(1),
        work,
        |_, questions| {
            solved += questions;
            true
        },
    );
    assert!(solved > 4000, "only {solved}");
}

/// Asks every recipe about one start, with each goal and metric. Returns how often
/// a shortest solution was found or shown to be none.
fn ask_all(puzzle: &Arc<Puzzle>, scramble: &[TurnId]) -> usize {
    // Another goal than solved, so that the goal is not forgotten.
    let state = puzzle.apply(puzzle.solved(), &[puzzle.turns().len() - 1]);
    let state = Target::State(Scheme::own(puzzle).characters(&state));
    let questions = [Target::Any, Target::Solved, state]
        .into_iter()
        .cartesian_product(Metric::ALL);
    let solved = questions.map(|(target, metric)| {
        let problem = Problem::from_scramble(puzzle.clone(), scramble, &target, Budget::AtMost(4))
            .and_then(|problem| problem.counted_in(metric))
            .unwrap();
        let count = |n| {
            let known = |pattern: &Pattern| pattern.state().unwrap();
            let (start, goal) = (&known(&problem.start), &known(&problem.goal));
            brute::count(puzzle, start, goal, &problem.allowed, n, false)
        };
        let counts: Vec<u64> = (0..=4).map(count).collect();
        let what = format!("{scramble:?} {target:?}");
        check_counts(&problem, &counts, &what);
        check_minima(&problem, &counts, &what)
    });
    solved.sum()
}

/// Every recipe and strategy finds the shortest solution, if one is there.
fn check_minima(problem: &Problem, counts: &[u64], what: &str) -> usize {
    let batsat = by_name("batsat").unwrap();
    let shortest = counts.iter().position(|&count| count > 0);
    let strategies = [Strategy::Descend, Strategy::Ascend];
    let mut solved = 0;
    for (recipe, strategy) in recipes().into_iter().cartesian_product(strategies) {
        let found = Search::default()
            .recipe(&recipe)
            .solver(batsat)
            .strategy(strategy)
            .minimum(problem);
        let found = match found {
            Err(SearchError::Encode(EncodeError::UniformGoal(_))) => continue,
            found => found.unwrap(),
        };
        let length = found.solution.as_ref().map(|solution| solution.len());
        assert_eq!(length, shortest, "{what} {}", recipe.name);
        assert!(found.complete);
        solved += 1;
    }
    solved
}

/// Every recipe finds all solutions of each length.
fn check_counts(problem: &Problem, counts: &[u64], what: &str) {
    let batsat = by_name("batsat").unwrap();
    for (recipe, (n, &count)) in recipes()
        .iter()
        .cartesian_product(counts.iter().enumerate())
    {
        let asked = problem.within(Budget::Exactly(n));
        let found = Search::default()
            .recipe(recipe)
            .solver(batsat)
            .enumerate(&asked, |_| ControlFlow::Continue(()));
        let found = match found {
            Err(SearchError::Encode(EncodeError::UniformGoal(_))) => continue,
            found => found.unwrap(),
        };
        assert_eq!(found.count as u64, count, "{what} {n} {}", recipe.name);
    }
}

#[test]
fn uniform_faces_are_refused_where_they_do_not_decide_the_goal() {
    let recipe = Recipe::built_in("mux-uniform").unwrap();
    for puzzle in odd_puzzles() {
        let turn = puzzle.turns_around_held()[0];
        let problem =
            Problem::from_scramble(puzzle, &[turn], &Target::Any, Budget::AtMost(3)).unwrap();
        let refused = twistsat::encode::encode(&problem, &recipe);
        assert!(matches!(refused, Err(EncodeError::UniformGoal(_))));
    }
}

#[test]
fn symbols_that_could_be_colors_in_two_ways_are_refused() {
    let refusal = |puzzle: Arc<Puzzle>, text: &str| {
        let start: Vec<char> = text.chars().collect();
        Problem::new(puzzle, &start, &Target::Any, Budget::AtMost(3))
            .unwrap_err()
            .to_string()
    };
    assert!(refusal(swap(), "xy").contains("more than one way"));
    assert!(refusal(held_beads(), "hxxyy").contains("more than one way"));
}

#[test]
fn a_puzzle_of_many_colors_is_read_at_once_in_its_own_symbols() {
    let faces: Vec<(String, String, String)> = (0..18)
        .map(|n| {
            let letter = char::from(b'A' + n);
            (format!("P{n}"), letter.to_string(), format!("f{n}"))
        })
        .collect();
    let faces: Vec<(&str, &str, &str)> = faces
        .iter()
        .map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str()))
        .collect();
    let even: Vec<String> = (0..18).step_by(2).map(|n| format!("f{n}")).collect();
    let odd: Vec<String> = (1..18).step_by(2).map(|n| format!("f{n}")).collect();
    let cycles = format!("{} / {}", even.join(" "), odd.join(" "));
    let puzzle = puzzle(None, &faces, &[("A", &cycles), ("B", "f0 f1")]);
    let scramble = Notation::Singmaster.read(&puzzle, "A B").unwrap();
    let problem =
        Problem::from_scramble(puzzle.clone(), &scramble, &Target::Any, Budget::AtMost(3));
    let control = Control::new(CancelFlag::default(), Some(Duration::from_secs(60)));
    let batsat = by_name("batsat").unwrap();
    let found = Search::default()
        .recipe(&recipes()[0])
        .solver(batsat)
        .control(control.clone())
        .minimum(&problem.unwrap());
    assert_eq!(
        found.unwrap().solution.map(|solution| solution.len()),
        Some(2)
    );
    // Foreign symbols leave too many ways: refused, not searched for ever.
    let foreign: Vec<char> = ('a'..='r').rev().collect();
    assert!(Problem::new(puzzle, &foreign, &Target::Any, Budget::AtMost(3)).is_err());
}

proptest! {
    #[test]
    fn shortening_keeps_the_end_where_only_half_turns_commute(
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
