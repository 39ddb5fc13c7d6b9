//! Questions in a fixed orientation are first answered up to rotation. The results are compared with counts by brute force
//! over all turns.

use twistsat::notation::Notation;
use twistsat::problem::Rotations;
use twistsat::puzzle::Pattern;

use super::*;
use crate::common::brute;

/// A problem whose start is up to six random turns from the goal. The goal is a random state for a third of the numbers,
/// and the solved one for the others.
fn numbered_problem(number: usize, random: &mut ChaCha8Rng) -> Problem {
    let all: Vec<TurnId> = (0..POCKET.turns().len()).collect();
    let mut walk = |from: &State, length: usize| {
        let turns = (0..length).filter_map(|_| all.choose(random).copied());
        let turns: Vec<TurnId> = turns.collect();
        POCKET.apply(from, &turns)
    };
    let goal = walk(POCKET.solved(), [20, 0, 0][number % 3]);
    let target = Target::state(&Scheme::own_symbols(&POCKET).state_characters(&goal));
    let problem = from_state(&walk(&goal, number % 7), &target, Budget::AtMost(8));
    problem.with_metric(Metric::ALL[number / 2 % 2]).unwrap()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_minimum_in_a_fixed_orientation_agrees_with_counting() {
    let recipe = recipe("lemmas");
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let [mut lifted, mut repeated] = [0, 0];
    for number in 0..140 {
        let problem = numbered_problem(number, &mut random);
        let known = |pattern: &Pattern| pattern.state().unwrap();
        let (start, goal) = (known(&problem.start), known(&problem.goal));
        let counted = |&length: &usize| {
            brute::count(&POCKET, &start, &goal, &problem.allowed, length, false) > 0
        };
        let shortest = (0..).find(counted).unwrap();
        let search = search(&recipe, batsat(), Strategy::Ascend);
        let result = search.minimum(&problem).unwrap();
        assert_proves(&problem, &result, shortest);
        if shortest > 0 {
            if result.refutations.iter().all(|it| it.up_to_rotation) {
                lifted += 1
            } else {
                repeated += 1
            }
        }
    }
    // Both cases occurred.
    assert!(lifted > 20 && repeated > 5, "{lifted} {repeated}");
}

#[test]
fn a_far_state_in_a_fixed_orientation_is_solved_quickly() {
    let problem = problem(SECOND, &Target::Solved, Budget::AtMost(11));
    assert_minimum(&problem, &recipe("lemmas"), 9);
}

#[test]
fn asymmetric_allowed_turns_have_no_rotations() {
    let read = |text: &str| Notation::Singmaster.read(&POCKET, text).unwrap();
    let (turns, budget) = (read("R"), Budget::AtMost(1));
    let problem = Problem::from_scramble(POCKET.clone(), &turns, &Target::Solved, budget);
    let allowed = read("R R2 R' U U2 U' F F2 F' L");
    let problem = problem.unwrap().allowing(&allowed).unwrap();
    assert!(Rotations::of(&problem).is_none());
}
