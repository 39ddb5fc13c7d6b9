//! The default recipe and solver find shortest solutions of states whose distance is known from another source.

use super::*;
use crate::common::fewer_in_check;

/// `count` random states of a small puzzle, all equally likely, with their distances.
fn random_states(puzzle: &Puzzle, count: usize) -> Vec<(State, usize)> {
    let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let table = DistanceTable::build(puzzle, &all).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut states = Vec::new();
    while states.len() < count {
        let index = random.random_range(0..table.indices());
        // Some indices belong to states that cannot be reached.
        if let Some(distance) = table.distance_at(index) {
            states.push((table.state(index).unwrap(), distance));
        }
    }
    states
}

#[test]
#[ignore = "long check"]
fn random_states_of_pyraminx_and_skewb_are_solved_by_the_fewest_turns() {
    let recipe = default_recipe();
    for (name, count) in [("pyraminx", 200), ("skewb", 200)] {
        let puzzle = puzzle(name);
        for (state, distance) in random_states(&puzzle, count) {
            let problem = problem(&puzzle, &state, Budget::AtMost(11));
            let found = proved_minimum(&problem, &recipe);
            assert_eq!(found, distance, "{name} {state:?}");
        }
    }
}

/// The lengths of the scrambles cycle through 1, 2, …, 6, or up to 8 in the long check.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn short_scrambles_of_the_cube_are_solved_by_the_fewest_turns() {
    let cube = puzzle("rubik");
    let all = cube.all_turns();
    let recipe = default_recipe();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let lengths = (1..=fewer_in_check(6, 8)).cycle();
    for length in lengths.take(fewer_in_check(12, 100)) {
        let scramble = cube.scramble(&all, length, &mut random);
        let state = cube.apply(cube.solved(), &scramble);
        let count = |length| brute::count(&cube, &state, cube.solved(), &all, length, false);
        let distance = (0..).find(|&length| count(length) > 0).unwrap();
        let problem = problem(&cube, &state, Budget::AtMost(20));
        assert_eq!(proved_minimum(&problem, &recipe), distance, "{scramble:?}");
    }
}
