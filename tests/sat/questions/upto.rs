//! Goals up to rotations, compared with the colors after every sequence of a few turns.

use itertools::Itertools;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Solution, Target, rotations_named};
use twistsat::puzzle::{Color, Puzzle, Sticker, TurnId};
use twistsat::search::Search;

use super::random::found;
use crate::common::fewer_in_check;
use crate::common::sat::{batsat, recipe};

/// Whether a cube is solved in any orientation; if a face is `fixed`, it must show its own color.
fn is_solved(puzzle: &Puzzle, state: &[Color], fixed: Option<&str>) -> bool {
    puzzle.faces().iter().all(|face| {
        let shown = state[face.facelets[0]];
        let is_own = fixed != Some(&*face.name) || shown == face.color;
        is_own && face.facelets.iter().all(|&facelet| state[facelet] == shown)
    })
}

/// The sequences of N turns after which the cube is solved.
fn solving_sequences(problem: &Problem, fixed: Option<&str>, length: usize) -> Vec<Vec<TurnId>> {
    let start = problem.start.state().unwrap();
    let all = std::iter::repeat_n(problem.allowed.iter().copied(), length);
    let solves = |turns: &Vec<TurnId>| {
        let end = problem.puzzle.apply(&start, turns);
        is_solved(&problem.puzzle, end.colors(), fixed)
    };
    all.multi_cartesian_product().filter(solves).collect()
}

/// A shortest solution, or a proof that no solution exists.
fn shortest_solution(problem: &Problem) -> Option<Solution> {
    let minimum = Search::default().solver(batsat()).minimum(problem).unwrap();
    assert!(minimum.complete);
    minimum.solution
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn goals_up_to_rotations_are_those_that_look_solved() {
    let cases = fewer_in_check(5, 2000);
    let mut random = SmallRng::seed_from_u64(71);
    // Slice turns move the centers, and so do rotations.
    let groups: [&[&str]; 2] = [&["slice"], &["rotation"]];
    let built_in = Puzzle::built_in("rubik").unwrap();
    let cubes = groups.map(|it| std::sync::Arc::new(built_in.with_groups(it).unwrap()));
    let (mut answered, mut not_trivial) = (0, 0);
    for case in 0..cases {
        let rubik = &cubes[case % cubes.len()];
        let some: Vec<TurnId> = (0..3).map(|_| random.random_range(0..27)).collect();
        let budget = Budget::AtMost(3);
        let plain = Problem::from_scramble(rubik.clone(), &some, &Target::Solved, budget).unwrap();
        let (words, fixed): (&[&str], _) = *[
            (&["y"][..], Some("U")),
            (&["x"], Some("R")),
            (&["z"], Some("F")),
            (&["x", "y"], None),
            (&["rotation"], None),
        ]
        .choose(&mut random)
        .unwrap();
        let rotations = words.iter();
        let rotations = rotations.flat_map(|word| rotations_named(rubik, word).unwrap());
        let problem = plain.up_to(&rotations.collect_vec());
        let left_out = random.random_range(0..6);
        let mut allowed = problem.allowed.clone();
        allowed.retain(|turn| turn / 3 != left_out);
        let problem = problem.allowing(&allowed).unwrap();
        let truth = [0, 1, 2, 3].map(|length| solving_sequences(&problem, fixed, length));
        let shortest = truth.iter().position(|all| !all.is_empty());
        let what = format!("{some:?} up to {words:?}, without {left_out}");
        let minimum = shortest_solution(&problem).map(|it| it.len());
        assert_eq!(minimum, shortest, "{what}");
        let length = random.random_range(1..=3);
        let all = found(&problem, &recipe("lemmas"), "batsat", length).unwrap();
        let all = all.into_iter().map(|(_, turns)| turns).sorted();
        let expected = truth[length].iter().cloned().sorted();
        assert!(all.eq(expected), "{what}, {length} turns");
        answered += usize::from(shortest.is_some());
        let own = solving_sequences(&plain, None, 0).len();
        not_trivial += usize::from(shortest.is_some_and(|it| it < 3) && own == 0);
    }
    assert!(answered * 2 > cases, "only {answered} have an answer");
    // Some unsolved start has a solution of fewer than three turns.
    assert!(not_trivial > 0);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn up_to_rotation_the_solved_state_may_have_any_reachable_orientation() {
    let mut random = SmallRng::seed_from_u64(73);
    let built_in = Puzzle::built_in("rubik").unwrap();
    let groups = [&["slice"], &["wide"], &["rotation"]];
    for &groups in &groups[..fewer_in_check(1, 3)] {
        let rubik = std::sync::Arc::new(built_in.with_groups(groups).unwrap());
        let mut turned = 0;
        for _ in 0..4 {
            let turns = rubik.turns().len();
            let scramble: Vec<TurnId> = (0..3).map(|_| random.random_range(0..turns)).collect();
            let budget = Budget::AtMost(2);
            let problem = Problem::from_scramble(rubik.clone(), &scramble, &Target::Any, budget);
            let problem = problem.unwrap();
            let exact = Problem::from_scramble(rubik.clone(), &scramble, &Target::Solved, budget);
            // The faces, and two of the other turns.
            let others: Vec<TurnId> = (0..2).map(|_| random.random_range(18..turns)).collect();
            let mut allowed = problem.allowed.clone();
            allowed.retain(|turn| *turn < 18 || others.contains(turn));
            let problem = problem.allowing(&allowed).unwrap();
            let shortest =
                (0..=2).find(|&length| !solving_sequences(&problem, None, length).is_empty());
            let end = |it: Solution| (it.len(), rubik.apply(it.start(), it.turns()));
            let found = shortest_solution(&problem).map(end);
            let length = found.as_ref().map(|(length, _)| *length);
            assert_eq!(length, shortest, "{groups:?} {scramble:?} {others:?}");
            let exact = exact.unwrap();
            turned += usize::from(found.is_some_and(|(_, end)| !exact.admits_end(&end)));
        }
        // Some end in another orientation than that of the puzzle file.
        assert!(turned > 0, "{groups:?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_unknown_sticker_with_only_one_possible_color_changes_nothing() {
    let built_in = Puzzle::built_in("rubik").unwrap();
    let sets: [&[&str]; 3] = [&[], &["slice"], &["wide"]];
    for &groups in &sets[..fewer_in_check(2, 3)] {
        let rubik = std::sync::Arc::new(built_in.with_groups(groups).unwrap());
        let state = rubik.reached_by(&Notation::Singmaster.read(&rubik, "R U").unwrap());
        let mut stickers = Scheme::own_symbols(&rubik).stickers(&(&state).into());
        stickers[0] = Sticker::Any;
        let budget = Budget::AtMost(3);
        let problem = Problem::of_stickers(rubik, &stickers, &Target::Any, budget).unwrap();
        assert_eq!(shortest_solution(&problem).unwrap().len(), 2, "{groups:?}");
    }
}
