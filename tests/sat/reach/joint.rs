//! Layers of all pieces together, listed from both ends, compared with the breadth-first table and with formulas without
//! these layers.

use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::encode::Encoder;
use twistsat::reach::ListsFromBothEnds;
use twistsat::solver::{Session, Verdict, by_name};
use twistsat::{Recipe, Search};

use super::*;
use crate::common::fewer_in_check;

/// States of the pocket cube after N random turns.
fn states(count: u64, turns: usize) -> impl Iterator<Item = State> {
    let all = POCKET.turns_around_held();
    (0..count).map(move |seed| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let turns = (0..turns).map(|_| all[random.random_range(0..all.len())]);
        let turns: Vec<TurnId> = turns.collect();
        POCKET.apply(POCKET.solved(), &turns)
    })
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn some_step_has_no_values_exactly_when_the_distance_exceeds_the_budget() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        for state in states(fewer_in_check(3, 30) as u64, 12) {
            let distance = table(metric).distance(&state).unwrap();
            for slots in 1..=distance + 1 {
                let problem = problem_of_state(&state, metric, slots);
                let mut lists = ListsFromBothEnds::of_all_pieces(&problem).expect("few pieces");
                let layers = lists.layers(slots, usize::MAX, &Control::unlimited());
                let layers = layers.unwrap().expect("every state can be listed");
                assert_eq!(layers.len(), slots + 1);
                let is_empty = layers.iter().any(Vec::is_empty);
                assert_eq!(is_empty, slots < distance, "{slots} turns of {distance}");
            }
        }
    }
}

#[test]
fn each_solution_passes_through_listed_values_that_admit_its_pieces() {
    for (number, state) in states(6, 8).enumerate() {
        let length = table(Metric::HalfTurn).distance(&state).unwrap();
        let problem = problem_of_state(&state, Metric::HalfTurn, length);
        let mut lists = ListsFromBothEnds::of_all_pieces(&problem).expect("few pieces");
        let layers = lists.layers(length, usize::MAX, &Control::unlimited());
        let layers = layers.unwrap().expect("every state can be listed");
        let (quantities, joint) = (lists.quantities(), lists.quantities().part(0));
        let solution = Search::default().exactly(&problem).unwrap();
        let solution = solution.solution.expect("a solution of that length");
        let starts = problem.start.arrangement().expect("a fully known start");
        let mut state = starts.placements(&POCKET);
        let mut value = layers[0][0];
        for (step, &turn) in solution.turns().iter().enumerate() {
            for item in 0..joint.items().len() {
                let placement = joint.placement(value[0], item).unwrap();
                let facelet = joint.items().placements(item)[placement];
                let piece = joint.items().piece(item);
                assert_eq!(facelet, state[piece], "state {number}, step {step}");
            }
            let allowed = problem.allowed.iter().position(|&known| known == turn);
            let next = quantities.after(&value, allowed.unwrap());
            assert_eq!(quantities.before(&next, allowed.unwrap()), value);
            value = next;
            let is_listed = layers[step + 1].contains(&value);
            assert!(is_listed, "state {number}, step {step}");
            let to = POCKET.turns()[turn].permutation.inverse();
            for facelet in &mut state {
                *facelet = to.source(*facelet);
            }
        }
        assert_eq!(value, quantities.goal());
    }
}

/// All solutions of a problem with an exact length, from the formula of an encoder.
fn solutions(mut encoder: Encoder, problem: &Problem) -> Vec<Vec<TurnId>> {
    let control = Control::unlimited();
    let refuted = encoder.refuted_without_formula(problem.budget, &control);
    if refuted.unwrap().is_some() {
        return Vec::new();
    }
    let formula = encoder.encode(problem.budget, &control).unwrap();
    let solver = by_name("batsat").unwrap();
    let mut session = Session::new(solver, &formula.cnf, formula.variables).unwrap();
    let mut all = Vec::new();
    while let Verdict::Sat(model) = session.solve(&control).unwrap() {
        let solution = twistsat::encode::decode(problem, &formula.meaning, &model).unwrap();
        let turns = solution.turns().iter().enumerate();
        let literals = turns.flat_map(|(slot, &turn)| formula.turn_literals(slot, turn));
        let other = literals.flatten().map(|literal| !literal);
        session.add_clause(other.collect()).unwrap();
        all.push(solution.turns().to_vec());
    }
    all.sort();
    all
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn full_layers_change_no_solutions_with_any_recipe() {
    let mut found = 0;
    for name in Recipe::built_in_names() {
        let recipe = Recipe::built_in(name).unwrap();
        for (state, slots) in states(3, 5).cartesian_product(2..=4) {
            let problem = problem_of_state(&state, Metric::HalfTurn, slots);
            let problem = problem.within(Budget::Exactly(slots));
            let expected = solutions(Encoder::new(&problem, &recipe), &problem);
            let listed = solutions(Encoder::new(&problem, &recipe).with_full_layers(), &problem);
            assert_eq!(listed, expected, "{name}, {slots} turns");
            found += listed.len();
        }
    }
    assert!(found > 50, "only {found} solutions");
}
