//! Every solver gives the right verdict, and stops without a verdict when told to. Wrong models and crashes are
//! noticed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::sat::{count_models, pigeonhole};
use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rustsat::types::{Assignment, Cl, Clause, Lit, TernaryVal};
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::sat::Clauses;
use twistsat::solver::{
    Backend, Engine, ProofLog, Session, TestSolver, Verdict, built_in, by_name,
};
use twistsat::{Error, ErrorKind};

/// How many random formulas of each kind each solver gets.
const FORMULAS: u64 = 400;

fn lit(dimacs: i32) -> Lit {
    Lit::from_ipasir(dimacs).unwrap()
}

fn formula(clauses: &[&[i32]]) -> Clauses {
    let clause = |numbers: &&[i32]| numbers.iter().copied().map(lit).collect::<Clause>();
    clauses.iter().map(clause).collect()
}

/// A random formula with three different variables per clause. Such formulas are hardest with 4.26 clauses per variable.
fn random_3sat(variables: u32, clauses: u32, seed: u64) -> Clauses {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut cnf = Clauses::new();
    for _ in 0..clauses {
        let mut chosen: Vec<u32> = Vec::new();
        while chosen.len() < 3 {
            let variable = rng.random_range(0..variables);
            if !chosen.contains(&variable) {
                chosen.push(variable);
            }
        }
        let signed = chosen.iter().map(|v| Lit::new(*v, rng.random_bool(0.5)));
        cnf.add(signed.collect::<Clause>());
    }
    cnf
}

/// A random formula with clauses of all sorts: units, repeated literals, tautologies, and occasionally an empty one. Some
/// variables occur in no clause.
fn random_mixed(rng: &mut ChaCha8Rng, variables: u32) -> Clauses {
    let used = rng.random_range(1..=variables);
    let longest = rng.random_range(1..=4);
    let clauses = rng.random_range(0..=5 * used);
    let mut cnf = Clauses::new();
    for _ in 0..clauses {
        let shortest = u32::from(rng.random_bool(0.995));
        // Units are rare, because many of them would refute every formula.
        let length = match rng.random_range(shortest..=longest) {
            1 if rng.random_bool(0.7) => longest,
            length => length,
        };
        let mut literal = || Lit::new(rng.random_range(0..used), rng.random_bool(0.5));
        cnf.add((0..length).map(|_| literal()).collect::<Clause>());
    }
    cnf
}

fn verdict(backend: &dyn Backend, cnf: &Clauses, variables: u32) -> Verdict {
    Session::new(backend, cnf, variables)
        .and_then(|mut session| session.solve(&Control::unlimited()))
        .unwrap_or_else(|error| panic!("{error} on {cnf:?}"))
}

/// The clause that only this model violates.
fn exclude(model: &Assignment) -> Clause {
    model.iter().map(|literal| !literal).collect()
}

/// Counts all models by excluding each model that the solver finds.
fn enumerate(backend: &dyn Backend, cnf: &Clauses, variables: u32) -> u32 {
    let mut session = Session::new(backend, cnf, variables).unwrap();
    let mut models = 0;
    loop {
        let verdict = session
            .solve(&Control::unlimited())
            .unwrap_or_else(|error| panic!("{error} after {models} models of {cnf:?}"));
        match verdict {
            Verdict::Sat(model) => {
                assert_eq!(model.len(), variables as usize);
                models += 1;
                session.add_clause(exclude(&model)).unwrap();
            }
            Verdict::Unsat => return models,
            Verdict::Unknown(stop) => panic!("{stop}"),
        }
    }
}

#[test]
fn solvers_agree_with_exhaustive_search_on_random_3sat() {
    for backend in built_in() {
        for seed in 0..FORMULAS {
            let variables = 5 + (seed % 8) as u32;
            let cnf = random_3sat(variables, variables * 43 / 10, seed);
            let satisfiable = matches!(verdict(*backend, &cnf, variables), Verdict::Sat(_));
            let expected = count_models(&cnf, variables) > 0;
            assert_eq!(satisfiable, expected, "{} on {cnf:?}", backend.name());
        }
    }
}

#[test]
fn excluding_each_found_model_counts_all_models() {
    for backend in built_in() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..FORMULAS / 2 {
            let variables = rng.random_range(1..=6);
            let cnf = random_mixed(&mut rng, variables);
            let expected = count_models(&cnf, variables);
            let models = enumerate(*backend, &cnf, variables);
            assert_eq!(models, expected, "{} on {cnf:?}", backend.name());
        }
    }
}

#[test]
fn more_pigeons_than_holes_is_unsat() {
    for backend in built_in() {
        for pigeons in 2..=7 {
            let (cnf, variables) = pigeonhole(pigeons);
            assert_eq!(verdict(*backend, &cnf, variables), Verdict::Unsat);
        }
    }
}

#[test]
fn unused_variables_are_false() {
    let cases = [
        (formula(&[]), 0, vec![]),
        (formula(&[]), 3, vec![-1, -2, -3]),
        (formula(&[&[2, -2], &[4]]), 6, vec![4, -5]),
    ];
    for (backend, (cnf, variables, literals)) in built_in().iter().cartesian_product(&cases) {
        let Verdict::Sat(model) = verdict(*backend, cnf, *variables) else {
            panic!("{}", backend.name());
        };
        assert_eq!(model.len(), *variables as usize);
        let mut values = literals.iter().map(|it| model.lit_value(lit(*it)));
        assert!(values.all(|it| it == TernaryVal::True), "{model:?}");
    }
}

#[test]
fn an_empty_clause_is_unsat_at_first_or_added_later() {
    for backend in built_in() {
        let cnf = formula(&[&[1, 2], &[]]);
        assert_eq!(verdict(*backend, &cnf, 2), Verdict::Unsat);
        let cnf = formula(&[&[1, 2]]);
        let mut session = Session::new(*backend, &cnf, 2).unwrap();
        session.solve(&Control::unlimited()).unwrap();
        session.add_clause(Clause::new()).unwrap();
        let verdict = session.solve(&Control::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unsat);
    }
}

#[test]
fn a_clause_with_an_undeclared_variable_is_an_error() {
    for backend in built_in() {
        let cnf = formula(&[&[1, 3]]);
        let error = Session::new(*backend, &cnf, 2).err().unwrap().to_string();
        let says = "a variable beyond the formula's 2";
        assert!(error.ends_with(says), "{error}");
        let mut session = Session::new(*backend, &cnf, 3).unwrap();
        let error = session.add_clause(Clause::from([lit(4)])).unwrap_err();
        let error = error.to_string();
        let says = "a variable beyond the formula's 3";
        assert!(error.ends_with(says), "{error}");
    }
}

#[test]
fn the_same_formula_gets_the_same_model() {
    for backend in built_in() {
        let cnf = random_3sat(120, 480, 7);
        let first = verdict(*backend, &cnf, 120);
        assert!(matches!(first, Verdict::Sat(_)), "{}", backend.name());
        for _ in 0..5 {
            assert_eq!(verdict(*backend, &cnf, 120), first, "{}", backend.name());
        }
    }
}

/// Formulas that keep every solver busy for far longer than the tests wait.
fn hard_formulas() -> [(Clauses, u32); 2] {
    [pigeonhole(13), (random_3sat(600, 2556, 3), 600)]
}

#[test]
fn a_deadline_ends_a_hard_solve_without_a_verdict() {
    for backend in built_in() {
        for (cnf, variables) in hard_formulas() {
            let mut session = Session::new(*backend, &cnf, variables).unwrap();
            let limit = Duration::from_millis(200);
            let control = Control::new(CancelFlag::default(), Some(limit));
            let start = Instant::now();
            let verdict = session.solve(&control).unwrap();
            assert_eq!(verdict, Verdict::Unknown(Stop::TimeLimit));
            assert_prompt(*backend, start.elapsed() - limit);
        }
    }
}

#[test]
fn cancelling_a_hard_solve_gives_no_verdict() {
    for backend in built_in() {
        for (cnf, variables) in hard_formulas() {
            let mut session = Session::new(*backend, &cnf, variables).unwrap();
            // The limit is for splr's thread, which outlives the solve.
            let limit = Duration::from_secs(2);
            let control = Control::new(CancelFlag::default(), Some(limit));
            let flag = control.cancel_flag().clone();
            let raiser = thread::spawn(move || {
                thread::sleep(Duration::from_millis(200));
                flag.raise();
                Instant::now()
            });
            let verdict = session.solve(&control).unwrap();
            let raised = raiser.join().unwrap();
            assert_eq!(verdict, Verdict::Unknown(Stop::Cancelled));
            assert_prompt(*backend, raised.elapsed());
        }
    }
}

/// Solvers promise to stop within half a second; the rest of the limit allows for busy machines.
fn assert_prompt(backend: &dyn Backend, late: Duration) {
    println!("{} stopped {late:?} late", backend.name());
    assert!(late < Duration::from_millis(1500), "{}", backend.name());
}

#[test]
fn a_cancelled_solve_does_not_begin() {
    for backend in built_in() {
        let (cnf, variables) = pigeonhole(13);
        let mut session = Session::new(*backend, &cnf, variables).unwrap();
        let control = Control::unlimited();
        control.cancel_flag().raise();
        let verdict = session.solve(&control).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::Cancelled));
    }
}

#[test]
fn a_session_continues_after_an_interruption() {
    for backend in built_in() {
        let cnf = random_3sat(600, 2556, 3);
        let mut session = Session::new(*backend, &cnf, 600).unwrap();
        let control = Control::new(CancelFlag::default(), Some(Duration::from_millis(50)));
        let verdict = session.solve(&control).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::TimeLimit));
        session.add_clause(Clause::from([lit(1)])).unwrap();
        session.add_clause(Clause::from([lit(-1)])).unwrap();
        let verdict = session.solve(&Control::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unsat, "{}", backend.name());
    }
}

#[test]
fn solvers_are_found_by_their_name() {
    for backend in built_in() {
        let found = by_name(backend.name()).unwrap();
        assert_eq!(found.description(), backend.description());
        assert!(!backend.description().contains('\n'));
    }
    assert!(by_name("abacus").is_err());
}

/// The first and the last clause contradict each other, so no clause may be lost.
#[test]
fn loading_can_be_stopped_and_continued() {
    let units = [1].into_iter().chain([2; 3000]).chain([-1]);
    let cnf: Clauses = units.map(|unit| Clause::from([lit(unit)])).collect();
    for backend in built_in() {
        // The clock ticks whenever it is read: once for the limit, before loading, and for every 1,024 clauses.
        let ticks = AtomicU64::new(0);
        let clock = move || Duration::from_secs(ticks.fetch_add(1, Ordering::Relaxed));
        let control = Control::with_clock(clock).with_time_limit(Duration::from_secs(3));
        let mut session = Session::new(*backend, &cnf, 2).unwrap();
        let verdict = session.solve(&control).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Stop::TimeLimit));
        let verdict = session.solve(&Control::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unsat, "{}", backend.name());
    }
}

#[test]
fn a_wrong_model_is_an_error() {
    let cnf = formula(&[&[1, 2]]);
    let parrot = TestSolver::new("parrot", |_, _, _| {
        Ok(Verdict::Sat([true, false].into_iter().collect()))
    });
    let mut session = Session::new(&parrot, &cnf, 2).unwrap();
    session.solve(&Control::unlimited()).unwrap();
    session.add_clause(Clause::from([lit(-1)])).unwrap();
    let violates = session.solve(&Control::unlimited());
    let mut session = Session::new(&parrot, &cnf, 3).unwrap();
    let is_short = session.solve(&Control::unlimited());
    for (result, says) in [
        (violates, "it violates the clause"),
        (is_short, "it gives no value to"),
    ] {
        let error = result.unwrap_err();
        let says = format!("parrot returned a wrong model: {says}");
        assert!(error.to_string().starts_with(&says), "{error}");
        assert_eq!(error.kind(), ErrorKind::WrongAnswer);
    }
}

/// A solver that crashes, in `start` or later, and again when dropped.
struct Wreck {
    starts: bool,
}

struct Panicking;

impl Backend for Wreck {
    fn name(&self) -> &str {
        "wreck"
    }

    fn description(&self) -> String {
        "crashes".to_owned()
    }

    fn start(&self, _: u32, _: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
        assert!(self.starts, "no engine");
        Ok(Box::new(Panicking))
    }
}

impl Engine for Panicking {
    fn solve(&mut self, _: &Control) -> Result<Verdict, Error> {
        panic!("glug")
    }

    fn add_clause(&mut self, _: &Cl) -> Result<(), Error> {
        Ok(())
    }
}

impl Drop for Panicking {
    fn drop(&mut self) {
        panic!("glug glug")
    }
}

#[test]
fn a_crash_is_an_error_and_not_a_verdict() {
    let cnf = formula(&[&[1]]);
    for (starts, last_words) in [(false, "no engine"), (true, "glug")] {
        let wreck = Wreck { starts };
        let mut session = Session::new(&wreck, &cnf, 1).unwrap();
        let error = session.solve(&Control::unlimited()).unwrap_err();
        assert_eq!(error.to_string(), format!("wreck crashed: {last_words}"));
    }
}
