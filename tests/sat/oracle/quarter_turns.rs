//! Solutions with length in quarter turns, compared with the breadth-first table of quarter turns.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;
use twistsat::encode::{Justification, Recipe};
use twistsat::graph::DistanceTable;
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Lengths, Problem, Target};
use twistsat::puzzle::{Metric, State, TurnId};
use twistsat::search::{Minimum, Search, Strategy};
use twistsat::solver;
use twistsat::solver::Backend;

use crate::common::canonical::is_canonical;
use crate::common::cli::{EXAMPLE, FIRST, SECOND, problem};
use crate::common::sat::{
    POCKET, batsat, from_state, names, recipe, recipes, scrambled, solutions, turns,
};

const BOTH: [Strategy; 2] = [Strategy::Descend, Strategy::Ascend];

/// Distances of the pocket cube with one corner held, in quarter turns.
static TABLE: LazyLock<DistanceTable> =
    LazyLock::new(|| DistanceTable::build(&POCKET, &turns("U U' R R' F F'")).unwrap());

/// Random states at a given distance; the same seed gives the same states.
fn random_states(distance: usize, count: usize, seed: u64) -> Vec<State> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let indices: Vec<usize> = (0..TABLE.indices())
        .filter(|&index| TABLE.distance_at(index) == Some(distance))
        .collect();
    (0..count)
        .map(|_| indices[random.random_range(0..indices.len())])
        .map(|index| TABLE.state(index).unwrap())
        .collect()
}

fn in_quarter_turns(problem: Problem) -> Problem {
    problem.with_metric(Metric::QuarterTurn).unwrap()
}

fn find_minimum(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
    strategy: Strategy,
) -> Minimum {
    Search::default()
        .recipe(recipe)
        .solver(backend)
        .strategy(strategy)
        .minimum(problem)
        .unwrap()
}

/// Asserts that the result proves that the shortest solution has `distance` quarter turns.
#[track_caller]
fn assert_proves(problem: &Problem, result: &Minimum, distance: usize, what: &str) {
    let solution = result.solution.as_ref().expect(what);
    let end = POCKET.apply(problem.start.pattern(), solution.turns());
    assert_eq!(end, problem.goal, "{what}");
    assert_eq!(
        solution.len(),
        distance,
        "{what}: {}",
        names(solution.turns())
    );
    assert!(result.is_minimal(), "{what}");
    let covered: BTreeSet<usize> = result
        .refutations
        .iter()
        .flat_map(|refutation| refutation.covers.lengths.iter())
        .collect();
    assert!(
        (0..distance).all(|length| covered.contains(&length)),
        "{what}: {covered:?}"
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_recipe_agrees_with_the_table_of_quarter_turns() {
    for distance in 0..=6 {
        let budget = Budget::AtMost(distance + usize::from(distance < 5));
        for state in random_states(distance, 1, 1) {
            let problem = in_quarter_turns(from_state(&state, &Target::Any, budget));
            for recipe in recipes() {
                for strategy in BOTH {
                    let what = format!("{} {strategy:?} {distance}", recipe.name);
                    let result = find_minimum(&problem, &recipe, batsat(), strategy);
                    assert_proves(&problem, &result, distance, &what);
                }
            }
        }
    }
}

#[test]
#[ignore = "long check"]
fn every_solver_agrees_with_the_table_of_quarter_turns() {
    for distance in 0..=7 {
        for state in random_states(distance, 2, 2) {
            let budget = Budget::AtMost(distance + 2);
            let problem = in_quarter_turns(from_state(&state, &Target::Any, budget));
            for backend in solver::all() {
                let what = format!("{} {distance}", backend.name());
                let result = find_minimum(&problem, &recipe("faces"), *backend, Strategy::Descend);
                assert_proves(&problem, &result, distance, &what);
            }
        }
    }
}

#[test]
#[ignore = "long check"]
fn enumeration_finds_all_solutions_in_quarter_turns_and_all_canonical_ones() {
    for distance in [2, 4, 5] {
        for state in random_states(distance, 1, 3) {
            for length in [distance, distance + 2]
                .into_iter()
                .filter(|&length| length < 7)
            {
                let problem = from_state(&state, &Target::Any, Budget::Exactly(length));
                let problem = in_quarter_turns(problem);
                let mut all = TABLE.solutions(&state, length);
                for recipe in recipes() {
                    let found = solutions(&problem, &recipe, batsat()).unwrap();
                    assert_eq!(found, all, "{} {length}", recipe.name);
                }
                all.retain(|solution| is_canonical(solution, &problem.allowed));
                let problem = problem.canonical();
                let found = solutions(&problem, &recipe("faces"), batsat()).unwrap();
                assert_eq!(found, all, "canonical, {length}");
            }
        }
    }
}

#[test]
fn a_half_turn_is_two_quarter_turns() {
    let problem = from_state(&scrambled("R2"), &Target::Any, Budget::AtMost(4));
    let problem = in_quarter_turns(problem);
    for recipe in recipes() {
        for strategy in BOTH {
            let result = find_minimum(&problem, &recipe, batsat(), strategy);
            assert_proves(&problem, &result, 2, &recipe.name);
        }
    }
    let two = problem.within(Budget::Exactly(2));
    let found = solutions(&two, &recipe("mux"), batsat()).unwrap();
    assert_eq!(found, [turns("R R"), turns("R' R'")]);
}

#[test]
fn no_solver_is_asked_about_lengths_of_the_wrong_parity() {
    let state = scrambled("R U F R U F R");
    let problem = in_quarter_turns(from_state(&state, &Target::Any, Budget::AtMost(10)));
    for strategy in BOTH {
        let result = find_minimum(&problem, &recipe("faces"), batsat(), strategy);
        assert!(result.attempts.iter().all(|attempt| attempt.turns % 2 == 1));
        assert!(
            result
                .proof_of_minimality()
                .contains("even lengths: ruled out by the parity of the turns")
        );
    }
    let even = problem.within(Budget::Exactly(10));
    let result = Search::default()
        .recipe(recipe("mux"))
        .solver(batsat())
        .exactly(&even)
        .unwrap();
    assert!(result.complete && result.solution.is_none() && result.attempts.is_empty());
    let found = Search::default()
        .recipe(recipe("mux"))
        .solver(batsat())
        .enumerate(&even, |_| ControlFlow::Continue(()))
        .unwrap();
    assert!(found.complete && found.count == 0);
}

#[test]
fn without_order_and_idle_slots_a_refutation_covers_every_other_shorter_length() {
    let state = scrambled("R U F R U");
    let problem = in_quarter_turns(from_state(&state, &Target::Any, Budget::AtMost(4)));
    let result = find_minimum(&problem, &recipe("mux"), batsat(), Strategy::Descend);
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
    for strategy in BOTH {
        let result = find_minimum(&problem, &recipe("mux"), batsat(), strategy);
        assert_eq!(result.solution.map(|it| it.len()), Some(1), "{strategy:?}");
    }
}

#[test]
fn the_published_positions_take_these_numbers_of_quarter_turns() {
    for (text, distance) in [(FIRST, 4), (EXAMPLE, 8)] {
        let problem = in_quarter_turns(problem(text, &Target::Any, Budget::AtMost(distance + 2)));
        for strategy in BOTH {
            let result = find_minimum(&problem, &recipe("faces"), batsat(), strategy);
            assert_proves(&problem, &result, distance, text);
        }
    }
}

/// Asserts the distance of a state with a search that begins at 14 turns, the largest distance of any state.
fn assert_distance_from_14(state: &State, distance: usize) {
    let problem = in_quarter_turns(from_state(state, &Target::Any, Budget::AtMost(14)));
    let result = find_minimum(&problem, &recipe("faces"), batsat(), Strategy::Descend);
    assert_proves(&problem, &result, distance, &distance.to_string());
}

#[test]
#[ignore = "long check"]
fn random_states_at_distance_8_to_10_quarter_turns_get_minimal_solutions() {
    for distance in 8..=10 {
        assert_distance_from_14(&random_states(distance, 1, 4)[0], distance);
    }
}

#[test]
#[ignore = "long check"]
fn random_states_at_distance_11_to_14_quarter_turns_get_minimal_solutions() {
    for distance in 11..=14 {
        assert_distance_from_14(&random_states(distance, 1, 5)[0], distance);
    }
}

#[test]
#[ignore = "long check"]
fn the_second_position_takes_12_quarter_turns_up_to_rotation() {
    let problem = in_quarter_turns(problem(SECOND, &Target::Any, Budget::AtMost(12)));
    let result = find_minimum(&problem, &recipe("faces"), batsat(), Strategy::Descend);
    assert_proves(&problem, &result, 12, "second");
}

#[test]
fn a_metric_admits_exactly_the_turns_that_cost_one() {
    let admitted = |metric: Metric| -> Vec<TurnId> {
        (0..18)
            .filter(|&turn| metric.admits(&POCKET.turns()[turn]))
            .collect()
    };
    assert_eq!(admitted(Metric::HalfTurn).len(), 18);
    assert_eq!(
        names(&admitted(Metric::QuarterTurn)),
        "U U' R R' F F' D D' L L' B B'"
    );
}

#[test]
fn the_parity_of_solution_lengths_is_known_for_any_goal() {
    let goal = POCKET.apply(POCKET.solved(), &turns("R"));
    let goal = Target::state(&Scheme::own(&POCKET).state_characters(&goal));
    for (start, odd) in [("", true), ("R", false), ("R U", true)] {
        let problem = from_state(&scrambled(start), &goal, Budget::AtMost(3));
        let problem = in_quarter_turns(problem);
        assert_eq!(problem.odd_lengths(), Some(odd), "{start}");
    }
    let problem = in_quarter_turns(from_state(POCKET.solved(), &goal, Budget::Exactly(1)));
    let found = solutions(&problem, &recipe("mux"), batsat()).unwrap();
    assert_eq!(found, [turns("R")]);
}
