//! Which sequences the formulas of each recipe admit.

use super::formulas::dimacs;
use super::*;
use crate::common::some_or_all;

/// The largest number of turns.
const LENGTH: usize = some_or_all(2, 3);

/// Each recipe is checked on every N-th problem, and consecutive recipes on different problems.
const ONE_IN: usize = some_or_all(1, 8);

#[test]
fn a_formula_for_an_exact_length_admits_every_solution_and_nothing_else() {
    let turns = POCKET.turns_around_held();
    for recipe in recipes() {
        check_near(&turns, LENGTH, &recipe, ONE_IN, Budget::Exactly);
    }
}

#[test]
fn a_formula_for_at_most_n_turns_admits_what_the_recipe_says() {
    let turns = POCKET.turns_around_held();
    for recipe in recipes() {
        if optimizes(&recipe) {
            check_near(&turns, LENGTH, &recipe, ONE_IN, Budget::AtMost);
            continue;
        }
        let problem = from_state(&scrambled("R U"), &Target::Any, Budget::AtMost(3));
        let dimacs = |budget| dimacs(&encode(&problem.within(budget), &recipe).unwrap());
        assert_eq!(dimacs(Budget::AtMost(3)), dimacs(Budget::Exactly(3)));
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn formulas_of_quarter_turns_admit_what_the_recipe_says() {
    let quarter = turns("U U' R R' F F'");
    for recipe in recipes() {
        check_near(&quarter, 2, &recipe, 1, Budget::Exactly);
        // Three turns, to include `R R R`, but only for one recipe: the others take their order from the same list of runs.
        let most = if recipe.name == "mux-idle" { 3 } else { 2 };
        if optimizes(&recipe) {
            check_near(&quarter, most, &recipe, 1, Budget::AtMost);
        }
    }
}

#[test]
fn order_constraints_forbid_only_replaceable_sequences() {
    for recipe in recipes() {
        for state in ["U2", "U", "U R2 U", "U R U"] {
            let problem = from_state(&scrambled(state), &Target::Any, Budget::AtMost(3));
            let problem = problem.allowing(&turns("U R R2 R'")).unwrap();
            for turns in 0..=3 {
                check(&problem.within(Budget::AtMost(turns)), &recipe);
            }
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_canonical_problem_admits_only_canonical_sequences() {
    let all: Vec<TurnId> = (0..18).collect();
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform {
            continue;
        }
        for problem in near_problems(&all, 2, &recipe).into_iter().step_by(11) {
            let problem = problem.canonical();
            for budget in [Budget::Exactly(2), Budget::AtMost(2)] {
                check(&problem.within(budget), &recipe);
            }
        }
    }
}
