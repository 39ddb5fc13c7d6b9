//! Positions with published distances and numbers of solutions, and distant random positions.

use super::*;
use crate::common::puzzles::PUBLISHED;

#[test]
#[ignore = "long check"]
fn the_near_published_positions_have_these_distances_and_numbers_of_solutions() {
    for (text, distance, number) in PUBLISHED {
        if distance > 5 {
            continue;
        }
        let problem = problem(text, &Target::Any, Budget::AtMost(distance + 1));
        for recipe in recipes() {
            for strategy in BOTH {
                assert_minimum(&problem, &recipe, strategy, distance);
            }
        }
        assert_eq!(count(&problem, distance), number, "{text}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_far_published_position_takes_9_turns() {
    let (text, distance, _) = PUBLISHED[5];
    let problem = problem(text, &Target::Any, Budget::AtMost(distance));
    assert_minimum(&problem, &fast_recipe(), Strategy::Descend, distance);
}

/// Defines a test for each distant position, so that the time of each is shown.
macro_rules! far_published_positions {
    ($($name:ident: $row:literal,)*) => {$(
        #[test]
        #[ignore = "long check"]
        fn $name() {
            let (text, distance, number) = PUBLISHED[$row];
            let problem = problem(text, &Target::Any, Budget::AtMost(distance));
            assert_minimum(&problem, &fast_recipe(), Strategy::Descend, distance);
            assert_eq!(canonical_count(&problem, distance), number, "{text}");
        }
    )*};
}

far_published_positions! {
    a_published_position_has_8_shortest_solutions_of_9_turns: 5,
    a_published_position_has_18_shortest_solutions_of_10_turns: 6,
    a_published_position_has_8_shortest_solutions_of_10_turns: 7,
    a_published_position_has_45_shortest_solutions_of_10_turns: 8,
    a_published_position_has_196_shortest_solutions_of_11_turns: 9,
    a_published_position_has_24_shortest_solutions_of_11_turns: 10,
}

#[test]
fn a_random_state_at_distance_8_is_solved_in_8_turns() {
    let state = &random_states(8, 1, 1)[0];
    let problem = from_state(state, &Target::Any, Budget::AtMost(8));
    assert_minimum(&problem, &fast_recipe(), Strategy::Ascend, 8);
}

#[test]
#[ignore = "long check"]
fn random_states_at_distance_8_to_11_get_minimal_solutions() {
    for (distance, count) in [(8, 3), (9, 3), (10, 2), (11, 1)] {
        for state in random_states(distance, count, 3) {
            let problem = from_state(&state, &Target::Any, Budget::AtMost(11));
            assert_minimum(&problem, &fast_recipe(), Strategy::Descend, distance);
        }
    }
}

#[test]
fn a_scramble_of_ten_turns_has_one_shortest_solution_of_8_turns() {
    let state = scrambled("R U2 F' R2 U F2 U' R F U");
    let problem = from_state(&state, &Target::Any, Budget::Exactly(8));
    let canonical = problem.clone().canonical();
    assert_eq!(
        solutions(&canonical, &fast_recipe(), batsat()).unwrap(),
        [turns("F R' U F R' F2 U2 R2")]
    );
    let problem = problem.within(Budget::AtMost(8));
    assert_minimum(&problem, &fast_recipe(), Strategy::Descend, 8);
}

#[test]
fn the_first_position_takes_3_turns_up_to_rotation() {
    let problem = problem(FIRST, &Target::Any, Budget::AtMost(5));
    for recipe in recipes() {
        for strategy in BOTH {
            assert_minimum(&problem, &recipe, strategy, 3);
        }
    }
    assert_eq!(count(&problem, 3), 1);
    let counts: Vec<usize> = (2..=8).map(|n| canonical_count(&problem, n)).collect();
    assert_eq!(counts, [0, 1, 0, 0, 6, 12, 18]);
}

#[test]
#[ignore = "long check"]
fn the_first_position_takes_4_turns_in_its_exact_orientation() {
    let problem = problem(FIRST, &Target::Solved, Budget::AtMost(4));
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform {
            let refused = run(&problem, &recipe, batsat(), Strategy::Descend);
            assert!(refused.unwrap_err().contains("uniform faces"));
            continue;
        }
        for strategy in BOTH {
            assert_minimum(&problem, &recipe, strategy, 4);
        }
        let found: Vec<Vec<Vec<TurnId>>> = (0..=4)
            .map(|n| solutions(&problem.within(Budget::Exactly(n)), &recipe, batsat()).unwrap())
            .collect();
        let [none @ .., shortest] = &found[..] else {
            unreachable!()
        };
        assert!(none.iter().all(Vec::is_empty), "{}", recipe.name);
        let [a, b] = &shortest[..] else {
            panic!("{} has {} solutions", recipe.name, shortest.len())
        };
        // They differ by swapping two commuting turns.
        let at = (0..4).find(|&at| a[at] != b[at]).unwrap();
        let mut swapped = a.clone();
        swapped.swap(at, at + 1);
        assert_eq!(&swapped, b);
        assert!(POCKET.commute(a[at], a[at + 1]));
    }
    assert_eq!(canonical_count(&problem, 4), 1);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_second_position_takes_9_turns_up_to_rotation() {
    let problem = problem(SECOND, &Target::Any, Budget::AtMost(9));
    assert_minimum(&problem, &fast_recipe(), Strategy::Descend, 9);
}

#[test]
#[ignore = "long check"]
fn the_second_position_has_one_shortest_solution_up_to_rotation() {
    let problem = problem(SECOND, &Target::Any, Budget::AtMost(9));
    assert_eq!(canonical_count(&problem, 9), 1);
}

/// Up to rotation, the position takes 9 turns, so in a fixed orientation it takes at least 9. (Finding a solution by SAT took more than 45
/// minutes with these recipes. The long check also finds the distance in a table of all orientations.)
#[test]
fn the_second_position_has_a_solution_of_9_turns_in_its_exact_orientation() {
    let problem = problem(SECOND, &Target::Solved, Budget::AtMost(9));
    let published = Notation::Cw
        .read(&POCKET, "LH FCCW RCW DCCW LH DCW FH DCW RCCW")
        .unwrap();
    assert!(Solution::replay(&problem, published).is_ok());
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_position_is_solved_in_6_turns_although_no_7_canonical_turns_solve_it() {
    let problem = problem(GAP, &Target::Any, Budget::AtMost(7));
    for recipe in recipes() {
        for strategy in BOTH {
            assert_minimum(&problem, &recipe, strategy, 6);
        }
    }
    let counts: Vec<usize> = (4..=8).map(|n| canonical_count(&problem, n)).collect();
    assert_eq!(counts, [0, 0, 1, 0, 3]);
}

#[test]
#[ignore = "long check"]
fn a_descending_search_from_8_finds_6() {
    let problem = problem(GAP, &Target::Any, Budget::AtMost(8));
    let ordered = recipes().into_iter().filter(|r| r.order != Order::None);
    for recipe in ordered {
        assert_minimum(&problem, &recipe, Strategy::Descend, 6);
    }
}

#[test]
#[ignore = "long check"]
fn the_position_without_7_has_14_and_55_canonical_solutions_of_9_and_10_turns() {
    let problem = problem(GAP, &Target::Any, Budget::AtMost(11));
    let counts: Vec<usize> = (9..=10).map(|n| canonical_count(&problem, n)).collect();
    assert_eq!(counts, [14, 55]);
}

#[test]
#[ignore = "long check"]
fn the_position_without_7_has_302_canonical_solutions_of_11_turns() {
    let problem = problem(GAP, &Target::Any, Budget::AtMost(11));
    assert_eq!(canonical_count(&problem, 11), 302);
}

#[test]
fn the_graph_database_example_takes_7_turns() {
    let problem = problem(EXAMPLE, &Target::Any, Budget::AtMost(8));
    for strategy in BOTH {
        assert_minimum(&problem, &fast_recipe(), strategy, 7);
    }
    assert_eq!(count(&problem, 7), 1);
}
