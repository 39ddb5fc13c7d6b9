//! Turns the learned clauses into the published proof.
//!
//! *Order.* The learned clauses are checked backwards against the formula with all lemmas, which determines the lemmas and
//! learned clauses that the refutation uses. Only those are derived and kept. The whole proof is checked against the
//! formula without lemmas and trimmed, and the result is checked once more in its published form.

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
    Encoding, Expected, Format, Formula as Checkable, Mode, Outcome as Checked, Proof, Rejected,
    TrimError, Verified, check_either, elaborate, trim,
};

/// The formula of a proof, and how to finish the proof.
pub(super) struct ProofFinisher<'a> {
    /// Clauses without lemmas.
    pub(super) clauses: &'a Clauses,
    /// The number of variables.
    pub(super) variables: u32,
    /// The format of the proof.
    pub(super) format: Format,
    /// The source of the learned clauses.
    pub(super) author: &'a str,
    /// Stops the work on request or at the time limit.
    pub(super) control: &'a Control,
}

impl ProofFinisher<'_> {
    /// The proof and its sizes. `learnt` contains the clauses that follow from the clauses and all lemmas.
    pub(super) fn proof(
        &self,
        (with_lemmas, given): (Clauses, Option<GivenLemmas>),
        learnt: Vec<u8>,
        notify: &mut dyn FnMut(Event),
    ) -> Result<(Vec<u8>, ProofSizes), Error> {
        let mut sizes = ProofSizes {
            given: given.as_ref().map_or(0, |given| given.lemmas.len()),
            ..ProofSizes::default()
        };
        let clauses = self.checkable(&with_lemmas)?;
        drop(with_lemmas);
        let learnt = check::without_hints(&clauses, learnt)
            .map_err(|error| self.wrong_proof_error(&error))?;
        let wrong = |reason: &dyn fmt::Display| self.wrong_proof_error(reason);
        let learned = self.check(&clauses, &learnt, Format::Drat.into(), wrong, notify)?;
        let core = learned.core.unwrap_or_default();
        drop(clauses);
        sizes.learnt = core.additions;
        let mut steps = Steps::new(self.clauses.len());
        if let Some(given) = given {
            let plain = self.clauses.len();
            let used = core.clauses.iter().copied();
            let used = used.filter_map(|clause| (clause as usize).checked_sub(plain));
            let used: Vec<_> = used.map(|lemma| given.lemmas[lemma]).collect();
            sizes.used = used.len();
            derive(&given, &used, self.clauses, &mut steps, &mut sizes);
        }
        let learned = Proof::new(&learnt[..], None).map_err(Error::failed)?;
        trim(learned, &core, Encoding::Binary, &mut steps.bytes).map_err(Error::failed)?;
        drop((learnt, core));
        notify(Event::Derived(sizes));
        let clauses = self.checkable(self.clauses)?;
        let proof = match self.format {
            Format::Drat => self.trimmed(&clauses, steps, notify)?,
            Format::Lrat => self.elaborated(&clauses, steps, notify)?,
        };
        // Check the proof once more, in its published form.
        sizes.additions = self
            .check_own(&clauses, &proof, self.format, notify)?
            .additions;
        Ok((proof, sizes))
    }

    fn checkable(&self, clauses: &Clauses) -> Result<Checkable, Error> {
        as_clauses(self.variables, clauses)
    }

    fn wrong_proof_error(&self, reason: &dyn fmt::Display) -> Error {
        let solver = self.author;
        Error::new(
            ErrorKind::WrongAnswer,
            format!("the proof of {solver} is wrong, so nothing is proved: {reason}"),
        )
    }

    /// The needed part of a proof, in DRAT.
    fn trimmed(
        &self,
        clauses: &Checkable,
        steps: Steps,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Vec<u8>, Error> {
        let verified = self.check_own(clauses, &steps.bytes, Format::Drat, notify)?;
        let core = verified.core.unwrap_or_default();
        let mut proof = Vec::new();
        trim(binary(&steps.bytes)?, &core, Encoding::Binary, &mut proof).map_err(Error::failed)?;
        Ok(proof)
    }

    /// The needed part of a proof, in LRAT.
    fn elaborated(
        &self,
        clauses: &Checkable,
        steps: Steps,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Vec<u8>, Error> {
        let mut poll = |at| self.poll(at, notify);
        let drat = binary(&steps.bytes)?;
        let (outcome, elaborated) =
            elaborate(clauses, drat, &steps.suggestions, &mut poll).map_err(Error::failed)?;
        verified(outcome, self.control, |rejected| own_proof_error(&rejected))?;
        drop(steps);
        let mut proof = Vec::new();
        if let Some(elaborated) = elaborated {
            let written = elaborated.write(Encoding::Binary, &mut proof);
            written.map_err(|error| Error::failed(TrimError::Write(error)))?;
        }
        Ok(proof)
    }

    /// Checks a proof of this program, in binary.
    fn check_own(
        &self,
        clauses: &Checkable,
        proof: &[u8],
        format: Format,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Verified, Error> {
        let expected = Expected {
            encoding: Some(Encoding::Binary),
            ..format.into()
        };
        self.check(clauses, proof, expected, own_proof_error, notify)
    }

    /// Checks a proof; `wrong` makes the error for one that is wrong.
    fn check(
        &self,
        clauses: &Checkable,
        proof: &[u8],
        expected: Expected,
        wrong: impl Fn(&dyn fmt::Display) -> Error,
        notify: &mut dyn FnMut(Event),
    ) -> Result<Verified, Error> {
        let mut poll = |at| self.poll(at, notify);
        let outcome = check_either(clauses, proof, expected, Mode::Backward, &mut poll);
        let (_, outcome) = outcome.map_err(|error| wrong(&error))?;
        verified(outcome, self.control, |rejected| wrong(&rejected))
    }

    fn poll(&self, at: check::Progress, notify: &mut dyn FnMut(Event)) -> ControlFlow<()> {
        notify(Event::Checking(at));
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

/// The result of a check that ended early only if the control stopped it.
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

/// The error for a proof of this program that is wrong.
fn own_proof_error(reason: &dyn fmt::Display) -> Error {
    Error::internal(format!(
        "the proof is wrong, so nothing is proved: {reason}"
    ))
}

pub(super) fn binary(proof: &[u8]) -> Result<Proof<'_>, Error> {
    Proof::new(proof, Some(Encoding::Binary)).map_err(Error::failed)
}

/// Converts clauses for the checker.
pub(super) fn as_clauses(variables: u32, clauses: &Clauses) -> Result<Checkable, Error> {
    let clauses = clauses.iter();
    let clauses = clauses.map(|clause| clause.iter().map(|literal| literal.to_ipasir()));
    Checkable::from_clauses(variables, clauses).map_err(Error::failed)
}
