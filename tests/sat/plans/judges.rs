//! Compares three ways to solve a stage of a plan: SAT, depth-first search with tables, and search from both ends. SAT shares
//! nothing with the other two, which share the representation of states.

use std::ops::ControlFlow;

use rand::seq::IndexedRandom;
use twistsat::ErrorKind;
use twistsat::control::Stop;
use twistsat::graph::deepening::Deepening;
use twistsat::problem::Problem;
use twistsat::search::Search;

use super::*;
use crate::common::sat::shortest_from_both_ends;

/// The memory limit of tables and layers, in bytes.
const ROOM: u64 = 1 << 28;

/// For each of these lengths, the solved state after a random sequence of a stage's turns.
fn states(number: usize, lengths: &[usize], seed: u64) -> Vec<State> {
    let allowed = &plan("kociemba").stages[number - 1].allowed;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let made = |&length: &usize| {
        let turns = (0..length).map(|_| *allowed.choose(&mut random).unwrap());
        RUBIK.reached_by(&turns.collect::<Vec<_>>())
    };
    lengths.iter().map(made).collect()
}

/// The shortest length, by depth-first search with tables.
fn by_tables(tables: &Deepening, problem: &Problem) -> usize {
    let start = problem.start.state().unwrap();
    let control = Control::unlimited();
    let found = tables.solve(&start, problem.budget.slots(), &control, &|_| ());
    assert_eq!(found.stop, None);
    let turns = found.solution.unwrap();
    let end = problem.puzzle.apply(&start, &turns);
    assert!(problem.goal.admits(&end));
    assert_eq!(found.refuted_below, turns.len());
    turns.len()
}

/// Compares the methods, including SAT if `by_sat`, on random states of a stage. Returns the length of the longest solution.
fn check_agreement(number: usize, lengths: &[usize], seed: u64, by_sat: bool) -> usize {
    let reduction = &reductions("kociemba")[number - 1];
    let mut tables: Option<Deepening> = None;
    let check = |state: State| {
        let problem = reduction.problem(&state, Budget::AtMost(20)).unwrap();
        let tables = tables
            .get_or_insert_with(|| Deepening::new(&problem, ROOM, &Control::unlimited()).unwrap());
        let length = by_tables(tables, &problem);
        assert_eq!(shortest_from_both_ends(&problem), length);
        if by_sat {
            assert_eq!(shortest_solution(reduction, &state).len(), length);
        }
        length
    };
    let lengths = states(number, lengths, seed).into_iter().map(check);
    lengths.max().unwrap()
}

#[test]
#[ignore = "long check"]
fn the_stages_of_kociemba_take_as_many_turns_by_sat_as_by_tables_and_from_both_ends() {
    assert!(check_agreement(1, &[0, 1, 3, 5, 6, 7, 8], 1, true) > 4);
    assert!(check_agreement(2, &[0, 4, 8, 12, 14, 15, 16, 17], 2, true) > 6);
    assert!(check_agreement(1, &[9, 9, 9, 9, 20, 20], 5, true) > 4);
    assert!(check_agreement(2, &[10, 10, 10, 11, 11, 11], 6, true) > 4);
    // Without SAT, on distant states.
    assert!(check_agreement(1, &[20, 20, 20], 3, false) > 8);
    assert!(check_agreement(2, &[11, 12, 13], 4, false) > 8);
}

/// Compares the solutions of a length that SAT and tables list; returns their number.
fn check_lists(reduction: &Reduction, state: &State, length: usize) -> usize {
    let control = Control::unlimited();
    let problem = reduction.problem(state, Budget::Exactly(length)).unwrap();
    let tables = Deepening::new(&problem, ROOM, &control).unwrap();
    let start = problem.start.state().unwrap();
    let lifted = |turns: &[TurnId]| -> Vec<TurnId> {
        let turns = turns.iter().map(|&turn| reduction.quotient().turns[turn]);
        turns.flatten().collect()
    };
    let mut by_tables = Vec::new();
    let all = tables.each_solution(&start, length, &control, &mut |turns| {
        by_tables.push(lifted(turns));
        ControlFlow::Continue(())
    });
    all.unwrap();
    let problem = problem.canonical();
    let mut by_sat = Vec::new();
    let all = Search::default().enumerate(&problem, |solution| {
        by_sat.push(reduction.lift(solution));
        ControlFlow::Continue(())
    });
    assert!(all.unwrap().complete);
    by_tables.sort_unstable();
    by_sat.sort_unstable();
    assert_eq!(by_tables, by_sat, "{length} turns");
    by_sat.len()
}

/// The first stage of this plan is a single coordinate of 2,048 values.
#[test]
fn sat_and_tables_agree_on_the_first_stage_of_thistlethwaite() {
    let reduction = &THISTLETHWAITE[0];
    let mut longest = 0;
    for state in states(1, &[0, 2, 4, 6], 9) {
        let length = shortest_solution(reduction, &state).len();
        let problem = reduction.problem(&state, Budget::AtMost(length)).unwrap();
        let tables = Deepening::new(&problem, ROOM, &Control::unlimited()).unwrap();
        assert_eq!(by_tables(&tables, &problem), length);
        assert!(check_lists(reduction, &state, length) > 0);
        longest = longest.max(length);
    }
    assert!(longest > 1, "{longest}");
}

#[test]
#[ignore = "long check"]
fn sat_and_tables_list_the_same_solutions_of_the_first_stage() {
    let reduction = &reductions("kociemba")[0];
    let states = states(1, &[4, 5, 6], 8);
    let lists = states.iter().zip(4..);
    let counts = lists.map(|(state, length)| check_lists(reduction, state, length));
    assert!(counts.sum::<usize>() > 2);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_cancelled_search_neither_builds_nor_uses_tables() {
    let reduction = &reductions("kociemba")[0];
    let state = &states(1, &[20], 3)[0];
    let problem = reduction.problem(state, Budget::AtMost(20)).unwrap();
    let control = Control::unlimited();
    let tables = Deepening::new(&problem, ROOM, &control).unwrap();
    control.cancel_flag().raise();
    let start = problem.start.state().unwrap();
    let found = tables.solve(&start, problem.budget.slots(), &control, &|_| ());
    assert_eq!((found.solution, found.stop), (None, Some(Stop::Cancelled)));
    let refused = Deepening::new(&problem, ROOM, &control).err();
    let refused = refused.map(|error| error.kind());
    assert_eq!(refused, Some(ErrorKind::Stopped(Stop::Cancelled)));
}
