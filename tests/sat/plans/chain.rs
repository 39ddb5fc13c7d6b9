//! Thistlethwaite's chain of groups, and Kociemba's.

use num_bigint::BigUint;

use super::truth::{STAGES, count_by_marks};
use super::*;

const INDEXES: [usize; 4] = [2_048, 1_082_565, 29_400, 663_552];

/// The maximum length of each stage (Jaap Scherphuis, Puzzle Pages).
const LONGEST: [usize; 4] = [7, 10, 13, 15];

fn index(reduction: &Reduction) -> BigUint {
    reduction.quotient().index.clone().unwrap()
}

#[test]
fn the_four_groups_of_thistlethwaite_have_the_published_indexes() {
    let found: Vec<BigUint> = THISTLETHWAITE.iter().map(index).collect();
    assert_eq!(found, INDEXES.map(BigUint::from));
    let all: BigUint = found.iter().product();
    assert_eq!(all.to_string(), "43252003274489856000");
}

#[test]
fn the_two_groups_of_kociemba_have_the_published_indexes() {
    let stages = reductions("kociemba");
    let found: Vec<String> = stages.iter().map(|it| index(it).to_string()).collect();
    assert_eq!(found, ["2217093120", "19508428800"]);
}

/// Counts the states of a stage in two independent ways: by the marks of the reduced puzzle, and by the colors of the cube.
#[track_caller]
fn check_counts(stage: usize) {
    let quotient = THISTLETHWAITE[stage].quotient();
    let by_marks = count_by_marks(&quotient.image);
    let by_colors = &STAGES[stage].counts;
    assert_eq!(by_marks, *by_colors);
    assert_eq!(by_marks.iter().sum::<usize>(), INDEXES[stage]);
    assert_eq!(by_marks.len() - 1, LONGEST[stage]);
}

#[test]
fn states_of_the_first_stage_are_counted() {
    check_counts(0);
    // The published distribution.
    assert_eq!(STAGES[0].counts, [1, 2, 25, 202, 620, 900, 285, 13]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn states_of_the_third_stage_are_counted() {
    check_counts(2);
}

#[test]
#[ignore = "long check"]
fn states_of_the_second_and_the_fourth_stage_are_counted() {
    check_counts(1);
    check_counts(3);
}

/// Solves one stage after the other, compares each with its table, and returns the total length.
fn check_stages(state: &State) -> usize {
    let mut state = state.clone();
    let mut length = 0;
    for (number, (reduction, truth)) in THISTLETHWAITE.iter().zip(&STAGES).enumerate() {
        let turns = shortest_solution(reduction, &state);
        assert_eq!(Some(turns.len()), truth.distance(&state), "{state:?}");
        assert!(reduction.reaches(&state, &turns));
        state = RUBIK.apply(&state, &turns);
        length += turns.len();
        assert!(STAGES[..=number].iter().all(|it| it.is_done(&state)));
    }
    assert_eq!(state, *RUBIK.solved());
    length
}

#[test]
#[ignore = "long check"]
fn each_stage_of_random_cubes_is_as_short_as_the_table_says_and_ends_in_its_group() {
    let all: Vec<TurnId> = (0..RUBIK.turns().len()).collect();
    for seed in 0..20 {
        let length = check_stages(&random_state(&RUBIK, &all, seed));
        assert!(length <= 45, "{length}");
    }
}

#[test]
#[ignore = "long check"]
fn the_hardest_cubes_of_each_stage_take_7_10_13_and_15_turns() {
    for ((reduction, truth), longest) in THISTLETHWAITE.iter().zip(&STAGES).zip(LONGEST) {
        let state = &truth.farthest[0];
        let turns = shortest_solution(reduction, state);
        assert_eq!(turns.len(), longest);
        assert!(truth.is_done(&RUBIK.apply(state, &turns)));
    }
}

#[test]
fn the_plan_has_the_published_maxima() {
    let stages = plan("thistlethwaite").stages;
    let maxima = stages.iter().map(|stage| stage.maximum.unwrap());
    assert!(maxima.eq(LONGEST));
}

/// The third stage does not see flipped edges, but refuses them, since its turns cannot solve them.
#[test]
fn a_stage_refuses_states_that_its_turns_cannot_solve() {
    let last = ["U", "R F", "U D'"].map(|scramble| (4, scramble));
    for (stage, scramble) in [(2, "F"), (3, "R"), (3, "F")].into_iter().chain(last) {
        let state = RUBIK.apply(RUBIK.solved(), &turns(scramble));
        let asked = THISTLETHWAITE[stage - 1].problem(&state, Budget::AtMost(3));
        let refused = asked.map(|_| ()).unwrap_err();
        let start = format!("stage {stage} of plan `thistlethwaite` cannot start from this state");
        assert!(refused.to_string().starts_with(&start), "{refused}");
    }
}
