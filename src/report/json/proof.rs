//! The results of `prove`, `verify` and `check`.

use super::header::{header, header_of_certificate};
use super::{Names, object};
use crate::control::Stop;
use crate::problem::Problem;
use crate::proof::certificate::{Certificate, claim};
use crate::proof::check::{self, Format, Place, Reason};
use crate::proof::verifier::VerificationSummary;
use crate::proof::write::Outcome;
use crate::puzzle::MAX_TURNS;
use crate::report::completed_start;
use crate::text::Object;

/// The result of `prove`.
#[derive(Clone, Debug, Default)]
pub struct Proved<'a> {
    /// The outcome; `None` if the question was divided into parts, all of which were refuted.
    pub outcome: Option<&'a Outcome>,
    /// The files of the formula, the proof and the certificate.
    pub files: [Option<String>; 3],
    /// The SHA-256 of the certificate, if the question is a line of a list.
    pub certificate_sha256: Option<String>,
    /// The number of proofs, if the question was divided into parts.
    pub proofs: Option<usize>,
}

/// The report of an attempt to prove that a problem has no solution.
pub fn prove(problem: &Problem, names: Names<'_>, proved: Proved<'_>) -> Object {
    let max_turns = problem.budget.slots();
    let (verdict, solution, refutation, stop) = match proved.outcome {
        None => ("refuted", None, None, None),
        Some(Outcome::Refuted(refutation)) => ("refuted", None, Some(refutation), None),
        Some(Outcome::Solved(solution)) => ("solved", Some(solution), None, None),
        Some(Outcome::Unknown(stop)) => ("unknown", None, None, Some(stop.to_string())),
    };
    let files = proved.files;
    let [formula, proof, certificate] = files.map(|file| file.filter(|_| verdict == "refuted"));
    let at_least = proved.certificate_sha256.as_ref().map(|_| max_turns + 1);
    let sizes = refutation.map(|it| it.sizes);
    let start = solution.and_then(|it| completed_start(problem, it));
    header("twistsat.prove/1", problem, names)
        .with("max_turns", max_turns)
        .with("verdict", verdict)
        .with("turns", solution.map(|it| it.len()))
        .with("solution", solution.map(|it| it.write(names.notation)))
        .with_some("start", start)
        .with("formula", formula)
        .with("proof", proof)
        .with("certificate", certificate)
        .with_some("certificate_sha256", proved.certificate_sha256)
        .with_some("at_least", at_least)
        .with_some("proofs", proved.proofs)
        .with("lemmas_given", sizes.map(|it| it.given))
        .with("lemmas_used", sizes.map(|it| it.used))
        .with("lemmas_derived", sizes.map(|it| it.derived))
        .with("helpers", sizes.map(|it| it.helpers))
        .with("learnt", sizes.map(|it| it.learnt))
        .with("steps", sizes.map(|it| it.additions))
        .with("stopped", stop)
}

/// The report of a verification, or of why it failed.
pub fn verify(
    verdict: &str,
    certificate: &Certificate,
    result: Result<&VerificationSummary, &String>,
) -> Object {
    let summary = result.ok();
    let max_turns = certificate.question.max_turns.unwrap_or(MAX_TURNS);
    let claimed = || certificate.claim.clone();
    let claim = summary.map_or_else(claimed, |it| claim(&it.problem));
    let rests_on = summary.map_or(&[][..], |it| &it.rests_on[..]);
    let in_parts = summary.filter(|_| !certificate.parts.is_empty());
    header_of_certificate(certificate, summary.map(|it| &it.problem))
        .with("max_turns", max_turns)
        .with("verdict", verdict)
        .with("claim", claim)
        .with("rests_on", rests_on)
        .with_some("proofs", in_parts.map(|it| it.proofs))
        .with("steps", summary.map(|it| it.additions))
        .with("checked", summary.map(|it| it.checked))
        .with("reason", result.err().cloned())
}

/// The report of the check of a proof. The format is `None` if the proof was not read.
pub fn check(format: Option<Format>, outcome: &check::Outcome, stop: Option<Stop>) -> Object {
    let (verdict, verified, rejected) = match outcome {
        check::Outcome::Verified(verified) => ("verified", Some(verified), None),
        check::Outcome::Rejected(rejected) => ("rejected", None, Some(rejected)),
        check::Outcome::Stopped => ("unknown", None, None),
    };
    let stop = stop.filter(|_| verdict == "unknown");
    let steps = verified.map(|it| it.steps);
    let core = verified.and_then(|it| it.core.as_ref());
    let (line, byte) = match rejected.map(|it| &it.reason) {
        Some(Reason::Addition { place, .. } | Reason::Hints { place, .. }) => match place {
            Place::Line(line) => (Some(*line), None),
            Place::Byte(byte) => (None, Some(*byte)),
        },
        Some(Reason::NoEmptyClause) | None => (None, None),
    };
    object("twistsat.check/1")
        .with("verdict", verdict)
        .with("proof_format", format.map(Format::name))
        .with("steps", steps.or(rejected.map(|it| it.step)))
        .with("rup", verified.map(|it| it.rup))
        .with("rat", verified.map(|it| it.rat))
        .with("unit_deletions", verified.map(|it| it.unit_deletions))
        .with("missing_deletions", verified.map(|it| it.missing_deletions))
        .with("core_clauses", core.map(|it| it.clauses.len()))
        .with("core_additions", core.map(|it| it.additions))
        .with("reason", rejected.map(ToString::to_string))
        .with("line", line)
        .with("byte", byte)
        .with("stopped", stop.map(|it| it.to_string()))
}
