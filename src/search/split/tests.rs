//! Solvers with prescribed behavior, run in parts.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::Stop;
use crate::encode::{Recipe, encode};
use crate::error::{Error, ErrorKind};
use crate::problem::{Budget, Problem, Target};
use crate::puzzle::Puzzle;
use crate::search::split::*;
use crate::search::{Search, UnknownReason};
use crate::solver::{TestSolver, Verdict, by_name};

/// The behavior of a part without a model.
#[derive(Clone, Copy)]
enum Misbehavior {
    /// Runs until it is stopped, or a long time has passed.
    Hangs,
    Crashes,
    /// Crashes, but only once.
    CrashesOnce,
    /// Claims a wrong model.
    Lies,
}

/// Finds models, and misbehaves if there are none.
struct Finder {
    solver: TestSolver,
    stopped: Arc<AtomicUsize>,
    refuted: Arc<AtomicUsize>,
}

fn finder(misbehavior: Misbehavior) -> Finder {
    let [stopped, refuted] = [0, 0].map(|none| Arc::new(AtomicUsize::new(none)));
    let counts = (Arc::clone(&stopped), Arc::clone(&refuted));
    let solver = TestSolver::new("finder", move |engine, variables, control| {
        let (stopped, refuted) = &counts;
        // The other parts must not find their model before this one knows its own.
        let verdict = engine.solve(&Control::unlimited())?;
        if verdict != Verdict::Unsat {
            return Ok(verdict);
        }
        let before = refuted.fetch_add(1, Ordering::SeqCst);
        match misbehavior {
            Misbehavior::CrashesOnce if before > 0 => Ok(Verdict::Unsat),
            Misbehavior::Crashes | Misbehavior::CrashesOnce => {
                Err(Error::new(ErrorKind::NoAnswer, "on purpose"))
            }
            Misbehavior::Lies => {
                let wrong = vec![false; variables as usize];
                Ok(Verdict::Sat(wrong.into_iter().collect()))
            }
            Misbehavior::Hangs => match wait(Duration::from_secs(20), control) {
                Some(stop) => {
                    stopped.fetch_add(1, Ordering::SeqCst);
                    Ok(Verdict::Unknown(stop))
                }
                None => Ok(Verdict::Unsat),
            },
        }
    });
    Finder {
        solver,
        stopped,
        refuted,
    }
}

/// Waits for some time, or until it is stopped.
fn wait(time: Duration, control: &Control) -> Option<Stop> {
    let begin = Instant::now();
    while begin.elapsed() < time {
        if let Some(stop) = control.stop() {
            return Some(stop);
        }
        thread::sleep(Duration::from_millis(1));
    }
    None
}

/// `R U F` has one solution of three turns, and none of two.
fn problem(turns: usize) -> Problem {
    scrambled("R U F", turns)
}

fn scrambled(scramble: &str, turns: usize) -> Problem {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let problem = Problem::scrambled(&puzzle, scramble).expect("possible");
    problem.exactly(turns)
}

fn recipes() -> impl Iterator<Item = Recipe> {
    let fixed = Recipe::built_in_names();
    fixed.map(|name| Recipe::built_in(name).expect("built in"))
}

fn jobs(jobs: usize) -> Control {
    Control::unlimited().with_jobs(NonZeroUsize::new(jobs).expect("some"))
}

fn ask(
    turns: usize,
    backend: &dyn Backend,
    control: &Control,
) -> Result<crate::search::Minimum, Error> {
    ask_about(&problem(turns), backend, control)
}

fn ask_about(
    problem: &Problem,
    backend: &dyn Backend,
    control: &Control,
) -> Result<crate::search::Minimum, Error> {
    // A recipe without lemmas, so that every question reaches the solver.
    let recipe = recipes().find(|recipe| recipe.lemmas == 0);
    let recipe = recipe.expect("there are some");
    Search::default()
        .recipe(&recipe)
        .solver(backend)
        .control(control.clone())
        .exactly(problem)
}

#[test]
fn each_first_turn_is_in_one_part() {
    for (most, turns) in [(1, 3), (2, 3), (4, 3), (9, 3), (100, 3), (2, 0)] {
        let problem = problem(turns);
        let shares = first_turns_of_parts(&problem, &jobs(most));
        if turns == 0 {
            assert!(shares.is_empty());
            continue;
        }
        assert_eq!(shares.len(), most.min(9));
        assert_eq!(shares.concat(), problem.allowed);
        assert!(shares.iter().all(|share| !share.is_empty()));
    }
}

/// The solved puzzle in two turns: a face there and back.
fn there_and_back() -> Problem {
    let puzzle = problem(0).puzzle.clone();
    Problem::from_scramble(puzzle, &[], &Target::Any, Budget::Exactly(2)).expect("possible")
}

#[test]
fn the_solutions_of_the_parts_are_those_of_the_whole_in_every_recipe() {
    // Six solutions, in two parts.
    let solved = there_and_back();
    let batsat = by_name("batsat").expect("built in");
    for recipe in recipes() {
        let formula = encode(&solved, &recipe).expect("encodes");
        for &only in &solved.allowed {
            let asked = solve_part(&solved, &formula, batsat, &[only], &jobs(1));
            let Ok(Outcome::Sat(model)) = asked else {
                panic!("{}: no solution begins with {only}", recipe.name);
            };
            let solution = crate::encode::decode(&solved, &formula.meaning, &model);
            assert_eq!(solution.expect("right").turns()[0], only, "{}", recipe.name);
        }
        let none = solve_part(&solved, &formula, batsat, &[], &jobs(1));
        assert!(matches!(none, Ok(Outcome::Unsat)) || recipe.name == "mux-reference");
    }
}

/// The only solution begins with `U`, the first turn of the first part.
#[test]
fn the_model_of_the_first_part_stops_the_others_at_once() {
    for threads in [2, 9] {
        let finder = finder(Misbehavior::Hangs);
        let begin = Instant::now();
        let problem = scrambled("F R U'", 3);
        let found = ask_about(&problem, &finder.solver, &jobs(threads)).expect("no error");
        assert!(begin.elapsed() < Duration::from_secs(10));
        assert_eq!(found.solution.map(|solution| solution.len()), Some(3));
        assert_eq!(found.stop, None);
        assert_eq!(found.attempts[0].parts, threads);
        // A part that had not started when the model was found has nothing to stop.
        assert!(finder.stopped.load(Ordering::SeqCst) < threads);
    }
}

/// Answers like batsat, but after a varying delay.
fn delayed() -> TestSolver {
    let asked = AtomicUsize::new(0);
    TestSolver::new("dawdler", move |engine, _, control| {
        let asked = asked.fetch_add(1, Ordering::SeqCst) as u64;
        match wait(Duration::from_millis(asked * asked * 7 % 31), control) {
            Some(stop) => Ok(Verdict::Unknown(stop)),
            None => engine.solve(control),
        }
    })
}

#[test]
fn the_solution_does_not_depend_on_which_part_is_faster() {
    // Every part has solutions.
    let solved = there_and_back();
    for (problem, threads) in [(&solved, 3), (&solved, 9), (&scrambled("R2 F2 R2", 4), 4)] {
        let delayed = delayed();
        let found: Vec<_> = (0..20)
            .map(|_| ask_about(problem, &delayed, &jobs(threads)).expect("no error"))
            .map(|found| found.solution.expect("there is one").turns().to_vec())
            .collect();
        assert!(found.iter().all(|turns| *turns == found[0]), "{found:?}");
    }
}

#[test]
fn a_stop_of_the_whole_stops_every_part_and_refutes_nothing() {
    let control = jobs(3);
    let finder = finder(Misbehavior::Hangs);
    thread::scope(|scope| {
        let asked = scope.spawn(|| ask(2, &finder.solver, &control));
        let begin = Instant::now();
        while finder.refuted.load(Ordering::SeqCst) < 3 {
            assert!(begin.elapsed() < Duration::from_secs(30), "no part hangs");
            thread::sleep(Duration::from_millis(1));
        }
        control.cancel_flag().raise();
        let found = asked.join().expect("no panic").expect("no error");
        assert_eq!(found.stop, Some(UnknownReason::Stopped(Stop::Cancelled)));
        assert!(found.refutations.is_empty() && !found.complete);
        assert_eq!(finder.stopped.load(Ordering::SeqCst), 3);
    });
}

#[test]
fn a_part_that_crashes_does_not_hide_the_model_of_another() {
    let found = ask(3, &finder(Misbehavior::Crashes).solver, &jobs(2)).expect("no error");
    assert_eq!(found.solution.map(|solution| solution.len()), Some(3));
}

#[test]
fn a_crash_of_one_part_refutes_nothing() {
    for misbehavior in [Misbehavior::Crashes, Misbehavior::CrashesOnce] {
        let found = ask(2, &finder(misbehavior).solver, &jobs(3)).expect("no error");
        assert!(found.refutations.is_empty() && !found.complete);
        let Some(UnknownReason::Failed(error)) = found.stop else {
            panic!("{:?}", found.stop);
        };
        assert!(error.to_string().contains("on purpose"));
    }
}

#[test]
fn a_wrong_model_of_one_part_is_an_error() {
    let result = ask(2, &finder(Misbehavior::Lies).solver, &jobs(2));
    let error = result.expect_err("it lies");
    assert_eq!(error.kind(), ErrorKind::WrongAnswer);
    assert!(error.to_string().contains("wrong model"), "{error}");
}

#[test]
fn a_refutation_says_in_how_many_parts() {
    let batsat = by_name("batsat").expect("built in");
    let found = ask(2, &batsat, &jobs(2)).expect("no error");
    assert!(found.complete);
    assert_eq!(
        found.refuted(),
        ["length 2: unsat by batsat in 2 parts, unchecked"]
    );
}
