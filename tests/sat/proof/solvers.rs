//! Proofs by solvers for formulas of this library. (`checker/tests/checker/solvers.rs` tests proofs for other formulas.)

use std::process::Command;

use twistsat::encode::{Recipe, encode};
use twistsat::problem::{Budget, Target};
use varisat::{CnfFormula, ExtendFormula, Lit, ProofFormat};

use super::*;
use crate::common::cli::*;
use crate::common::programs::installed;

/// Clauses of DIMACS literals.
pub type Clauses = Vec<Vec<i32>>;

/// Questions without a solution, as formulas.
fn unsatisfiable() -> Vec<(String, Clauses)> {
    let mut formulas = Vec::new();
    for (scramble, budget, recipe) in [
        ("R U2 F'", Budget::AtMost(2), "mux-idle"),
        ("R U2 F' R", Budget::AtMost(3), "mux-idle"),
        ("R U F'", Budget::Exactly(2), "mux"),
        ("R U2", Budget::Exactly(1), "mux-tree"),
    ] {
        let clauses = encoded(&scrambled(scramble, budget), recipe);
        formulas.push((format!("{scramble} by {recipe}"), clauses));
    }
    let exact = problem(FIRST, &Target::Solved, Budget::AtMost(3));
    let clauses = encoded(&exact, "mux-idle");
    formulas.push(("first position in 3".to_owned(), clauses));
    formulas
}

fn encoded(problem: &twistsat::problem::Problem, recipe: &str) -> Clauses {
    let recipe = Recipe::built_in(recipe).unwrap();
    let formula = encode(problem, &recipe).unwrap();
    let clause = |clause: &rustsat::types::Cl| clause.iter().map(|l| l.to_ipasir()).collect();
    formula.cnf.iter().map(clause).collect()
}

pub fn dimacs(clauses: &Clauses) -> String {
    let variables = clauses.iter().flatten().map(|l| l.abs()).max();
    let mut text = format!("p cnf {} {}\n", variables.unwrap_or(0), clauses.len());
    for clause in clauses {
        let literals: String = clause.iter().map(|literal| format!("{literal} ")).collect();
        text += &format!("{literals}0\n");
    }
    text
}

/// varisat's proof, if there is no model.
pub fn varisat(clauses: &Clauses, format: ProofFormat) -> Option<Vec<u8>> {
    let mut formula = CnfFormula::new();
    for clause in clauses {
        let literals = clause.iter().map(|&l| Lit::from_dimacs(l as isize));
        formula.add_clause(&literals.collect::<Vec<_>>());
    }
    let mut proof = Vec::new();
    let mut solver = varisat::Solver::new();
    solver.write_proof(&mut proof, format);
    solver.add_formula(&formula);
    let satisfiable = solver.solve().unwrap();
    solver.close_proof().unwrap();
    drop(solver);
    (!satisfiable).then_some(proof)
}

/// Asserts that a proof is right, checked forward and backward, and that the trimmed proof is right too.
fn assert_right(what: &str, clauses: &Clauses, proof: &[u8]) {
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
    for (what, clauses) in unsatisfiable() {
        for format in [ProofFormat::Drat, ProofFormat::BinaryDrat] {
            let proof = varisat(&clauses, format).expect("there is no solution");
            assert_right(&what, &clauses, &proof);
        }
    }
}

#[test]
fn proofs_of_cadical_are_right() {
    if installed("cadical").is_none() {
        return;
    }
    let folder = Folder::new();
    for (what, clauses) in unsatisfiable() {
        folder.write("f.cnf", dimacs(&clauses));
        // With much preprocessing, which needs RAT.
        for options in ["-q", "-q --unsat --elim=1 --block=1 --cover=1 -P3"] {
            let mut command = Command::new("cadical");
            let arguments = options.split(' ').chain(["f.cnf", "f.drat"]);
            let output = command.args(arguments).current_dir(folder.path()).output();
            assert_eq!(output.unwrap().status.code(), Some(20), "{what}");
            let proof = std::fs::read(folder.path_of("f.drat")).unwrap();
            assert_right(&what, &clauses, &proof);
        }
    }
}

/// A proof of one formula does not refute another one.
#[test]
fn a_proof_for_one_budget_is_refused_for_the_next() {
    let refuted = encoded(&scrambled("R U2 F'", Budget::AtMost(2)), "mux-idle");
    let solved = encoded(&scrambled("R U2 F'", Budget::AtMost(3)), "mux-idle");
    let proof = varisat(&refuted, ProofFormat::Drat).unwrap();
    for mode in [Mode::Forward, Mode::Backward] {
        assert!(is_verified(&dimacs(&refuted), &proof, mode));
        assert!(!is_verified(&dimacs(&solved), &proof, mode));
    }
}
