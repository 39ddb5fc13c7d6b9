//! Tests each installed solver program on small problems. A missing program is skipped with a note.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::puzzles::puzzle_file;
use crate::common::sat::count_models;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rustsat::types::{Assignment, Clause, Lit};
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::problem::{Budget, Target};
use twistsat::sat::Clauses;
use twistsat::solver::{Backend, External, Session, Verdict, known_programs};

use super::*;
use crate::common::programs::{REQUIRED, installed, required};

/// Defines a test for each pair of a program and a claim.
macro_rules! claims {
    ($($program:ident),* : $claims:tt) => {$(claims! { @ $program $claims })*};
    (@ $program:ident [$($claim:ident),* $(,)?]) => {
        mod $program {
            $(#[test]
            fn $claim() {
                if let Some(program) = super::installed(stringify!($program)) {
                    super::$claim(program);
                }
            })*
        }
    };
}

claims! {
    minisat, picosat, cadical, kissat, cryptominisat5, clasp: [
        agrees_with_exhaustive_search,
        counts_models_by_excluding_them_one_by_one,
        may_omit_unused_variables,
        stops_at_a_deadline_and_when_cancelled,
        continues_after_an_interruption,
        solves_with_a_proved_minimum,
        enumerates,
        decode_reads_its_answer,
    ]
}

#[test]
fn every_program_that_is_required_is_known_and_installed() {
    for name in required() {
        let known = known_programs().iter().any(|it| it.name() == name);
        assert!(known, "{REQUIRED} names {name}, which is no known program");
        installed(&name);
    }
}

#[test]
fn every_known_program_is_tested_here() {
    let tested = include_str!("real.rs");
    for program in known_programs() {
        let name = program.name();
        assert!(tested.contains(&format!("{name},")) || tested.contains(&format!("{name}: [")));
    }
}

/// A few random clauses; some variables may be unused.
fn random(random: &mut ChaCha8Rng, variables: u32) -> Clauses {
    let clauses = random.random_range(1..=4 * variables);
    let mut literal = |_| Lit::new(random.random_range(0..variables), random.random_bool(0.5));
    (0..clauses)
        .map(|n| (0..=n % 3).map(&mut literal).collect::<Clause>())
        .collect()
}

fn solve(program: &External, cnf: &Clauses, variables: u32) -> Verdict {
    Session::new(program, cnf, variables)
        .and_then(|mut session| session.solve(&Control::unlimited()))
        .unwrap_or_else(|error| panic!("{error} on {cnf:?}"))
}

fn agrees_with_exhaustive_search(program: &External) {
    let mut seed = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..40 {
        let variables = seed.random_range(1..=10);
        let cnf = random(&mut seed, variables);
        let satisfiable = match solve(program, &cnf, variables) {
            Verdict::Sat(model) => {
                assert_eq!(model.len(), variables as usize);
                true
            }
            Verdict::Unsat => false,
            Verdict::Unknown(stop) => panic!("{stop}"),
        };
        assert_eq!(satisfiable, count_models(&cnf, variables) > 0, "{cnf:?}");
    }
}

fn counts_models_by_excluding_them_one_by_one(program: &External) {
    let mut seed = ChaCha8Rng::seed_from_u64(2);
    let exclude = |model: &Assignment| model.iter().map(|literal| !literal).collect::<Clause>();
    for _ in 0..6 {
        let variables = seed.random_range(2..=4);
        let cnf = random(&mut seed, variables);
        let mut session = Session::new(program, &cnf, variables).unwrap();
        let mut models = 0;
        while let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() {
            models += 1;
            session.add_clause(exclude(&model)).unwrap();
        }
        assert_eq!(models, count_models(&cnf, variables), "{cnf:?}");
    }
}

/// The formulas have unused variables at the end or in the middle, or variables that occur only in a tautology.
fn may_omit_unused_variables(program: &External) {
    let literal = |dimacs| Lit::from_ipasir(dimacs).unwrap();
    for clauses in [
        &[&[4][..]][..],
        &[&[1]],
        &[&[2, -2], &[4]],
        &[&[4], &[6, -6]],
        &[&[-3, 3]],
    ] {
        let clause = |numbers: &&[i32]| numbers.iter().copied().map(literal).collect::<Clause>();
        let cnf: Clauses = clauses.iter().map(clause).collect();
        let Verdict::Sat(model) = solve(program, &cnf, 7) else {
            panic!("{clauses:?}");
        };
        assert_eq!(model.len(), 7);
    }
}

/// A random formula that no solver solves within the time limits of these tests, and its number of variables.
fn hard() -> (Clauses, u32) {
    let mut seed = ChaCha8Rng::seed_from_u64(3);
    let mut cnf = Clauses::new();
    for _ in 0..2982 {
        let mut literal = |_| Lit::new(seed.random_range(0..700), seed.random_bool(0.5));
        cnf.add((0..3).map(&mut literal).collect::<Clause>());
    }
    (cnf, 700)
}

fn stops_at_a_deadline_and_when_cancelled(program: &External) {
    let (cnf, variables) = hard();
    let limit = Duration::from_millis(200);
    let mut session = Session::new(program, &cnf, variables).unwrap();
    let control = Control::new(CancelFlag::default(), Some(limit));
    let begin = Instant::now();
    let verdict = session.solve(&control).unwrap();
    assert_eq!(verdict, Verdict::Unknown(Stop::TimeLimit));
    assert!(begin.elapsed() < limit + Duration::from_secs(1));
    let control = Control::unlimited();
    let flag = control.cancel_flag().clone();
    let begin = Instant::now();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(limit);
        flag.raise();
    });
    let verdict = session.solve(&control).unwrap();
    assert_eq!(verdict, Verdict::Unknown(Stop::Cancelled));
    assert!(begin.elapsed() < limit + Duration::from_secs(1));
    raiser.join().unwrap();
}

fn continues_after_an_interruption(program: &External) {
    let (cnf, variables) = hard();
    let mut session = Session::new(program, &cnf, variables).unwrap();
    let control = Control::new(CancelFlag::default(), Some(Duration::from_millis(50)));
    let verdict = session.solve(&control).unwrap();
    assert_eq!(verdict, Verdict::Unknown(Stop::TimeLimit));
    for literal in [Lit::positive(0), Lit::negative(0)] {
        session.add_clause(Clause::from([literal])).unwrap();
    }
    let verdict = session.solve(&Control::unlimited()).unwrap();
    assert_eq!(verdict, Verdict::Unsat);
}

fn solves_with_a_proved_minimum(program: &External) {
    let name = program.name();
    let run = run!("solve pocket --state '{FIRST}' --to solved --recipe faces --solver {name}");
    let run = run.ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    let problem = problem(FIRST, &Target::Solved, Budget::Exactly(4));
    assert_eq!(replay(&problem, lines[7]), 4);
    let proof = format!("4 turns, minimal: lengths 0 to 3: unsat by {name}, unchecked");
    assert!(lines[8].starts_with(&proof), "{run:#?}");
}

fn enumerates(program: &External) {
    let name = program.name();
    let run = run!("enumerate pocket --state '{FIRST}' --to solved --turns 4 --solver {name}");
    let run = run.ends(0);
    let has_both = run.out.ends_with("2 solutions of exactly 4 turns\n");
    assert!(has_both, "{run:#?}");
}

/// Runs the program by itself on formulas from `encode` and passes its answers to `decode`. One formula has
/// unused variables.
fn decode_reads_its_answer(program: &External) {
    let folder = Folder::new();
    let one = puzzle_file("one", None, &[("A", "A", "a b c")], &[("R", "a b c")]);
    let one = folder.write("one.toml", one);
    let pocket = r#"pocket --scramble "R U2 F'" --turns"#;
    let unused = format!("--puzzle-file {one} --scramble R --recipe mux --turns 2");
    for (question, code) in [
        (format!("{pocket} 3"), 0),
        (format!("{pocket} 2"), 20),
        (unused, 0),
    ] {
        let cnf = folder.arg("three.cnf");
        run!("encode -o {cnf} {question}").ends(0);
        let model = folder.path_of("three.model");
        let mut command = Command::new(program.find_executable().unwrap());
        let output = match program.name() {
            "minisat" => command.arg(&cnf).arg(&model).output(),
            "clasp" => command.arg("--outf=1").arg(&cnf).output(),
            _ => command.arg(&cnf).output(),
        };
        if program.name() != "minisat" {
            folder.write("three.model", output.unwrap().stdout);
        }
        let map = folder.arg("three.cnf.map.json");
        let decoded = run!("decode {map} {} --format alg", folder.arg("three.model"));
        let decoded = decoded.ends(code);
        if code == 0 && question.starts_with("pocket") {
            let problem = scrambled("R U2 F'", Budget::Exactly(3));
            assert_eq!(replay(&problem, decoded.out.trim()), 3);
        }
    }
}

/// picosat counts the models by itself, without clauses that exclude those already found.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn picosat_counts_the_models_of_the_published_formula() {
    let Some(picosat) = installed("picosat") else {
        return;
    };
    let folder = Folder::new();
    let cnf = folder.arg("first.cnf");
    run!("encode pocket --state '{FIRST}' --to solved --turns 4 --recipe mux-reference -o {cnf}")
        .ends(0);
    let mut command = Command::new(picosat.find_executable().unwrap());
    let output = command.arg("--all").arg(&cnf).output().unwrap();
    assert_eq!(output.status.code(), Some(20));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.lines().last(), Some("s SOLUTIONS 2"));
}
