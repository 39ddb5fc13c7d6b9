//! Questions in a fixed orientation are first answered up to rotation. The results are compared with counts by brute force
//! over all turns.

use rand::seq::IndexedRandom;
use twistsat::puzzle::{Metric, Pattern};

use super::*;
use crate::common::brute;

/// Problems whose start is up to six random turns from the goal, in both metrics. A third of the goals are random states
/// instead of the solved one.
fn problems(count: usize) -> Vec<Problem> {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let all: Vec<TurnId> = (0..POCKET.turns().len()).collect();
    let mut walk = |from: &State, length: usize| {
        let turns: Vec<TurnId> = (0..length)
            .filter_map(|_| all.choose(&mut random).copied())
            .collect();
        POCKET.apply(from, &turns)
    };
    (0..count)
        .map(|number| {
            let goal = match number % 3 {
                0 => walk(POCKET.solved(), 20),
                _ => POCKET.solved().clone(),
            };
            let start = walk(&goal, number % 7);
            let own = twistsat::notation::Scheme::own_symbols(&POCKET);
            let target = Target::state(&own.state_characters(&goal));
            let start = own.state_characters(&start);
            let problem = Problem::new(POCKET.clone(), &start, &target, Budget::AtMost(8)).unwrap();
            problem.with_metric(Metric::ALL[number / 2 % 2]).unwrap()
        })
        .collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_minimum_in_a_fixed_orientation_agrees_with_counting() {
    let recipe = recipe("lemmas");
    let [mut lifted, mut repeated] = [0, 0];
    for problem in problems(140) {
        let result = run(&problem, &recipe, batsat(), Strategy::Ascend).unwrap();
        let solution = result.solution.as_ref().expect("a solvable start");
        let counted = |length| {
            let (start, goal) = (&problem.start, &problem.goal);
            let known = |pattern: &Pattern| pattern.state().unwrap();
            brute::count(
                &POCKET,
                &known(start),
                &known(goal),
                &problem.allowed,
                length,
                false,
            )
        };
        let shortest = (0..).find(|&length| counted(length) > 0).unwrap();
        assert_eq!(solution.len(), shortest, "{:?}", result.refuted());
        assert!(result.is_minimal());
        assert!((0..shortest).all(|length| covered(&result).contains(&length)));
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
    for strategy in BOTH {
        assert_minimum(&problem, &recipe("lemmas"), strategy, 9);
    }
}
