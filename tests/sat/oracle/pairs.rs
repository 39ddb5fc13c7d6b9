//! Every recipe with every solver, compared with the breadth-first table.

use std::ops::ControlFlow;

use super::*;
use crate::common::some_or_all;

/// What to compare for a state.
#[derive(Clone, Copy)]
struct Questions {
    /// The budget from which the search for the minimum starts.
    budget: usize,
    /// The strategies of this search: lowering the budget, raising it, or both.
    strategies: &'static [Strategy],
    /// Whether to list all shortest solutions, not only the canonical ones.
    lists_all: bool,
}

/// Compares one recipe and one solver with the table for one state.
fn compare(
    state: &State,
    recipe: &Recipe,
    backend: &dyn Backend,
    questions: Questions,
) -> Result<(), String> {
    let distance = TABLE.distance(state).ok_or("not in the table")?;
    let problem = from_state(state, &Target::Any, Budget::AtMost(questions.budget));
    for &strategy in questions.strategies {
        let result = run(&problem, recipe, backend, strategy)?;
        proves(&problem, &result, distance).map_err(|reason| format!("{strategy:?}: {reason}"))?;
        // Longer lengths may be refuted too, but only those without a canonical solution.
        let wrong = covered(&result)
            .into_iter()
            .find(|&length| TABLE.count_canonical_solutions(state, length) > 0);
        if let Some(length) = wrong {
            return Err(format!("{strategy:?}: {length} turns refuted"));
        }
    }
    for canonical in [true, false] {
        if !canonical && !questions.lists_all {
            continue;
        }
        let mut problem = problem.within(Budget::Exactly(distance));
        if canonical {
            problem = problem.canonical();
        }
        let found = solutions(&problem, recipe, backend)?;
        let expected = if canonical {
            TABLE.canonical_solutions(state, distance)
        } else {
            TABLE.solutions(state, distance)
        };
        if found != expected {
            return Err(format!(
                "{} shortest solutions, canonical: {canonical}",
                found.len()
            ));
        }
    }
    Ok(())
}

/// Runs `work` for every recipe with every built-in solver, two pairs at a time.
fn for_all_pairs(work: impl Fn(&Recipe, &dyn Backend) -> Result<(), String> + Sync) {
    for_all_pairs_with(solver::all(), work);
}

/// Runs `work` for every recipe with each of these solvers, two pairs at a time.
fn for_all_pairs_with(
    backends: &[&'static dyn Backend],
    work: impl Fn(&Recipe, &dyn Backend) -> Result<(), String> + Sync,
) {
    let pairs: Vec<(Recipe, &'static dyn Backend)> = recipes()
        .into_iter()
        .flat_map(|recipe| backends.iter().map(move |&s| (recipe.clone(), s)))
        .collect();
    let next = AtomicUsize::new(0);
    let errors = Mutex::new(Vec::new());
    let worker = || {
        while let Some((recipe, backend)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(reason) = work(recipe, *backend) {
                let error = format!("{} with {}: {reason}", recipe.name, backend.name());
                errors.lock().unwrap().push(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(worker);
        }
    });
    let errors = errors.into_inner().unwrap();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_recipe_with_every_solver_agrees_with_the_breadth_first_table() {
    // The long check covers all pairs up to distance 7.
    for_all_pairs(|recipe, backend| {
        let farthest = some_or_all(2, 3);
        for distance in 0..=farthest {
            let (states, budget, strategies) = match distance {
                0 => (1, 2, &BOTH[..]),
                1..=3 => (2, distance + 2, &BOTH[..]),
                _ => (1, distance + 2, &BOTH[..]),
            };
            let questions = Questions {
                budget,
                strategies,
                lists_all: true,
            };
            for state in random_states(distance, states, 1) {
                compare(&state, recipe, backend, questions)
                    .map_err(|reason| format!("distance {distance}: {reason}"))?;
            }
        }
        Ok(())
    });
}

/// Few states, because each comparison starts a program a dozen times.
#[test]
#[ignore = "long check"]
fn every_recipe_with_every_installed_program_agrees_with_the_breadth_first_table() {
    let programs = all_installed().into_iter();
    let programs: Vec<&dyn Backend> = programs.map(|program| program as &dyn Backend).collect();
    for_all_pairs_with(&programs, |recipe, backend| {
        for distance in [0, 2, 4] {
            let state = &random_states(distance, 1, 4)[0];
            let questions = Questions {
                budget: distance + 1,
                strategies: &BOTH,
                lists_all: distance < 4,
            };
            compare(state, recipe, backend, questions)
                .map_err(|reason| format!("distance {distance}: {reason}"))?;
        }
        Ok(())
    });
}

#[test]
#[ignore = "long check"]
fn every_recipe_with_every_solver_agrees_on_more_states() {
    for_all_pairs(|recipe, backend| {
        for distance in 1..=7 {
            for state in random_states(distance, if distance < 7 { 3 } else { 1 }, 2) {
                let questions = Questions {
                    budget: distance + 1,
                    strategies: &BOTH,
                    lists_all: true,
                };
                compare(&state, recipe, backend, questions)
                    .map_err(|reason| format!("distance {distance}: {reason}"))?;
            }
        }
        Ok(())
    });
}

#[test]
fn a_search_from_the_largest_distance_finds_the_same_minimum() {
    for (name, distance) in [("batsat", 0), ("batsat", 5), ("varisat", 1)] {
        let backend = solver::by_name(name).unwrap();
        let state = &random_states(distance, 1, 1)[0];
        let questions = Questions {
            budget: 11,
            strategies: &BOTH,
            lists_all: true,
        };
        compare(state, &fast_recipe(), backend, questions).unwrap();
    }
}

#[test]
fn a_search_without_time_proves_nothing() {
    let raised = CancelFlag::default();
    raised.raise();
    for (control, stop) in [
        (
            Control::new(CancelFlag::default(), Some(Duration::ZERO)),
            Stop::TimeLimit,
        ),
        (Control::new(raised, None), Stop::Cancelled),
    ] {
        for_all_pairs(|recipe, backend| {
            let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(5));
            for strategy in BOTH {
                let result = Search::default()
                    .recipe(recipe)
                    .solver(backend)
                    .strategy(strategy)
                    .control(control.clone())
                    .minimum(&problem)
                    .map_err(|error| error.to_string())?;
                // Only length 0 is refuted, which needs no solver.
                if result.complete
                    || result.is_minimal()
                    || result.solution.is_some()
                    || result.stop != Some(UnknownReason::Stopped(stop))
                    || !covered(&result).into_iter().eq([0])
                    || result.attempts.len() != 1
                    || result.attempts[0].verdict
                        != AttemptVerdict::Unknown(UnknownReason::Stopped(stop))
                {
                    return Err(format!("{strategy:?}: {result:?}"));
                }
            }
            let result = Search::default()
                .recipe(recipe)
                .solver(backend)
                .control(control.clone())
                .enumerate(&problem, |_| ControlFlow::Continue(()))
                .map_err(|error| error.to_string())?;
            if result.complete
                || result.count > 0
                || result.stop != Some(UnknownReason::Stopped(stop))
            {
                return Err(format!("{result:?}"));
            }
            let result = Search::default()
                .recipe(recipe)
                .solver(backend)
                .control(control.clone())
                .exactly(&problem)
                .map_err(|error| error.to_string())?;
            if result.complete
                || !result.refutations.is_empty()
                || result.stop != Some(UnknownReason::Stopped(stop))
            {
                return Err(format!("{result:?}"));
            }
            Ok(())
        });
    }
}

#[test]
fn a_cancelled_search_keeps_its_solution_but_does_not_call_it_minimal() {
    for_all_pairs(|recipe, backend| {
        let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(3));
        let control = Control::unlimited();
        let notify = |event: &Event<'_>| {
            if matches!(event, Event::Improved(_)) {
                control.cancel_flag().raise();
            }
        };
        let strategy = Strategy::Descend;
        let result = Search::default()
            .recipe(recipe)
            .solver(backend)
            .strategy(strategy)
            .control(control.clone())
            .notify(notify)
            .minimum(&problem)
            .map_err(|error| error.to_string())?;
        if recipe.lemmas > 0 && result.is_minimal() {
            return Ok(()); // Lemmas can refute the shorter lengths without a solver.
        }
        if result.solution.is_none()
            || result.complete
            || result.is_minimal()
            || result.stop != Some(UnknownReason::Stopped(Stop::Cancelled))
        {
            return Err(format!("{result:?}"));
        }
        Ok(())
    });
}

#[test]
fn with_too_small_a_budget_there_is_no_solution_and_no_minimum() {
    for_all_pairs(|recipe, backend| {
        let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(2));
        for strategy in BOTH {
            let result = run(&problem, recipe, backend, strategy)?;
            if result.solution.is_some()
                || !result.complete
                || result.is_minimal()
                || !covered(&result).into_iter().eq([0, 1, 2])
            {
                return Err(format!("{strategy:?}: {result:?}"));
            }
        }
        Ok(())
    });
}
