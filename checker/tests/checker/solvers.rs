//! The proofs that solvers write are verified.

use std::process::Command;

use varisat::ProofFormat;

use super::formulas::*;
use super::*;

/// The environment variable with the names of the required solvers, separated by commas.
const REQUIRED: &str = "TWISTSAT_REQUIRE_SOLVERS";

/// Formulas without a model.
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
    formulas.extend((0..14).map(|seed| clauses(60, seed)));
    formulas
}

/// Checks that a proof is verified forward and backward, and that the trimmed proof is verified, too.
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
    let mut proofs = 0;
    for (what, clauses) in unsatisfiable() {
        for format in [ProofFormat::Drat, ProofFormat::BinaryDrat] {
            if let Some(proof) = varisat(&clauses, format) {
                assert_right(&what, &clauses, &proof);
                proofs += 1;
            }
        }
    }
    assert!(proofs > 30, "{proofs}");
}

/// The proof that CaDiCaL writes, if it says that there is no model.
fn cadical(folder: &Path, options: &[&str], clauses: &Clauses) -> Option<Vec<u8>> {
    fs::write(folder.join("f.cnf"), dimacs(clauses)).unwrap();
    let output = Command::new("cadical")
        .args(options)
        .args(["-q", "f.cnf", "f.drat"])
        .current_dir(folder)
        .output();
    let output = output.unwrap();
    match output.status.code() {
        Some(10) => None,
        Some(20) => Some(fs::read(folder.join("f.drat")).unwrap()),
        code => panic!("{code:?} {}", String::from_utf8_lossy(&output.stderr)),
    }
}

#[test]
fn proofs_of_cadical_are_right() {
    if let Err(why) = Command::new("cadical").arg("--version").output() {
        return is_missing("cadical", REQUIRED, &why.to_string());
    }
    let folder = folder("cadical");
    // The last options enable preprocessing whose proofs need RAT.
    let preprocessing = ["--unsat", "--elim=1", "--block=1", "--cover=1", "-P3"];
    let mut proofs = 0;
    for (what, clauses) in unsatisfiable() {
        for options in [&[][..], &["--no-binary"], &preprocessing] {
            if let Some(proof) = cadical(&folder, options, &clauses) {
                assert_right(&what, &clauses, &proof);
                proofs += 1;
            }
        }
    }
    assert!(proofs > 45, "{proofs}");
}

#[test]
fn the_proof_of_one_formula_is_rejected_for_another() {
    let refuted = pigeonhole(4);
    // The last pigeon may stay outside.
    let possible = refuted[..refuted.len() - 17].to_vec();
    let proof = varisat(&refuted, ProofFormat::Drat).unwrap();
    assert!(varisat(&possible, ProofFormat::Drat).is_none());
    for mode in [Mode::Forward, Mode::Backward] {
        assert!(is_verified(&dimacs(&refuted), &proof, mode));
        assert!(!is_verified(&dimacs(&possible), &proof, mode));
    }
}
