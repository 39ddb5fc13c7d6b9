//! Every recipe with every solver, compared with the breadth-first table.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use itertools::Itertools;
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::search::{Event, UnknownReason};

use super::*;
use crate::common::programs::all_installed;
use crate::common::some_or_all;

/// Compares one recipe and one solver with the table for one state, with searches that begin at `budget` turns.
fn compare(state: &State, recipe: &Recipe, backend: &dyn Backend, budget: usize) {
    let table = &TABLE.table;
    let distance = table.distance(state).unwrap();
    let problem = from_state(state, &Target::Any, Budget::AtMost(budget));
    for strategy in BOTH {
        let result = search(recipe, backend, strategy).minimum(&problem).unwrap();
        assert_proves(&problem, &result, distance);
        // Longer lengths may be refuted too, but only those without a canonical solution.
        for length in covered(&result) {
            let shown = table.canonical_solutions(state, length);
            assert!(shown.is_empty(), "{strategy:?}, {length}");
        }
    }
    let problem = problem.within(Budget::Exactly(distance));
    let found = |problem: &Problem| solutions(problem, recipe, backend).unwrap();
    assert_eq!(found(&problem), table.solutions(state, distance));
    let shown = found(&problem.canonical());
    assert_eq!(shown, table.canonical_solutions(state, distance));
}

/// Runs `work` for every recipe with each of these solvers, two pairs at a time.
fn for_all_pairs(backends: &[&'static dyn Backend], work: impl Fn(&Recipe, &dyn Backend) + Sync) {
    let pairs: Vec<_> = recipes().into_iter().cartesian_product(backends).collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some((recipe, backend)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let done = catch_unwind(AssertUnwindSafe(|| work(recipe, **backend)));
            assert!(done.is_ok(), "{} with {}", recipe.name, backend.name());
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(worker);
        }
    });
}

/// Compares every recipe with each of these solvers, with searches that begin at `more` turns than needed.
fn all_agree(backends: &[&'static dyn Backend], states: &[State], more: usize) {
    for_all_pairs(backends, |recipe, backend| {
        for state in states {
            let distance = TABLE.table.distance(state).unwrap();
            compare(state, recipe, backend, distance + more);
        }
    });
}

#[test]
fn every_recipe_with_every_solver_agrees_with_the_breadth_first_table() {
    // The long check covers all pairs up to distance 7.
    let mut states = vec![POCKET.solved().clone()];
    for distance in 1..=some_or_all(2, 3) {
        states.extend(TABLE.random_states(distance, 2, 1));
    }
    all_agree(solver::built_in(), &states, 2);
}

/// Few states, because each comparison starts a program a dozen times.
#[test]
#[ignore = "long check"]
fn every_recipe_with_every_installed_program_agrees_with_the_breadth_first_table() {
    let programs = all_installed().into_iter();
    let programs: Vec<&dyn Backend> = programs.map(|program| program as &dyn Backend).collect();
    let states = [0, 2, 4].map(|distance| TABLE.random_states(distance, 1, 4));
    all_agree(&programs, &states.concat(), 1);
}

#[test]
#[ignore = "long check"]
fn every_recipe_with_every_solver_agrees_on_more_states() {
    let mut states = TABLE.random_states(7, 1, 2);
    for distance in 1..=6 {
        states.extend(TABLE.random_states(distance, 3, 2));
    }
    all_agree(solver::built_in(), &states, 1);
}

#[test]
fn a_search_from_the_largest_distance_finds_the_same_minimum() {
    for (name, distance) in [("batsat", 0), ("batsat", 5), ("varisat", 1)] {
        let backend = solver::by_name(name).unwrap();
        let state = &TABLE.random_states(distance, 1, 1)[0];
        compare(state, &fast_recipe(), backend, 11);
    }
}

#[test]
fn a_search_without_time_proves_nothing() {
    let raised = CancelFlag::default();
    raised.raise();
    let late = Control::new(CancelFlag::default(), Some(Duration::ZERO));
    let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(5));
    for (control, stop) in [
        (late, Stop::TimeLimit),
        (Control::new(raised, None), Stop::Cancelled),
    ] {
        let stopped = || UnknownReason::Stopped(stop);
        for_all_pairs(solver::built_in(), |recipe, backend| {
            for strategy in BOTH {
                let search = search(recipe, backend, strategy).control(control.clone());
                let result = search.minimum(&problem).unwrap();
                assert!(!result.complete && !result.is_minimal() && result.solution.is_none());
                assert_eq!(result.stop, Some(stopped()));
                // Only length 0 is refuted, which needs no solver.
                assert!(covered(&result).into_iter().eq([0]));
                let verdicts = result.attempts.into_iter().map(|it| it.verdict);
                assert!(verdicts.eq([AttemptVerdict::Unknown(stopped())]));
            }
            let search = search(recipe, backend, Strategy::default()).control(control.clone());
            let result = search.enumerate(&problem, |_| ControlFlow::Continue(()));
            let result = result.unwrap();
            assert!(!result.complete && result.count == 0);
            assert_eq!(result.stop, Some(stopped()));
            let result = search.exactly(&problem).unwrap();
            assert!(!result.complete && result.refutations.is_empty());
            assert_eq!(result.stop, Some(stopped()));
        });
    }
}

#[test]
fn a_cancelled_search_keeps_its_solution_but_does_not_call_it_minimal() {
    let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(3));
    for_all_pairs(solver::built_in(), |recipe, backend| {
        let control = Control::unlimited();
        let notify = |event: &Event<'_>| {
            if matches!(event, Event::Improved(_)) {
                control.cancel_flag().raise();
            }
        };
        let search = search(recipe, backend, Strategy::Descend).control(control.clone());
        let result = search.notify(notify).minimum(&problem).unwrap();
        if recipe.lemmas > 0 && result.is_minimal() {
            return; // Lemmas can refute the shorter lengths without a solver.
        }
        assert!(result.solution.is_some() && !result.complete && !result.is_minimal());
        assert_eq!(result.stop, Some(UnknownReason::Stopped(Stop::Cancelled)));
    });
}

#[test]
fn with_too_small_a_budget_there_is_no_solution_and_no_minimum() {
    let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(2));
    for_all_pairs(solver::built_in(), |recipe, backend| {
        for strategy in BOTH {
            let result = search(recipe, backend, strategy).minimum(&problem).unwrap();
            assert!(result.solution.is_none() && result.complete && !result.is_minimal());
            assert!(covered(&result).into_iter().eq([0, 1, 2]), "{result:?}");
        }
    });
}
