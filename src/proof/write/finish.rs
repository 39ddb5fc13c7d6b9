//! Turns the learned clauses into the published proof.
//!
//! *Order.* The learned clauses are checked backwards against the formula with all lemmas, which determines the lemmas
//! and the learned clauses that the refutation uses. Only these lemmas are derived, and only these clauses kept. The
//! whole proof is checked against the formula without lemmas and trimmed, and the result is checked once more in its
//! published form.

use std::fmt;
use std::ops::ControlFlow;

use super::derive::derive;
use super::given_lemmas::GivenLemmas;
use super::outcome::{Event, ProofSizes};
use super::steps::Steps;
use crate::clauses::Clauses;
use crate::control::{Control, Stop};
use crate::error::{Error, ErrorKind};
use crate::proof::check;
use crate::proof::check::{
    Encoding, Format, Formula as Checkable, Mode, Outcome as Checked, Proof, Rejected, Verified,
    check_either, elaborate, trim,
};

pub(super) struct ProofFinisher<'a> {
    /// The clauses of the formula, without lemmas.
    pub(super) clauses: &'a Clauses,
    pub(super) variables: u32,
    /// The format of the finished proof.
    pub(super) format: Format,
    /// The author of the given proof, for errors.
    pub(super) author: &'a str,
    pub(super) control: &'a Control,
    pub(super) notify: &'a mut dyn FnMut(Event),
}

impl ProofFinisher<'_> {
    /// The proof and its sizes, from a solver's proof about the clauses with all lemmas.
    pub(super) fn proof(
        &mut self,
        with_lemmas: Clauses,
        given: Option<GivenLemmas>,
        solver_proof: Vec<u8>,
    ) -> Result<(Vec<u8>, ProofSizes), Error> {
        let author = self.author;
        let wrong_error = |reason: &dyn fmt::Display| {
            let reason = format!("the proof of {author} is wrong, so nothing is proved: {reason}");
            Error::new(ErrorKind::WrongAnswer, reason)
        };
        let mut sizes = ProofSizes {
            given: given.as_ref().map_or(0, |given| given.lemmas.len()),
            ..ProofSizes::default()
        };
        let clauses = as_clauses(self.variables, &with_lemmas)?;
        drop(with_lemmas);
        let drat = check::without_hints(&clauses, solver_proof);
        let drat = drat.map_err(|error| wrong_error(&error))?;
        let checked = self.check(&clauses, &drat, Format::Drat, &wrong_error)?;
        let core = checked.core.unwrap_or_default();
        drop(clauses);
        sizes.learnt = core.additions;
        let mut steps = Steps::new(self.clauses.len());
        if let Some(given) = given {
            let plain = self.clauses.len();
            let used = core.clauses.iter();
            let used = used.filter_map(|&clause| (clause as usize).checked_sub(plain));
            let used: Vec<_> = used.map(|lemma| given.lemmas[lemma]).collect();
            sizes.used = used.len();
            derive(&given, &used, self.clauses, &mut steps, &mut sizes);
        }
        let learned = Proof::new(&drat[..], None).map_err(Error::failed)?;
        trim(learned, &core, Encoding::Binary, &mut steps.bytes).map_err(Error::failed)?;
        drop((drat, core));
        (self.notify)(Event::Derived(sizes));
        let clauses = as_clauses(self.variables, self.clauses)?;
        let proof = match self.format {
            Format::Drat => self.trimmed(&clauses, steps)?,
            Format::Lrat => self.elaborated(&clauses, steps)?,
        };
        // Check the proof once more, in its published form.
        let checked = self.check(&clauses, &proof, self.format, &own_proof_error)?;
        sizes.additions = checked.additions;
        Ok((proof, sizes))
    }

    /// The needed part of a proof, in DRAT.
    fn trimmed(&mut self, clauses: &Checkable, steps: Steps) -> Result<Vec<u8>, Error> {
        let checked = self.check(clauses, &steps.bytes, Format::Drat, &own_proof_error)?;
        let core = checked.core.unwrap_or_default();
        let mut proof = Vec::new();
        trim(binary(&steps.bytes)?, &core, Encoding::Binary, &mut proof).map_err(Error::failed)?;
        Ok(proof)
    }

    /// The needed part of a proof, in LRAT.
    fn elaborated(&mut self, clauses: &Checkable, steps: Steps) -> Result<Vec<u8>, Error> {
        let mut poll = |at| self.poll(at);
        let drat = binary(&steps.bytes)?;
        let (outcome, elaborated) =
            elaborate(clauses, drat, &steps.suggestions, &mut poll).map_err(Error::failed)?;
        verified(outcome, self.control, |rejected| own_proof_error(&rejected))?;
        drop(steps);
        let mut proof = Vec::new();
        if let Some(elaborated) = elaborated {
            let written = elaborated.write(Encoding::Binary, &mut proof);
            written.map_err(Error::failed)?;
        }
        Ok(proof)
    }

    /// Checks a proof; `wrong_error` makes the error for a wrong proof.
    fn check(
        &mut self,
        clauses: &Checkable,
        proof: &[u8],
        format: Format,
        wrong_error: &dyn Fn(&dyn fmt::Display) -> Error,
    ) -> Result<Verified, Error> {
        let mut poll = |at| self.poll(at);
        let outcome = check_either(clauses, proof, format.into(), Mode::Backward, &mut poll);
        let (_, outcome) = outcome.map_err(|error| wrong_error(&error))?;
        verified(outcome, self.control, |rejected| wrong_error(&rejected))
    }

    fn poll(&mut self, at: check::Progress) -> ControlFlow<()> {
        (self.notify)(Event::Checking(at));
        unless_stopped(self.control)
    }
}

/// Continues a check unless the control stops it.
pub(in crate::proof) fn unless_stopped(control: &Control) -> ControlFlow<()> {
    match control.stop() {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(()),
    }
}

/// The result of a check that only the control can stop.
pub(in crate::proof) fn verified(
    outcome: Checked,
    control: &Control,
    rejected_error: impl FnOnce(Rejected) -> Error,
) -> Result<Verified, Error> {
    match outcome {
        Checked::Verified(verified) => Ok(verified),
        Checked::Rejected(rejected) => Err(rejected_error(rejected)),
        Checked::Stopped => Err(control.stop().unwrap_or(Stop::Cancelled).into()),
    }
}

/// The error for a wrong proof that this program made, not the solver.
fn own_proof_error(reason: &dyn fmt::Display) -> Error {
    Error::internal(format!(
        "the proof is wrong, so nothing is proved: {reason}"
    ))
}

pub(super) fn binary(proof: &[u8]) -> Result<Proof<'_>, Error> {
    Proof::new(proof, Some(Encoding::Binary)).map_err(Error::failed)
}

pub(super) fn as_clauses(variables: u32, clauses: &Clauses) -> Result<Checkable, Error> {
    let clauses = clauses.iter();
    let clauses = clauses.map(|clause| clause.iter().map(|literal| literal.to_ipasir()));
    Checkable::from_clauses(variables, clauses).map_err(Error::failed)
}
