//! Certificates: what is proved about a puzzle, how it is checked, and what is refused. `checker/tests` tests the proof
//! checker alone.

mod clause_symmetry;
mod command;
mod contradiction;
mod cubes;
mod gzip;
mod numbers;
mod parts;
mod prove;
mod proved_checker;
mod verify;

use std::ops::ControlFlow;

use crate::common::cli::{Folder, run_in};
use serde_json::json;
use twistsat::proof::certificate::sha256;
use twistsat::proof::check::{
    Expected, Format, Formula, Mode, Outcome, Proof, ReadError, Verified, check, check_either,
};
use varisat::ExtendFormula;

/// The line that writes a small certificate, for tests in which any will do: this state needs three turns.
const TWO_TURNS_TOO_FEW: &str = r#"prove pocket --scramble "R U2 F'" --max-turns 2"#;

/// `verify` refuses the certificate `p.json`.
#[track_caller]
fn refused(folder: &Folder, says: &str) {
    run_in!(folder.path(), "verify p.json")
        .ends(1)
        .says(&[says])
        .prints_nothing();
}

/// Replaces the formula or the proof of the certificate `p.json`, and adapts the hash.
fn replace(folder: &Folder, key: &str, content: impl AsRef<[u8]>) {
    let refutation = &folder.json("p.json")["refutation"];
    folder.write(refutation[key]["name"].as_str().unwrap(), &content);
    folder.alter("p.json", |json| {
        json["refutation"][key]["sha256"] = sha256(content.as_ref()).into();
    });
}

/// Replaces the certificate of the first part of `p.json` by that in a file.
fn replace_first_part(folder: &Folder, name: &str) {
    let hash = sha256(folder.read(name).as_bytes());
    folder.alter("p.json", |json| {
        json["parts"][0]["certificate"] = json!({ "name": name, "sha256": hash });
    });
}

/// The number of clauses in the header of a formula is replaced by the number of its clauses.
fn counted_again(formula: &str) -> String {
    let begin = formula.find("p cnf ").unwrap();
    let (comments, rest) = formula.split_at(begin);
    let (header, clauses) = rest.split_once('\n').unwrap();
    let (variables, _) = header.rsplit_once(' ').unwrap();
    let count = clauses.lines().count();
    format!("{comments}{variables} {count}\n{clauses}")
}

/// The cubes in a text: its lines such as `a 1 -2 0`.
fn cubes_in(text: &str) -> Vec<Vec<i32>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("a "));
    let cubes = lines.map(|line| {
        let mut literals: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(literals.pop(), Some(0));
        literals
    });
    cubes.collect()
}

/// Whether a formula has a model in a cube, according to varisat.
fn has_model(formula: &Formula, cube: &[i32]) -> bool {
    let mut solver = varisat::Solver::new();
    let unit = cube.iter().map(|&literal| vec![literal]);
    for clause in formula.iter().map(<[i32]>::to_vec).chain(unit) {
        let literals = clause.iter();
        let literals = literals.map(|&l| varisat::Lit::from_dimacs(l as isize));
        solver.add_clause(&literals.collect::<Vec<_>>());
    }
    solver.solve().unwrap()
}

/// Checks a proof, which may be text or binary, forward and with success.
#[track_caller]
fn verified(cnf: &str, proof: &[u8]) -> Verified {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    let proof = Proof::new(proof, None).unwrap();
    let mut poll = |_| ControlFlow::Continue(());
    expect_verified(check(&formula, proof, Mode::Forward, &mut poll))
}

/// The result of checking an LRAT proof successfully.
#[track_caller]
fn replayed(cnf: &str, proof: &[u8]) -> Verified {
    let formula = Formula::read(cnf.as_bytes()).unwrap();
    let expected = Expected::from(Format::Lrat);
    let mut poll = |_| ControlFlow::Continue(());
    let outcome = check_either(&formula, proof, expected, Mode::Backward, &mut poll);
    expect_verified(outcome.map(|(_, outcome)| outcome))
}

#[track_caller]
fn expect_verified(outcome: Result<Outcome, ReadError>) -> Verified {
    match outcome {
        Ok(Outcome::Verified(verified)) => verified,
        other => panic!("{other:?}"),
    }
}
