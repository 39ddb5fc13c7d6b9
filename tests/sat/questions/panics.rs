//! A panic ends only the work that panicked, and earlier results remain.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use twistsat::puzzle::Puzzle;
use twistsat::search::{
    AnytimeLimits, Event, MilestoneKind, PriorResults, Search, Strategy, UnknownReason,
};
use twistsat::{Minimum, Problem, Target};

use crate::common::cli::with_enough_time;

/// Panics on purpose when `counts` is true for the 2nd time.
fn panic_at_second(count: &AtomicUsize, counts: bool) {
    let is_second = counts && count.fetch_add(1, Ordering::SeqCst) > 0;
    assert!(!is_second, "on purpose");
}

#[track_caller]
fn keeps_its_solution(found: &Minimum, problem: &Problem) {
    // It was found before the panic.
    let solution = found.solution.as_ref().expect("a solution");
    let end = problem.puzzle.apply(solution.start(), solution.turns());
    assert!(problem.admits_end(&end));
    assert!(!found.complete && !found.is_minimal());
    let Some(UnknownReason::Panicked(message)) = &found.stop else {
        panic!("{:?}", found.stop);
    };
    assert_eq!(message, "on purpose");
}

#[test]
fn a_panic_in_the_search_for_a_shorter_solution_loses_no_solution() {
    let puzzle = Puzzle::built_in("pocket").unwrap();
    let problem = Problem::scrambled(&puzzle, "R U F").unwrap().at_most(8);
    let solved = AtomicUsize::new(0);
    let search = Search::default()
        .strategy(Strategy::Descend)
        .notify(|event| panic_at_second(&solved, matches!(event, Event::Solving { .. })));
    keeps_its_solution(&search.minimum(&problem).unwrap(), &problem);
}

#[test]
#[ignore = "long check"]
fn a_panic_on_one_of_two_sides_loses_no_solution_of_either() {
    let puzzle = Puzzle::built_in("4x4x4").unwrap();
    let scramble = "R U F Rw U2 B Uw L D R2 Fw U R' F2";
    let problem = Problem::scrambled(&puzzle, scramble).unwrap();
    let problem = problem.to(&Target::Solved).unwrap();
    let is_solution = |event: &Event<'_>| match event {
        Event::Milestone(milestone) => matches!(milestone.kind, MilestoneKind::Solution { .. }),
        _ => false,
    };
    let found = with_enough_time(3.0, |seconds| {
        let solutions = AtomicUsize::new(0);
        let notify = |event: &Event<'_>| panic_at_second(&solutions, is_solution(event));
        let search = Search::default().notify(notify);
        let limits = AnytimeLimits {
            patience: Some(Duration::from_secs_f64(seconds)),
            ..AnytimeLimits::default()
        };
        let found = search.anytime(&problem, None, None, limits, &PriorResults::default());
        match solutions.load(Ordering::SeqCst) {
            2 => Ok(found.unwrap()),
            fewer => Err(fewer),
        }
    });
    keeps_its_solution(&found, &problem);
}
