//! Absurd budgets, and solvers that crash.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::Search;
use super::*;
use crate::encode::{Recipe, RefutedLengths};
use crate::error::{Error, ErrorKind};
use crate::problem::{Lengths, Target};
use crate::puzzle::Puzzle;
use crate::solver::TestSolver;

/// Answers once, then crashes.
fn crashing() -> TestSolver {
    let asked = AtomicUsize::new(0);
    TestSolver::new("crashing", move |engine, _, control| {
        if asked.fetch_add(1, Ordering::SeqCst) > 0 {
            return Err(Error::new(ErrorKind::NoAnswer, "on purpose"));
        }
        engine.solve(control)
    })
}

#[test]
fn an_absurd_budget_is_an_error() {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let budget = Budget::AtMost(usize::MAX);
    let problem = Problem::from_scramble(puzzle, &[0], &Target::Any, budget).expect("possible");
    let recipe = Recipe::built_in("mux").expect("built in");
    let backend = crashing();
    let search = Search::default().recipe(&recipe).solver(&backend);
    let is_refused = |error: Error| error.to_string().starts_with("the budget must be at most ");
    for strategy in [Strategy::Ascend, Strategy::Descend] {
        let refused = search.clone().strategy(strategy).minimum(&problem);
        assert!(is_refused(refused.unwrap_err()));
    }
    assert!(is_refused(search.exactly(&problem).unwrap_err()));
}

#[test]
fn a_crash_keeps_the_best_answer_and_refutes_nothing() {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let problem = Problem::scrambled(&puzzle, "R U F").expect("possible");
    let problem = problem.at_most(4);
    let recipe = Recipe::built_in("mux-idle").expect("built in");
    let backend = crashing();
    let search = Search::default().recipe(&recipe).solver(&backend);
    let result = search.strategy(Strategy::Descend).minimum(&problem);
    let result = result.expect("a crash is no error");
    assert!(result.solution.is_some());
    assert!(!result.complete && !result.is_minimal());
    assert!(
        matches!(&result.stop, Some(UnknownReason::Failed(error)) if error.to_string().contains("on purpose"))
    );
    assert_eq!(result.refuted(), ["length 0: the start is not the goal"]);
}

#[test]
fn an_unknown_solver_is_refused_even_if_no_formula_is_needed() {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let solved = Problem::scrambled(&puzzle, "").expect("possible");
    let search = Search::default().solver("nonsense");
    let exactly = solved.within(Budget::Exactly(0));
    let covers = RefutedLengths {
        lengths: Lengths::only(0),
        justification: Justification::Other,
    };
    let refutation = Refutation::new(covers, None);
    let refused = [
        search.minimum(&solved).err(),
        search.exactly(&exactly).err(),
        search.minimum_beyond(&solved, vec![refutation]).err(),
        search
            .enumerate(&exactly, |_| ControlFlow::Continue(()))
            .err(),
    ];
    for error in refused {
        let error = error.expect("refused").to_string();
        assert!(error.contains("nonsense"), "{error}");
    }
}
