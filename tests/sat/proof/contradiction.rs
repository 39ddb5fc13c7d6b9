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

fn clauses(cnf: &str) -> Vec<Vec<i32>> {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    formula.iter().map(<[i32]>::to_vec).collect()
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
            assert!(
                clauses(&cnf).iter().all(|clause| !clause.is_empty()),
                "{question:?} in {turns}"
            );
            let proof = std::fs::read(folder.path_of(&format!("{prefix}.drat"))).unwrap();
            verified(&cnf, &proof, Mode::Forward);
            run_in!(folder.path(), "verify {prefix}.json").ends(0);
            rate(&folder, &prefix);
        }
    }
}

#[test]
#[ignore = "long check"]
fn formulas_that_contradict_themselves_are_read_by_every_solver() {
    let folder = Folder::new();
    let recipes = twistsat::encode::Recipe::built_in_names();
    let mut contradictions = 0;
    for recipe in recipes {
        for (number, question) in HOPELESS.iter().enumerate() {
            let name = format!("{recipe}-{number}.cnf");
            let how = format!("--turns 1 --recipe {recipe} -o {name}");
            let run = run_in!(folder.path(), "encode pocket {question} {how}");
            if run.code != Some(0) {
                continue; // Not every recipe supports every goal and every constraint.
            }
            let text = folder.read(&name);
            let clauses = clauses(&text);
            assert!(clauses.iter().all(|clause| !clause.is_empty()), "{name}");
            let opposite = |unit: &&Vec<i32>| unit.len() == 1 && clauses.contains(&vec![-unit[0]]);
            if clauses.iter().find(opposite).is_none() {
                continue;
            }
            contradictions += 1;
            let map: serde_json::Value = folder.json(&format!("{name}.map.json"));
            let header = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
            let counts = format!("p cnf {} {}", map["variables"], map["clauses"]);
            assert_eq!(header, counts, "{name}");
            let variables = map["variables"].as_u64().unwrap();
            let largest = clauses.iter().flatten();
            let largest = largest.map(|literal| literal.unsigned_abs());
            assert!(u64::from(largest.max().unwrap()) <= variables, "{name}");
            // Each program reads the file with its own parser.
            for (program, model) in [
                ("minisat", Some("model")),
                ("picosat", None),
                ("cadical", None),
            ] {
                let mut command = Command::new(program);
                let command = command.arg(&name).args(model).current_dir(folder.path());
                if let Ok(output) = command.output() {
                    let found = output.status.code();
                    assert_eq!(found, Some(20), "{program} {name}: {output:?}");
                    if model.is_some() {
                        run_in!(folder.path(), "decode {name}.map.json model").ends(20);
                    }
                }
            }
        }
    }
    assert!(contradictions > 10, "{contradictions}");
}

#[test]
fn every_solver_refutes_a_contradictory_formula() {
    let problem = scrambled("R", Budget::Exactly(1)).allowing(&[0]).unwrap();
    let recipe = twistsat::encode::Recipe::built_in("plain").unwrap();
    let formula = twistsat::encode::encode(&problem, &recipe).unwrap();
    let built_in = SOLVERS.iter().map(|name| by_name(name).unwrap());
    let programs = all_installed().into_iter();
    let programs = programs.map(|program| program as &dyn Backend);
    for backend in built_in.chain(programs) {
        let mut session = Session::new(backend, &formula.cnf, formula.variables).unwrap();
        let verdict = session.solve(&Control::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unsat, "{}", backend.name());
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
            assert!(
                run.out
                    .starts_with("verified: the formula is unsatisfiable"),
                "{run:#?}"
            );
        }
    }
}
