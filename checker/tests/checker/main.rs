//! What the checker verifies is unsatisfiable; what solvers write, it verifies; what is damaged, it never verifies for a
//! formula with a model; and no bytes make it panic, hang, or take time and memory out of proportion.

mod command;
mod damage;
mod deletions;
mod elaborate;
mod foreign;
mod formulas;
mod fuzz;

mod hostile;
mod lrat;
mod modes;
mod packed;
mod proved;
mod rat;
mod readers;
mod solvers;
mod split;
mod worked;

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

/// Names, with commas, of other checkers whose absence is a failure.
const REQUIRED_CHECKERS: &str = "TWISTSAT_REQUIRE_CHECKERS";

/// Checks a proof in DRAT in the form that it seems to have.
fn checked(cnf: &str, proof: &[u8], mode: Mode) -> Result<Outcome, ReadError> {
    let formula = Formula::read(cnf.as_bytes())?;
    let proof = Proof::new(proof, None)?;
    check(&formula, proof, mode, &mut |_| ControlFlow::Continue(()))
}

/// The result of a check, forward or backward.
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

/// Why a proof is rejected, going backward; going forward it is, too.
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

/// The part of a proof that backward checking finds to be used, in text.
fn trimmed(proof: &[u8], verified: &Verified) -> String {
    let core = verified.core.as_ref().unwrap();
    let mut text = Vec::new();
    trim(
        Proof::new(proof, None).unwrap(),
        core,
        Encoding::Text,
        &mut text,
    )
    .unwrap();
    String::from_utf8(text).unwrap()
}

/// Checks a proof in LRAT.
fn replayed(cnf: &str, proof: &[u8]) -> Result<Outcome, ReadError> {
    let formula = Formula::read(cnf.as_bytes())?;
    let mut poll = |_| ControlFlow::Continue(());
    let expected = Expected::from(Format::Lrat);
    let (format, outcome) = check_either(&formula, proof, expected, Mode::Backward, &mut poll)?;
    assert_eq!(format, Format::Lrat);
    Ok(outcome)
}

/// A folder of a test, empty.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says that a program is not installed. That is a failure where the variable names it, among others with commas.
fn is_missing(program: &str, variable: &str, why: &str) {
    let required = std::env::var(variable).unwrap_or_default();
    let is_required = required.split(',').any(|name| name.trim() == program);
    assert!(!is_required, "{variable} names {program}, but {why}");
    // Not by `eprintln!`, which a test that passes keeps to itself.
    let _ = writeln!(std::io::stderr(), "skipped: {program} is not installed");
}
