//! A solver that says "unsatisfiable" of a satisfiable formula is caught by known solutions: that is an error, not an
//! answer.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use twistsat::encode::{Justification, RefutedLengths};
use twistsat::problem::Lengths;
use twistsat::puzzle::Puzzle;
use twistsat::search::{AnytimeLimits, PriorResults, Refutation, Search, Strategy};
use twistsat::solver::{TestSolver, Verdict};
use twistsat::{Budget, Error, Metric, Minimum, Problem, Solution, Target};

/// Answers correctly N times, then says "unsatisfiable" of everything.
fn liar_after(truths: usize) -> &'static TestSolver {
    let asked = AtomicUsize::new(0);
    let liar = TestSolver::new("liar", move |engine, _, control| {
        if asked.fetch_add(1, Ordering::SeqCst) < truths {
            engine.solve(control)
        } else {
            Ok(Verdict::Unsat)
        }
    });
    Box::leak(Box::new(liar))
}

#[track_caller]
fn is_caught<T>(found: Result<T, Error>, what: &str) {
    let said = found
        .err()
        .map_or("it was believed".to_owned(), |it| it.to_string());
    assert!(
        said.starts_with("liar gave a wrong verdict"),
        "{what}: {said}"
    );
}

/// Scrambles, and questions that their inverses solve.
fn questions() -> Vec<(String, usize, Problem)> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut all = Vec::new();
    for (name, target) in [
        ("pocket", Target::Any),
        ("pocket", Target::Solved),
        ("pyraminx", Target::Solved),
        ("skewb", Target::Any),
        ("rubik", Target::Solved),
    ] {
        let puzzle = Puzzle::built_in(name).unwrap();
        // Also turns that move the held piece.
        let turns: Vec<usize> = (0..puzzle.turns().len()).collect();
        for metric in Metric::ALL {
            let is_admitted = |turn: &usize| metric.admits(&puzzle.turns()[*turn]);
            let turns: Vec<usize> = turns.iter().copied().filter(is_admitted).collect();
            let scramble = puzzle.scramble(&turns, 3, &mut random);
            let budget = Budget::AtMost(6);
            let problem = Problem::from_scramble(puzzle.clone(), &scramble, &target, budget);
            let problem = problem.unwrap().with_metric(metric).unwrap();
            let what = format!("{name} {metric} {scramble:?}");
            all.push((what, scramble.len(), problem));
        }
    }
    all
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_scramble_contradicts_a_solver_that_refutes_everything() {
    for (what, turns, problem) in questions() {
        for recipe in ["lemmas", "mux", "mux-idle", "placements", "onehot"] {
            for strategy in [Strategy::Ascend, Strategy::Descend] {
                let what = format!("{what} {recipe} {strategy:?}");
                let search = Search::default().recipe(recipe).strategy(strategy);
                let search = search.solver(liar_after(0));
                is_caught(search.minimum(&problem), &what);
            }
        }
        let search = Search::default().solver(liar_after(0));
        is_caught(search.up_to_maximum(&problem), &what);
        let exactly = problem.within(Budget::Exactly(turns));
        is_caught(search.exactly(&exactly), &what);
        let all = search.enumerate(&exactly, |_| ControlFlow::Continue(()));
        is_caught(all, &what);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_found_solution_contradicts_a_later_wrong_refutation() {
    for (what, turns, problem) in questions() {
        for truths in 0..8 {
            let what = format!("{what} after {truths}");
            let search = Search::default().solver(liar_after(truths));
            let is_honest = |found: &Minimum| {
                let length = found.solution.as_ref().expect("there is one").len();
                length <= turns && found.lower_bound() <= length
            };
            match search.minimum(&problem) {
                Ok(found) => assert!(is_honest(&found), "{what}"),
                found => is_caught(found, &what),
            }
            let exactly = problem.within(Budget::Exactly(turns));
            let mut listed: Vec<Solution> = Vec::new();
            let search = Search::default().solver(liar_after(truths));
            let all = search.enumerate(&exactly, |solution| {
                listed.push(solution.clone());
                ControlFlow::Continue(())
            });
            let known = exactly.known_solutions();
            let mut known = known.iter().filter(|known| known.len() == turns);
            match all {
                Ok(all) if !all.complete => (),
                Ok(_) => assert!(known.all(|it| listed.contains(it)), "{what}"),
                all => is_caught(all, &what),
            }
        }
    }
}

/// Unlike a scramble, a state comes without a known solution, so the search has no bound.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_search_without_a_bound_ends_with_a_solver_that_refutes_everything() {
    let puzzle = Puzzle::built_in("pocket").unwrap();
    for state in ["DDDURBBBLFLLUUDUFFLFRRRB", "UFFURUURRFFRDBDDLDLLLBBB"] {
        let problem = Problem::of_state(&puzzle, state).unwrap();
        assert!(problem.known_solutions().is_empty());
        for recipe in ["lemmas", "mux", "placements"] {
            let search = Search::default().recipe(recipe).solver(liar_after(0));
            is_caught(search.minimum(&problem), recipe);
            let claimed = problem.claimed_maximum().unwrap();
            let bounded = problem.clone().at_most(claimed);
            is_caught(search.up_to_maximum(&bounded), recipe);
        }
    }
}

#[test]
fn a_solution_by_construction_contradicts_the_solver_that_refutes_it() {
    let puzzle = Puzzle::built_in("4x4x4").unwrap();
    let scrambled = Problem::scrambled(&puzzle, "R Uw").unwrap();
    let problem = scrambled.to(&Target::Solved).unwrap();
    let search = Search::default().solver(liar_after(0));
    let limits = AnytimeLimits {
        patience: Some(Duration::from_secs(60)),
        ..AnytimeLimits::default()
    };
    match search.anytime(&problem, None, None, limits, &PriorResults::default()) {
        Err(error) => is_caught(Err::<(), _>(error), "both sides"),
        // The refutation came before the first wrong answer, so fewer turns are indeed insufficient.
        Ok(found) => assert_eq!(found.solution.map(|it| it.len()), Some(2)),
    }
}

/// A scramble that takes five turns to undo, and a function that makes refutations of some lengths by another engine.
fn five_turns() -> (Problem, impl Fn(Lengths) -> PriorResults<'static>) {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let problem = Problem::scrambled(&puzzle, "R U2 F' L D").unwrap();
    let by_other = |lengths| PriorResults {
        refutations: vec![Refutation {
            covers: RefutedLengths {
                lengths,
                justification: Justification::Other,
            },
            solver: Some("liar".to_owned()),
            up_to_rotation: false,
        }],
        ..PriorResults::default()
    };
    (problem, by_other)
}

#[test]
fn a_length_that_another_engine_left_out_is_refuted_by_a_formula() {
    let (problem, known) = five_turns();
    let [one, three] = [1, 3].map(Lengths::only);
    let prior = PriorResults {
        solution: Some(problem.known_solutions()[0].clone()),
        ..known(one.union(&three))
    };
    let limits = AnytimeLimits::default();
    let search = Search::default();
    let found = search.anytime(&problem, None, None, limits, &prior);
    let found = found.unwrap();
    assert!(found.is_minimal(), "{found:?}");
    let by_formula = found.refutations.iter();
    let by_formula = by_formula.filter(|it| it.solver.as_deref() != Some("liar"));
    let lengths = Refutation::lengths_of(by_formula);
    let mut even = [0, 2, 4].into_iter();
    assert!(even.all(|it| lengths.contains(it)), "{found:?}");
    let shown = Refutation::lengths_of(&found.refutations);
    assert_eq!(shown, Lengths::below(5));
}

#[test]
fn a_wrong_refutation_by_another_engine_is_detected() {
    let (problem, known) = five_turns();
    let prior = known(Lengths::below(6));
    let search = Search::default();
    let found = search.anytime(&problem, None, None, AnytimeLimits::default(), &prior);
    is_caught(found, "another engine");
}

#[test]
fn a_known_solution_contradicts_a_refutation_without_a_solver() {
    let puzzle = Puzzle::built_in("pocket").unwrap();
    let problem = Problem::scrambled(&puzzle, "R U").unwrap().exactly(2);
    for justification in [Justification::Lists, Justification::Reach] {
        for (end, is_wrong) in [(2, false), (3, true)] {
            let mut found = Minimum::default();
            found.refutations.push(Refutation {
                covers: RefutedLengths {
                    lengths: Lengths::below(end),
                    justification,
                },
                solver: None,
                up_to_rotation: false,
            });
            let error = found.check_against_known(&problem).err();
            let error = error.map(|error| error.to_string());
            assert_eq!(error.is_some(), is_wrong, "{error:?}");
            assert!(error.is_none_or(|it| it.contains("length 2")));
        }
    }
}

/// Up to rotation, the turns of the solution may differ from those of the scramble.
#[test]
fn inverse_scrambles_are_known_solutions_up_to_rotation() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for name in ["pocket", "skewb", "pyraminx", "rubik", "4x4x4", "kilominx"] {
        let puzzle = Puzzle::built_in(name).unwrap();
        let all: Vec<usize> = (0..puzzle.turns().len()).collect();
        for target in [Target::Any, Target::Solved] {
            let scramble = puzzle.scramble(&all, 12, &mut random);
            let budget = Budget::AtMost(0);
            let problem = Problem::from_scramble(puzzle.clone(), &scramble, &target, budget);
            let problem = problem.unwrap();
            let known = problem.known_solutions();
            assert!(!known.is_empty(), "{name} {target:?}");
            for solution in known {
                assert!(solution.len() <= scramble.len());
                let end = puzzle.apply(&problem.start.state().unwrap(), solution.turns());
                assert!(problem.admits_end(&end));
            }
        }
    }
}
