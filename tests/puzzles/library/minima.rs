//! The default recipe and solver find shortest solutions of states whose distance is
//! known from another source.

use super::search::Near;
use super::*;

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

fn check_random_states(name: &str, count: usize) {
    let puzzle = puzzle(name);
    let recipe = default_recipe();
    for (state, distance) in random_states(&puzzle, count) {
        let problem = problem(&puzzle, &state, Budget::AtMost(11));
        assert_eq!(
            proved_minimum(&problem, &recipe),
            distance,
            "{name} {state:?}"
        );
    }
}

#[test]
#[ignore = "long check"]
fn random_states_of_pyraminx_and_skewb_are_solved_by_the_fewest_turns() {
    check_random_states("pyraminx", 12);
    check_random_states("skewb", 6);
}

#[test]
#[ignore = "long check: 200 states each"]
fn two_hundred_random_states_of_pyraminx_and_skewb_are_solved_by_the_fewest_turns() {
    check_random_states("pyraminx", 200);
    check_random_states("skewb", 200);
}

/// Checks `count` scrambles of the 3×3×3, whose lengths cycle through 1, 2, …, `longest`.
fn check_scrambles(count: usize, longest: usize) {
    let cube = puzzle("rubik");
    let near = Near::new(&cube, longest.div_ceil(2));
    let recipe = default_recipe();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let all: Vec<TurnId> = (0..cube.turns().len()).collect();
    for length in (1..=longest).cycle().take(count) {
        let scramble = cube.scramble(&all, length, &mut random);
        let state = cube.apply(cube.solved(), &scramble);
        let distance = near.distance(&state).unwrap();
        let problem = problem(&cube, &state, Budget::AtMost(20));
        assert_eq!(proved_minimum(&problem, &recipe), distance, "{scramble:?}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn short_scrambles_of_the_cube_are_solved_by_the_fewest_turns() {
    check_scrambles(12, 6);
}

#[test]
#[ignore = "long check: 100 scrambles of up to 8 turns"]
fn a_hundred_scrambles_of_the_cube_are_solved_by_the_fewest_turns() {
    check_scrambles(100, 8);
}
