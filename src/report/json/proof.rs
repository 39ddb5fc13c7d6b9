//! The results of `prove`, `verify` and `check`.

use serde::Serialize;

use super::{Header, Names, ObjectHeader, Schema};
use crate::control::Stop;
use crate::problem::Problem;
use crate::proof::certificate::{Certificate, claim};
use crate::proof::check::{self, Format, Place, Reason};
use crate::proof::verifier::VerificationSummary;
use crate::proof::write::Outcome;
use crate::puzzle::MAX_TURNS;
use crate::report::completed_start;

/// The result of `prove`.
#[derive(Debug, Default, Serialize)]
pub struct Prove {
    /// The question.
    #[serde(flatten)]
    pub header: Header,
    /// The budget.
    pub max_turns: usize,
    /// `refuted`, `solved` or `unknown`.
    pub verdict: &'static str,
    /// Length of a solution, in the metric; null without one.
    pub turns: Option<usize>,
    /// The solution; null without one.
    pub solution: Option<String>,
    /// The state that the solution solves, if the start has unknown stickers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The file of the formula; null if nothing is refuted.
    pub formula: Option<String>,
    /// The file of the proof.
    pub proof: Option<String>,
    /// The certificate.
    pub certificate: Option<String>,
    /// The SHA-256 of the certificate, in hexadecimal; present only in the answer to a line of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate_sha256: Option<String>,
    /// No solution has fewer turns; present only in the answer to a line of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<usize>,
    /// The number of proofs, if the claim was proved in parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proofs: Option<usize>,
    /// Lemmas given to the solver.
    pub lemmas_given: Option<usize>,
    /// Lemmas used by its refutation.
    pub lemmas_used: Option<usize>,
    /// Lemmas derived, for the refutation and for each other.
    pub lemmas_derived: Option<usize>,
    /// Helper clauses derived for them.
    pub helpers: Option<usize>,
    /// Clauses that the solver learned and the proof uses.
    pub learnt: Option<u64>,
    /// Clauses that the finished proof adds.
    pub steps: Option<u64>,
    /// Why the work ended early; null if it did not.
    pub stopped: Option<String>,
}

impl Prove {
    /// The report of an attempt, with all further keys empty.
    pub fn new(header: Header, max_turns: usize, verdict: &'static str) -> Self {
        Self {
            header,
            max_turns,
            verdict,
            ..Self::default()
        }
    }

    /// The report of an attempt whose certificate goes to these files: formula, proof and certificate.
    pub fn of(problem: &Problem, names: Names<'_>, outcome: &Outcome, files: [String; 3]) -> Self {
        let notation = names.notation;
        let header = Header::new(Schema::Prove, problem, names);
        let report = |verdict| Self::new(header, problem.budget.slots(), verdict);
        match outcome {
            Outcome::Refuted(refutation) => {
                let [formula, proof, certificate] = files.map(Some);
                let sizes = refutation.sizes;
                Self {
                    formula,
                    proof,
                    certificate,
                    lemmas_given: Some(sizes.given),
                    lemmas_used: Some(sizes.used),
                    lemmas_derived: Some(sizes.derived.lemmas),
                    helpers: Some(sizes.derived.helpers),
                    learnt: Some(sizes.learnt),
                    steps: Some(sizes.additions),
                    ..report("refuted")
                }
            }
            Outcome::Solved(solution) => Self {
                turns: Some(solution.len()),
                solution: Some(solution.write(notation)),
                start: completed_start(problem, solution),
                ..report("solved")
            },
            Outcome::Unknown(stop) => Self {
                stopped: Some(stop.to_string()),
                ..report("unknown")
            },
        }
    }
}

/// The result of `verify`.
#[derive(Debug, Serialize)]
pub struct Verify {
    /// The question of the certificate.
    #[serde(flatten)]
    pub header: Header,
    /// The budget.
    pub max_turns: usize,
    /// `verified`, `rejected` or `unknown`.
    pub verdict: &'static str,
    /// What the certificate claims.
    pub claim: String,
    /// The premises of the claim beyond the clauses; empty if the claim is not verified.
    pub rests_on: Vec<String>,
    /// The number of proofs, if the claim was proved in parts and is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proofs: Option<usize>,
    /// The number of clauses that all proofs together add; null if the claim is not verified.
    pub steps: Option<u64>,
    /// The number of these clauses that were checked.
    pub checked: Option<u64>,
    /// What is wrong, or why the work ended early; null if the claim is verified.
    pub reason: Option<String>,
}

impl Verify {
    /// The report of a verification, or of why it failed.
    pub fn new(
        verdict: &'static str,
        certificate: &Certificate,
        result: Result<&VerificationSummary, &String>,
    ) -> Self {
        let summary = result.ok();
        Self {
            header: Header::of_certificate(certificate, summary.map(|summary| &summary.problem)),
            max_turns: certificate.question.max_turns.unwrap_or(MAX_TURNS),
            verdict,
            claim: summary.map_or_else(|| certificate.claim.clone(), |it| claim(&it.problem)),
            rests_on: summary.map_or_else(Vec::new, |summary| summary.rests_on.clone()),
            proofs: summary
                .map(|summary| summary.proofs)
                .filter(|_| !certificate.parts.is_empty()),
            steps: summary.map(|summary| summary.additions),
            checked: summary.map(|summary| summary.checked),
            reason: result.err().cloned(),
        }
    }
}

/// The result of `check`.
#[derive(Debug, Default, Serialize)]
pub struct Check {
    /// The common keys of all objects.
    #[serde(flatten)]
    pub object: ObjectHeader,
    /// `verified`, `rejected` or `unknown`.
    pub verdict: &'static str,
    /// The format in which the proof was read, `lrat` or `drat`; null if it was not read.
    pub proof_format: Option<&'static str>,
    /// Steps of the proof up to the empty clause, or up to the wrong step.
    pub steps: Option<u64>,
    /// Additions checked by unit propagation alone.
    pub rup: Option<u64>,
    /// Additions checked by resolution on their first literal.
    pub rat: Option<u64>,
    /// Ignored deletions of clauses that are the reason of a permanently true literal.
    pub unit_deletions: Option<u64>,
    /// Ignored deletions of a nonexistent clause.
    pub missing_deletions: Option<u64>,
    /// Clauses of the formula that are used; null if every addition was checked.
    pub core_clauses: Option<usize>,
    /// Additions that are used; null if every addition was checked.
    pub core_additions: Option<u64>,
    /// Why the proof is rejected; null if it is not.
    pub reason: Option<String>,
    /// The line of the wrong step, from 1, in a text proof.
    pub line: Option<u64>,
    /// The first byte of the wrong step, from 0, in a binary proof.
    pub byte: Option<u64>,
    /// Why the check ended early; null if it did not.
    pub stopped: Option<String>,
}

impl Check {
    /// The report of a check.
    pub fn new(format: Option<Format>, outcome: &check::Outcome, stop: Option<Stop>) -> Self {
        let report = Self {
            object: ObjectHeader::new(Schema::Check),
            verdict: "unknown",
            proof_format: format.map(Format::name),
            ..Self::default()
        };
        match outcome {
            check::Outcome::Verified(verified) => Self {
                verdict: "verified",
                steps: Some(verified.steps),
                rup: Some(verified.rup),
                rat: Some(verified.rat),
                unit_deletions: Some(verified.unit_deletions),
                missing_deletions: Some(verified.missing_deletions),
                core_clauses: verified.core.as_ref().map(|core| core.clauses.len()),
                core_additions: verified.core.as_ref().map(|core| core.additions),
                ..report
            },
            check::Outcome::Rejected(rejected) => {
                let (line, byte) = match rejected.reason {
                    Reason::Addition { place, .. } | Reason::Hints { place, .. } => match place {
                        Place::Line(line) => (Some(line), None),
                        Place::Byte(byte) => (None, Some(byte)),
                    },
                    Reason::NoEmptyClause => (None, None),
                };
                Self {
                    verdict: "rejected",
                    steps: Some(rejected.step),
                    reason: Some(rejected.to_string()),
                    line,
                    byte,
                    ..report
                }
            }
            check::Outcome::Stopped => Self {
                stopped: stop.map(|stop| stop.to_string()),
                ..report
            },
        }
    }
}
