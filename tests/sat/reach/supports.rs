//! Supports exclude exactly what the lemmas exclude, and steps that are not tracked exclude nothing.

use std::collections::HashSet;
use std::sync::Arc;

use itertools::Itertools;
use twistsat::control::Control;
use twistsat::problem::Problem;
use twistsat::puzzle::Metric;
use twistsat::reach::{Backward, FORWARD_LIMIT, Forward, ItemPlacement, Items, Layers, Limit};

use super::exact::{scrambles, small_puzzles};
use super::{POCKET, layers, problem_of_state, scrambled, table};
use crate::common::fewer_in_check;

/// The sets of placements that lemmas exclude at a step.
fn excluded_by_lemmas(layers: &Layers, step: usize, most: usize) -> HashSet<Vec<ItemPlacement>> {
    let mut excluded = HashSet::new();
    layers.visit_lemmas_at(step, |_, tuple| {
        if tuple.len() <= most {
            excluded.insert(tuple.to_vec());
        }
    });
    excluded
}

/// The sets of placements that supports exclude at a step.
fn excluded_by_supports(layers: &Layers, step: usize, most: usize) -> HashSet<Vec<ItemPlacement>> {
    let mut excluded = HashSet::new();
    layers.visit_supports(step, most, |support| {
        for placement in 0..layers.items().placements(support.item).len() {
            if !support.placements.contains(&placement) {
                let last = (support.item, placement);
                excluded.insert(support.conditions.iter().copied().chain([last]).collect());
            }
        }
    });
    excluded
}

/// Asserts that supports exclude every lemma, and that each set they exclude contains a lemma. Returns the number of lemmas.
fn assert_equivalent(layers: &Layers, most: usize, context: &str) -> usize {
    let mut lemmas = 0;
    for step in 0..=layers.last_step() {
        let minimal = excluded_by_lemmas(layers, step, most);
        let supports = excluded_by_supports(layers, step, most);
        lemmas += minimal.len();
        let lost = minimal.iter().find(|tuple| !supports.contains(*tuple));
        assert_eq!(lost, None, "{context}, step {step}");
        for tuple in &supports {
            let mut parts = tuple.iter().copied().powerset();
            let contains = parts.any(|part| minimal.contains(&part));
            assert!(contains, "{context}, step {step}: {tuple:?}");
        }
    }
    lemmas
}

#[test]
fn supports_of_small_puzzles_agree_with_lemmas() {
    let mut lemmas = 0;
    for puzzle in small_puzzles() {
        for scramble in scrambles(&puzzle) {
            for (slots, idle) in [(2, true), (3, false), (5, true)] {
                let problem = scrambled(&puzzle, &scramble, slots);
                for most in 1..=4 {
                    let layers = layers(&problem, most, idle);
                    let context = format!("{scramble:?}, {slots} slots, idle {idle}");
                    lemmas += assert_equivalent(&layers, most, &context);
                    assert_equivalent(&layers, 1, &context);
                }
            }
        }
    }
    assert!(lemmas > 1000, "{lemmas}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn supports_of_the_pocket_cube_agree_with_lemmas() {
    let state = table(Metric::HalfTurn).states_at(9).nth(1234).unwrap();
    let problem = problem_of_state(&state, Metric::HalfTurn, 8);
    assert!(assert_equivalent(&layers(&problem, 3, true), 3, "distance 9") > 10_000);
}

/// Layers that track steps backward only up to this many joint placements.
fn limited(problem: &Problem, most: usize, reached: u64) -> Layers {
    let one_in = u64::MAX;
    let back = Limit { reached, one_in };
    let items = Arc::new(Items::new(problem).unwrap());
    let backward = Backward::new(items, most, true, back).unwrap();
    let mut forward = Forward::new(problem, &backward, FORWARD_LIMIT).unwrap();
    let control = Control::unlimited();
    // Extended in two steps, as when a search raises its budget.
    let slots = problem.budget.slots();
    let half = forward.layers(slots.div_ceil(2), usize::MAX, &control);
    half.unwrap();
    forward.layers(slots, usize::MAX, &control).unwrap()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn steps_that_are_not_tracked_exclude_nothing() {
    let state = table(Metric::HalfTurn).states_at(9).nth(99).unwrap();
    let problem = problem_of_state(&state, Metric::HalfTurn, 9);
    let whole = layers(&problem, 3, true);
    let mut fewer = 0;
    let limits = [0, 3_000, 40_000, u64::MAX];
    for &back in &limits[..fewer_in_check(1, 4)] {
        let limited = limited(&problem, 3, back);
        assert_equivalent(&limited, 3, "limited");
        for step in 0..=9 {
            let all = excluded_by_lemmas(&whole, step, 3);
            let some = excluded_by_lemmas(&limited, step, 3);
            fewer += all.len().saturating_sub(some.len());
            for tuple in &some {
                let mut parts = tuple.iter().copied().powerset();
                assert!(parts.any(|part| all.contains(&part)), "{tuple:?}");
            }
        }
    }
    assert!(fewer > 10_000, "{fewer}");
}

#[test]
fn the_admitted_share_refers_to_all_joint_placements() {
    let problem = problem_of_state(POCKET.solved(), Metric::HalfTurn, 2);
    let layers = layers(&problem, 1, true);
    // At the goal each of the seven pieces has one placement of 21.
    assert!(layers.admit_less_than(0, 1.01 / 21.0));
    assert!(!layers.admit_less_than(0, 0.99 / 21.0));
    assert!(!layers.admit_less_than(3, 1.0), "there is no such step");
}
