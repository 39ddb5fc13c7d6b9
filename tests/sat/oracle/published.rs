//! Positions with published distances and numbers of solutions, and distant random positions.

use twistsat::encode::{GoalEncoding, TurnOrder};
use twistsat::notation::Notation;
use twistsat::problem::Solution;

use super::*;
use crate::common::puzzles::PUBLISHED;

#[test]
#[ignore = "long check"]
fn the_near_published_positions_have_these_distances_and_numbers_of_solutions() {
    for (text, distance, number) in &PUBLISHED[..5] {
        let problem = problem(text, &Target::Any, Budget::AtMost(distance + 1));
        for recipe in recipes() {
            assert_minimum(&problem, &recipe, *distance);
        }
        assert_eq!(count(&problem, *distance), *number, "{text}");
    }
}

#[test]
#[ignore = "long check"]
fn the_far_published_positions_have_these_distances_and_numbers_of_solutions() {
    for (text, distance, number) in PUBLISHED[5..].iter().chain([&(SECOND, 9, 1)]) {
        let problem = problem(text, &Target::Any, Budget::AtMost(*distance));
        assert_minimum_by(Strategy::Descend, &problem, &fast_recipe(), *distance);
        assert_eq!(canonical_counts(&problem, [*distance]), [*number], "{text}");
    }
}

#[test]
#[ignore = "long check"]
fn random_states_at_distance_8_to_11_get_minimal_solutions() {
    for (distance, count) in [(8, 3), (9, 3), (10, 2), (11, 1)] {
        for state in TABLE.random_states(distance, count, 3) {
            let problem = from_state(&state, &Target::Any, Budget::AtMost(11));
            assert_minimum_by(Strategy::Descend, &problem, &fast_recipe(), distance);
        }
    }
}

#[test]
fn a_scramble_of_ten_turns_has_one_shortest_solution_of_8_turns() {
    let state = scrambled("R U2 F' R2 U F2 U' R F U");
    let problem = from_state(&state, &Target::Any, Budget::Exactly(8));
    let canonical = problem.clone().canonical();
    let found = solutions(&canonical, &fast_recipe(), batsat()).unwrap();
    assert_eq!(found, [turns("F R' U F R' F2 U2 R2")]);
    let problem = problem.within(Budget::AtMost(8));
    assert_minimum_by(Strategy::Descend, &problem, &fast_recipe(), 8);
}

#[test]
fn the_first_position_takes_3_turns_up_to_rotation() {
    let problem = problem(FIRST, &Target::Any, Budget::AtMost(5));
    for recipe in recipes() {
        assert_minimum(&problem, &recipe, 3);
    }
    assert_eq!(count(&problem, 3), 1);
    assert_eq!(canonical_counts(&problem, 2..=8), [0, 1, 0, 0, 6, 12, 18]);
}

#[test]
#[ignore = "long check"]
fn the_first_position_takes_4_turns_in_its_exact_orientation() {
    let problem = problem(FIRST, &Target::Solved, Budget::AtMost(4));
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform {
            let refused = search(&recipe, batsat(), Strategy::Descend).minimum(&problem);
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("uniform faces"), "{refused}");
            continue;
        }
        assert_minimum(&problem, &recipe, 4);
        let found = solutions(&problem.within(Budget::Exactly(4)), &recipe, batsat());
        assert_eq!(found.unwrap().len(), 2, "{}", recipe.name);
    }
    // The two differ by swapping two commuting turns.
    assert_eq!(canonical_counts(&problem, [4]), [1]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_second_position_takes_9_turns_up_to_rotation() {
    let problem = problem(SECOND, &Target::Any, Budget::AtMost(9));
    assert_minimum_by(Strategy::Descend, &problem, &fast_recipe(), 9);
}

#[test]
fn the_second_position_has_a_solution_of_9_turns_in_its_exact_orientation() {
    let problem = problem(SECOND, &Target::Solved, Budget::AtMost(9));
    let published = Notation::Cw.read(&POCKET, "LH FCCW RCW DCCW LH DCW FH DCW RCCW");
    assert!(Solution::replay(&problem, published.unwrap()).is_ok());
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_position_is_solved_in_6_turns_although_no_7_canonical_turns_solve_it() {
    let problem = problem(GAP, &Target::Any, Budget::AtMost(7));
    for recipe in recipes() {
        assert_minimum(&problem, &recipe, 6);
    }
    assert_eq!(canonical_counts(&problem, 4..=8), [0, 0, 1, 0, 3]);
}

#[test]
#[ignore = "long check"]
fn that_position_is_solved_from_8_turns_and_has_14_55_and_302_longer_canonical_solutions() {
    let problem = problem(GAP, &Target::Any, Budget::AtMost(8));
    let ordered = recipes().into_iter().filter(|r| r.order != TurnOrder::None);
    for recipe in ordered {
        assert_minimum_by(Strategy::Descend, &problem, &recipe, 6);
    }
    assert_eq!(canonical_counts(&problem, 9..=11), [14, 55, 302]);
}

#[test]
fn the_graph_database_example_takes_7_turns() {
    let problem = problem(EXAMPLE, &Target::Any, Budget::AtMost(8));
    assert_minimum(&problem, &fast_recipe(), 7);
    assert_eq!(count(&problem, 7), 1);
}
