//! The checker verifies only unsatisfiable formulas, and accepts the proofs that solvers write. It never verifies a damaged
//! proof for a formula with a model. No input makes it panic, hang, or take time or memory out of proportion to its size.

mod command;
mod damage;
mod deletions;
mod elaborate;
mod foreign;
mod formulas;
mod fuzz;
mod gzip;
mod hostile;
mod lrat;
mod modes;
mod proved;
mod rat;
mod readers;
mod solvers;
mod split;
mod thread_time;

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use twistsat_checker::{
    Encoding, Expected, Format, Formula, Mode, Outcome, Proof, ReadError, Reason, Rejected,
    Verified, check, check_either, trim,
};

/// All four clauses over two variables.
const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// The environment variable that lists, separated by commas, the other checkers that must be installed.
const REQUIRED_CHECKERS: &str = "TWISTSAT_REQUIRE_CHECKERS";

/// Checks a DRAT proof, whose encoding is detected.
fn checked(cnf: &str, proof: &[u8], mode: Mode) -> Result<Outcome, ReadError> {
    let formula = Formula::read(cnf.as_bytes())?;
    let proof = Proof::new(proof, None)?;
    check(&formula, proof, mode, &mut |_| ControlFlow::Continue(()))
}

/// The result of a check that verifies the proof.
#[track_caller]
fn verified(cnf: &str, proof: &[u8], mode: Mode) -> Verified {
    match checked(cnf, proof, mode) {
        Ok(Outcome::Verified(verified)) => verified,
        other => panic!(
            "{mode:?}: {other:?}\n{cnf}\n{}",
            String::from_utf8_lossy(proof)
        ),
    }
}

/// The rejection of a proof by a backward check; a forward check rejects it, too.
#[track_caller]
fn rejected(cnf: &str, proof: &str) -> Rejected {
    let reject = |mode| match checked(cnf, proof.as_bytes(), mode) {
        Ok(Outcome::Rejected(rejected)) => rejected,
        other => panic!("{mode:?}: {other:?}\n{cnf}\n{proof}"),
    };
    reject(Mode::Forward);
    reject(Mode::Backward)
}

/// Whether a proof is verified; a damaged one may also be unreadable.
fn is_verified(cnf: &str, proof: &[u8], mode: Mode) -> bool {
    matches!(checked(cnf, proof, mode), Ok(Outcome::Verified(_)))
}

/// The part of a proof that a backward check uses, as text.
fn trimmed(proof: &[u8], verified: &Verified) -> String {
    let core = verified.core.as_ref().unwrap();
    let mut text = Vec::new();
    let proof = Proof::new(proof, None).unwrap();
    trim(proof, core, Encoding::Text, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Checks an LRAT proof.
fn replayed(cnf: &str, proof: &[u8]) -> Result<Outcome, ReadError> {
    let formula = Formula::read(cnf.as_bytes())?;
    let mut poll = |_| ControlFlow::Continue(());
    let expected = Expected::from(Format::Lrat);
    let (format, outcome) = check_either(&formula, proof, expected, Mode::Backward, &mut poll)?;
    assert_eq!(format, Format::Lrat);
    Ok(outcome)
}

/// An empty folder for a test.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Reports that a program is not installed, and fails if the environment variable lists it.
fn is_missing(program: &str, variable: &str, why: &str) {
    let required = std::env::var(variable).unwrap_or_default();
    let is_required = required.split(',').any(|name| name.trim() == program);
    assert!(!is_required, "{variable} names {program}, but {why}");
    // The test harness hides the output of `eprintln!` when a test passes.
    let _ = writeln!(std::io::stderr(), "skipped: {program} is not installed");
}
