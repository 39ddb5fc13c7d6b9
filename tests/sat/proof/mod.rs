//! The proof checker: what it verifies is unsatisfiable, what solvers write it
//! verifies, and what is damaged it never verifies where there is a model.

mod command;
mod contradiction;
mod cubes;
mod damage;
mod deletions;
mod foreign;
mod formulas;
mod hostile;
mod lrat;
mod modes;
mod numbers;
mod packed;
mod parts;
mod prove;
mod proved_checker;
mod rat;
mod readers;
mod renamed;
mod solvers;
mod split;
mod verify;

use std::ops::ControlFlow;

use twistsat::proof::check::{
    Form, Formula, Mode, Outcome, Proof, ReadError, Reason, Rejected, Verified, check, trim,
};

/// What to prove where any small certificate will do: this state needs three turns.
const TWO_TURNS_TOO_FEW: [&str; 6] = [
    "prove",
    "pocket",
    "--scramble",
    "R U2 F'",
    "--max-turns",
    "2",
];

/// Checks a proof in the form that it seems to have.
fn checked(cnf: &str, proof: &[u8], mode: Mode) -> Result<Outcome, ReadError> {
    let formula = Formula::read(cnf.as_bytes())?;
    let proof = Proof::new(proof, None)?;
    check(&formula, proof, mode, &mut |_| ControlFlow::Continue(()))
}

/// What was verified, going forward or backward.
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
        Form::Text,
        &mut text,
    )
    .unwrap();
    String::from_utf8(text).unwrap()
}
