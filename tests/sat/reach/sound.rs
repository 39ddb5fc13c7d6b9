//! No lemma excludes a solution. The solutions come from the breadth-first table over whole states.

use std::collections::HashSet;

use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::control::Control;
use twistsat::puzzle::{Metric, State, TurnId};
use twistsat::reach::{Backward, ItemPlacement, Items, Layers, Limit};

use super::{POCKET, problem_of_state, table};
use crate::common::some_or_all;

/// Where each item is at each step of a turn sequence; the last state repeats in the remaining slots.
fn trace(layers: &Layers, start: &State, turns: &[TurnId]) -> Vec<Vec<ItemPlacement>> {
    let read = |state: &State| {
        let placements = layers.items().locate(state).unwrap();
        placements.concat().into_iter().enumerate().collect()
    };
    let steps = (0..=layers.last_step()).map(|step| &turns[..step.min(turns.len())]);
    steps
        .map(|turns| read(&POCKET.apply(start, turns)))
        .collect()
}

/// Fails if a layer or a lemma of up to `most` items excludes a solution.
fn check(layers: &Layers, most: usize, traces: &[Vec<Vec<ItemPlacement>>], context: &str) {
    for (step, state) in traces.iter().flat_map(|trace| trace.iter().enumerate()) {
        for size in 1..=most {
            for tuple in state.iter().copied().combinations(size) {
                let inside = [
                    layers.reached_from_start(step, &tuple),
                    layers.reaches_goal(step, &tuple),
                ];
                assert_eq!(inside, [Some(true); 2], "{context}, step {step}: {tuple:?}");
            }
        }
    }
    let passed: Vec<HashSet<&Vec<ItemPlacement>>> = (0..=layers.last_step())
        .map(|step| traces.iter().map(|trace| &trace[step]).collect())
        .collect();
    layers.visit_lemmas(|step, tuple| {
        let mut states = passed[step].iter();
        let denied = states.any(|state| tuple.iter().all(|&(item, p)| state[item].1 == p));
        assert!(!denied, "{context}: {tuple:?} is denied at step {step}");
    });
}

/// Checks a random state at each distance and a sample of its solutions: without idle slots, solutions of exactly the
/// budget; with idle slots, of at most the budget.
fn no_solution_is_denied(metric: Metric, most: usize, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let table = table(metric);
    let far = table.distribution().len() - 1;
    let control = Control::unlimited();
    let solved = problem_of_state(POCKET.solved(), metric, 0);
    let items = std::sync::Arc::new(Items::new(&solved).unwrap());
    let backward =
        [false, true].map(|idle| Backward::new(items.clone(), most, idle, Limit::NONE).unwrap());
    let mut checked = 0;
    for distance in (0..=far).step_by(if most == 4 { 3 } else { 1 }) {
        let states: Vec<State> = table.states_at(distance).take(2000).collect();
        let state = &states[random.random_range(0..states.len())];
        // Where the shortest solutions are long, larger budgets have too many solutions to list.
        let longest = match distance {
            0..=3 => distance + 3,
            4..=6 => distance + 1,
            _ => distance,
        };
        for slots in distance..=longest {
            for backward in &backward {
                let lengths = if backward.allows_idle_slots() {
                    distance
                } else {
                    slots
                };
                let problem = problem_of_state(state, metric, slots);
                let layers = Layers::new(&problem, backward, &control).unwrap();
                let some = (lengths..=slots).flat_map(|length| {
                    let all = table.solutions(state, length);
                    let step = all.len().div_ceil(40).max(1);
                    all.into_iter().step_by(step)
                });
                let traces = some.map(|turns| trace(&layers, state, &turns));
                let traces: Vec<Vec<Vec<ItemPlacement>>> = traces.collect();
                assert!(traces.is_empty() || !layers.refutes());
                checked += traces.len();
                let idle = backward.allows_idle_slots();
                let context = format!("{metric}, {state:?}, {slots} slots, idle {idle}");
                check(&layers, most, &traces, &context);
            }
        }
    }
    assert!(checked > 50, "only {checked}");
}

#[test]
fn no_solution_in_half_turns_is_denied_by_sets_of_1_to_3_pieces() {
    for most in 1..=some_or_all(2, 3) {
        no_solution_is_denied(Metric::HalfTurn, most, most as u64);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn no_solution_in_quarter_turns_is_denied_by_sets_of_1_to_3_pieces() {
    for most in 1..=3 {
        no_solution_is_denied(Metric::QuarterTurn, most, most as u64);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn no_solution_is_denied_by_sets_of_4_pieces() {
    no_solution_is_denied(Metric::HalfTurn, 4, 4);
    no_solution_is_denied(Metric::QuarterTurn, 4, 5);
}
