//! Proofs of solvers, on formulas of this library and others.

use std::io::Write;
use std::process::Command;

use twistsat::encode::{Recipe, encode};
use twistsat::problem::{Budget, Target};
use varisat::ProofFormat;

use super::formulas::*;
use super::*;
use crate::common::cli::*;
use crate::common::programs::{REQUIRED, required};

/// Formulas without model.
fn unsatisfiable() -> Vec<(String, Clauses)> {
    let mut random = random(8);
    let mut formulas = Vec::new();
    for holes in 1..=6 {
        formulas.push((format!("{holes} holes"), pigeonhole(holes)));
    }
    let mut clauses = |variables, seed| {
        let mut all = random_clauses(&mut random, variables, 3, 5 * variables as usize);
        // A few shorter ones make sure that there is no model.
        all.extend(random_clauses(&mut random, variables, 2, 12));
        (format!("random formula {seed}"), all)
    };
    formulas.extend((0..8).map(|seed| clauses(60, seed)));
    for (scramble, budget, recipe) in [
        ("R U2 F'", 2, "mux-idle"),
        ("R U2 F' R", 3, "mux-idle"),
        ("R U F'", 2, "mux"),
        ("R U2", 1, "mux-tree"),
    ] {
        let problem = scrambled(
            scramble,
            match recipe {
                "mux-idle" => Budget::AtMost(budget),
                _ => Budget::Exactly(budget),
            },
        );
        formulas.push((
            format!("{scramble} in {budget} by {recipe}"),
            encoded(&problem, recipe),
        ));
    }
    let exact = problem(FIRST, &Target::Solved, Budget::AtMost(3));
    formulas.push((
        "first position in 3".to_owned(),
        encoded(&exact, "mux-idle"),
    ));
    formulas
}

fn encoded(problem: &twistsat::problem::Problem, recipe: &str) -> Clauses {
    let recipe = Recipe::built_in(recipe).unwrap();
    let formula = encode(problem, &recipe).unwrap();
    let clause = |clause: &rustsat::types::Cl| clause.iter().map(|l| l.to_ipasir()).collect();
    formula.cnf.iter().map(clause).collect()
}

/// The proof is right, in either order, and so is what is left when trimmed.
fn right(what: &str, clauses: &Clauses, proof: &[u8]) {
    let cnf = dimacs(clauses);
    let forward = verified(&cnf, proof, Mode::Forward);
    let backward = verified(&cnf, proof, Mode::Backward);
    assert!(
        backward.rup + backward.rat <= forward.rup + forward.rat,
        "{what}"
    );
    let short = trimmed(proof, &backward);
    verified(&cnf, short.as_bytes(), Mode::Forward);
}

#[test]
fn proofs_of_varisat_are_right() {
    let mut proofs = 0;
    for (what, clauses) in unsatisfiable() {
        for format in [ProofFormat::Drat, ProofFormat::BinaryDrat] {
            if let Some(proof) = varisat(&clauses, format) {
                right(&what, &clauses, &proof);
                proofs += 1;
            }
        }
    }
    assert!(proofs > 30, "{proofs}");
}

/// Whether a program is installed. Without it the test says that it was skipped,
/// unless the program is required.
fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        let needed = required().iter().any(|name| name == program);
        assert!(
            !needed,
            "{REQUIRED} names {program}, which is not installed"
        );
        let _ = writeln!(std::io::stderr(), "skipped: {program} is not installed");
    }
    found
}

/// The proof that a program writes, if it says that there is no model.
fn proof_of(program: &str, before: &[&str], clauses: &Clauses) -> Option<Vec<u8>> {
    let folder = Folder::new();
    let cnf = folder.write("f.cnf", dimacs(clauses));
    let proof = folder.arg("f.drat");
    let arguments = before
        .iter()
        .map(|word| word.replace("{proof}", &proof).replace("{cnf}", &cnf));
    let output = Command::new(program).args(arguments).output().unwrap();
    match output.status.code() {
        Some(10) => None,
        Some(20) => Some(std::fs::read(proof).unwrap()),
        code => panic!(
            "{program}: {code:?} {}",
            String::from_utf8_lossy(&output.stderr)
        ),
    }
}

#[test]
fn proofs_of_cadical_are_right() {
    if !is_installed("cadical") {
        return;
    }
    let mut proofs = 0;
    for (what, clauses) in unsatisfiable() {
        for arguments in [
            &["-q", "{cnf}", "{proof}"][..],
            &["-q", "--no-binary", "{cnf}", "{proof}"],
            // Much preprocessing, which needs RAT.
            &[
                "-q",
                "--unsat",
                "--elim=1",
                "--block=1",
                "--cover=1",
                "-P3",
                "{cnf}",
                "{proof}",
            ],
        ] {
            if let Some(proof) = proof_of("cadical", arguments, &clauses) {
                right(&what, &clauses, &proof);
                proofs += 1;
            }
        }
    }
    assert!(proofs > 45, "{proofs}");
}

/// A proof fits one formula.
#[test]
fn a_proof_of_one_budget_proves_nothing_of_the_next() {
    let refuted = encoded(&scrambled("R U2 F'", Budget::AtMost(2)), "mux-idle");
    let solved = encoded(&scrambled("R U2 F'", Budget::AtMost(3)), "mux-idle");
    let proof = varisat(&refuted, ProofFormat::Drat).unwrap();
    for mode in [Mode::Forward, Mode::Backward] {
        assert!(is_verified(&dimacs(&refuted), &proof, mode));
        assert!(!is_verified(&dimacs(&solved), &proof, mode));
    }
}
