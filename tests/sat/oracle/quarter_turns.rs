//! Solutions with length in quarter turns, compared with the breadth-first table of quarter turns.

use twistsat::encode::Justification;
use twistsat::problem::Lengths;

use super::*;
use crate::common::canonical::is_canonical;

/// Distances in quarter turns.
static QUARTER: LazyLock<Distances> = LazyLock::new(|| Distances::with(&turns("U U' R R' F F'")));

fn in_quarter_turns(problem: Problem) -> Problem {
    problem.with_metric(Metric::QuarterTurn).unwrap()
}

/// The problem of solving a state up to rotation in quarter turns.
fn quarter_turns_from(state: &State, budget: Budget) -> Problem {
    in_quarter_turns(from_state(state, &Target::Any, budget))
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_recipe_agrees_with_the_table_of_quarter_turns() {
    for distance in 0..=6 {
        let budget = Budget::AtMost(distance + usize::from(distance < 5));
        let state = &QUARTER.random_states(distance, 1, 1)[0];
        for recipe in recipes() {
            assert_minimum(&quarter_turns_from(state, budget), &recipe, distance);
        }
    }
}

#[test]
#[ignore = "long check"]
fn enumeration_finds_all_solutions_in_quarter_turns_and_all_canonical_ones() {
    for (distance, length) in [(2, 2), (2, 4), (4, 4), (4, 6), (5, 5)] {
        let state = &QUARTER.random_states(distance, 1, 3)[0];
        let problem = quarter_turns_from(state, Budget::Exactly(length));
        let mut all = QUARTER.table.solutions(state, length);
        for recipe in recipes() {
            let found = solutions(&problem, &recipe, batsat()).unwrap();
            assert_eq!(found, all, "{} {length}", recipe.name);
        }
        all.retain(|solution| is_canonical(solution, &problem.allowed));
        let found = solutions(&problem.canonical(), &fast_recipe(), batsat()).unwrap();
        assert_eq!(found, all, "canonical, {length}");
    }
}

#[test]
fn no_solver_is_asked_about_lengths_of_the_wrong_parity() {
    let problem = quarter_turns_from(&scrambled("R U F R U F R"), Budget::AtMost(10));
    for strategy in BOTH {
        let recipe = fast_recipe();
        let search = search(&recipe, batsat(), strategy);
        let result = search.minimum(&problem).unwrap();
        assert!(result.attempts.iter().all(|attempt| attempt.turns % 2 == 1));
        let says = "even lengths: ruled out by the parity of the turns";
        assert!(result.proof_of_minimality().contains(says));
    }
    let even = problem.within(Budget::Exactly(10));
    let recipe = recipe("mux");
    let search = search(&recipe, batsat(), Strategy::default());
    let result = search.exactly(&even).unwrap();
    assert!(result.complete && result.solution.is_none() && result.attempts.is_empty());
    let found = solutions(&even, &recipe, batsat()).unwrap();
    assert!(found.is_empty());
}

#[test]
fn without_order_and_idle_slots_a_refutation_covers_every_other_shorter_length() {
    let problem = quarter_turns_from(&scrambled("R U F R U"), Budget::AtMost(4));
    let recipe = recipe("mux");
    let search = search(&recipe, batsat(), Strategy::Descend);
    let result = search.minimum(&problem).unwrap();
    assert!(result.complete && result.solution.is_none());
    // Even lengths are refuted by parity, odd ones by one formula of 3 turns.
    let last = result.refutations.last().unwrap();
    assert_eq!(last.covers.justification, Justification::TurnAndBack);
    assert_eq!(last.covers.lengths, Lengths::every_second(1..=3));
    assert_eq!(result.attempts.len(), 1);
}

/// A half turn is two quarter turns, but no two of these turns make a quarter turn. So without idle slots a refutation of two
/// turns says nothing about one.
#[test]
fn a_refutation_covers_no_shorter_length_if_some_turn_cannot_be_split() {
    let state = scrambled("R'");
    let problem = from_state(&state, &Target::Solved, Budget::AtMost(2));
    let problem = problem.allowing(&turns("R R2")).unwrap();
    assert_minimum(&problem, &recipe("mux"), 1);
}

#[test]
fn the_published_positions_take_these_numbers_of_quarter_turns() {
    for (text, distance) in [(FIRST, 4), (EXAMPLE, 8)] {
        let problem = problem(text, &Target::Any, Budget::AtMost(distance + 2));
        assert_minimum(&in_quarter_turns(problem), &fast_recipe(), distance);
    }
}

/// The searches begin at 14 turns, the largest distance of any state.
#[test]
#[ignore = "long check"]
fn random_states_at_distance_8_to_14_quarter_turns_get_minimal_solutions() {
    for distance in 8..=14 {
        let state = &QUARTER.random_states(distance, 1, 4)[0];
        let problem = quarter_turns_from(state, Budget::AtMost(14));
        assert_minimum_by(Strategy::Descend, &problem, &fast_recipe(), distance);
    }
}

#[test]
#[ignore = "long check"]
fn the_second_position_takes_12_quarter_turns_up_to_rotation() {
    let problem = in_quarter_turns(problem(SECOND, &Target::Any, Budget::AtMost(12)));
    assert_minimum_by(Strategy::Descend, &problem, &fast_recipe(), 12);
}

#[test]
fn the_parity_of_solution_lengths_is_known_for_any_goal() {
    let goal = POCKET.apply(POCKET.solved(), &turns("R"));
    let goal = Target::state(&Scheme::own_symbols(&POCKET).state_characters(&goal));
    for (start, odd) in [("", true), ("R", false), ("R U", true)] {
        let problem = from_state(&scrambled(start), &goal, Budget::AtMost(3));
        assert_eq!(problem.odd_lengths(), None, "{start}");
        let problem = in_quarter_turns(problem);
        assert_eq!(problem.odd_lengths(), Some(odd), "{start}");
    }
    for (start, odd) in [("", false), ("R", true), ("R2", false), ("R U F'", true)] {
        for target in [Target::Any, Target::Solved] {
            let problem = from_state(&scrambled(start), &target, Budget::AtMost(3));
            let shown = in_quarter_turns(problem).odd_lengths();
            assert_eq!(shown, Some(odd), "{start}");
        }
    }
    let problem = in_quarter_turns(from_state(POCKET.solved(), &goal, Budget::Exactly(1)));
    let found = solutions(&problem, &recipe("mux"), batsat()).unwrap();
    assert_eq!(found, [turns("R")]);
}
