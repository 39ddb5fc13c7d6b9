//! Questions that are found contradictory before any search. Their formulas contain two contradicting unit clauses, which
//! every program can read, and never the empty clause.

use std::io::Write;
use std::process::Command;

use twistsat::control::Control;
use twistsat::problem::Budget;
use twistsat::solver::{Backend, Session, Verdict, by_name};

use super::*;
use crate::common::cli::*;
use crate::common::programs::all_installed;
use crate::common::sat::recipes;

/// Questions without a solution: the circuit simplifies to false, or a side constraint cannot be satisfied.
const HOPELESS: [&str; 8] = [
    "--scramble R --allow U --to solved",
    "--scramble 'R U' --allow U --to solved",
    "--scramble R --starts-with 'R R R R'",
    "--scramble R --ends-with 'U U U U U'",
    "--scramble 'R U' --allow R --at-most R=0",
    "--scramble R --allow R2 --to solved",
    "--scramble R --max-cost 0 --to solved",
    "--scramble 'R U F' --allow R2 --metric htm",
];

fn has_no_empty_clause(cnf: &str) -> bool {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    formula.iter().all(|clause| !clause.is_empty())
}

/// Checks a proof with the checker `rate`, if it is installed.
fn rate(folder: &Folder, prefix: &str) {
    let files = [".cnf", ".drat"].map(|end| folder.path_of(&format!("{prefix}{end}")));
    match Command::new("rate").args(&files).output() {
        Err(_) => drop(writeln!(
            std::io::stderr(),
            "skipped: rate is not installed"
        )),
        Ok(output) => {
            let (out, err) = (output.stdout, output.stderr);
            let [out, err] = [out, err].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            assert!(out.contains("\ns VERIFIED\n"), "{prefix}: {out}{err}");
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn other_checkers_accept_certificates_of_contradictory_questions() {
    let folder = Folder::new();
    for (number, question) in HOPELESS.iter().enumerate() {
        for (form, turns) in [("--quiet", "3"), ("--text", "1"), ("--text", "0")] {
            let prefix = format!("p{number}-{turns}");
            let how = format!("--max-turns {turns} -o {prefix} {form} --proof-format drat");
            run_in!(folder.path(), "prove pocket {question} {how}").ends(0);
            let cnf = folder.read(&format!("{prefix}.cnf"));
            assert!(has_no_empty_clause(&cnf), "{question:?} in {turns}");
            let proof = std::fs::read(folder.path_of(&format!("{prefix}.drat"))).unwrap();
            verified(&cnf, &proof);
            run_in!(folder.path(), "verify {prefix}.json").ends(0);
            rate(&folder, &prefix);
        }
    }
}

#[test]
fn every_solver_refutes_a_contradictory_formula_of_each_recipe() {
    let problem = scrambled("R", Budget::Exactly(1)).allowing(&[0]).unwrap();
    let built_in = SOLVERS.iter().map(|name| by_name(name).unwrap());
    let programs = all_installed().into_iter();
    let programs = programs.map(|program| program as &dyn Backend);
    let backends: Vec<&dyn Backend> = built_in.chain(programs).collect();
    for recipe in recipes() {
        let formula = twistsat::encode::encode(&problem, &recipe).unwrap();
        assert!(formula.cnf.iter().all(|clause| !clause.is_empty()));
        for &backend in &backends {
            let mut session = Session::new(backend, &formula.cnf, formula.variables).unwrap();
            let verdict = session.solve(&Control::unlimited()).unwrap();
            let (recipe, solver) = (&recipe.name, backend.name());
            assert_eq!(verdict, Verdict::Unsat, "{recipe} {solver}");
        }
    }
}

/// Formulas of this program have no empty clause, but `check` reads those of others.
#[test]
fn a_foreign_formula_may_contain_the_empty_clause() {
    let folder = Folder::new();
    folder.write("a.cnf", "p cnf 2 2\n1 2 0\n0\n");
    for proof in ["", "0\n", "1 0\n"] {
        folder.write("a.drat", proof);
        for mode in ["", "--forward"] {
            let run = run_in!(folder.path(), "check a.cnf a.drat {mode}").ends(0);
            let says = "verified: the formula is unsatisfiable";
            assert!(run.out.starts_with(says), "{run:#?}");
        }
    }
}
