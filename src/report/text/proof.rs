//! Texts about proofs: the claim and its premises.

use crate::control::Stop;
use crate::problem::Problem;
use crate::proof::certificate::{Certificate, allowed_turns, claim};
use crate::proof::check::{Format, Outcome};
use crate::proof::verifier::VerificationSummary;
use crate::proof::write::Refutation;
use crate::puzzle::{Layout, Premise};
use crate::search::UnknownReason;
use crate::text::{escape_invisible, with_thousands_separators};

/// The result of `prove`, with the sizes of the proof.
pub fn proved_claim(problem: &Problem, refutation: &Refutation) -> String {
    let sizes = &refutation.sizes;
    format!(
        "no solution of {}: the proof was checked ({} clauses; {} of {} lemmas used, {} learnt clauses)\n",
        problem.question_in_words(),
        with_thousands_separators(sizes.additions),
        with_thousands_separators(sizes.used as u64),
        with_thousands_separators(sizes.given as u64),
        with_thousands_separators(sizes.learnt),
    )
}

/// The result of `prove` in parts.
pub fn proved_in_parts(problem: &Problem, parts: usize) -> String {
    let proofs = match parts {
        1 => "1 proof was checked".to_owned(),
        _ => format!("{} proofs were checked", with_thousands_separators(parts)),
    };
    format!("no solution of {}: {proofs}\n", problem.question_in_words())
}

/// The result of `verify`.
pub fn verified_claim(certificate: &Certificate, verification: &VerificationSummary) -> String {
    let problem = &verification.problem;
    let state = |state| {
        let scheme = &problem.scheme;
        scheme.write_pattern(&problem.puzzle, state, Layout::Faces)
    };
    let (start, goal) = match &problem.stage_context {
        Some(context) => (context.start_letters(), context.stage_in_words()),
        None => (state(&problem.start), state(&problem.shown_goal())),
    };
    let (start, goal) = (escape_invisible(&start), escape_invisible(&goal));
    let mut lines = vec![
        format!("verified: {}", claim(problem)),
        format!("puzzle {}", problem.full_puzzle().name()),
        format!("start  {start}"),
        format!("goal   {goal}{}", problem.other_goals()),
        format!("turns  {}", allowed_turns(problem)),
    ];
    if let Ok(Premise::Undecided(why)) = problem.check_premise() {
        let why = UnknownReason::Undecided(why);
        lines.push(format!("note   {why}; the claim holds either way"));
    }
    if !certificate.parts.is_empty() {
        lines.push(format!("parts  {}", certificate.parts.len()));
    }
    lines.push(format!(
        "proof  {} clauses, {} checked",
        with_thousands_separators(verification.additions),
        with_thousands_separators(verification.checked)
    ));
    for (number, premise) in verification.rests_on.iter().enumerate() {
        let head = if number == 0 { "rests" } else { "" };
        lines.push(format!("{head:<6} on {premise}"));
    }
    lines.join("\n") + "\n"
}

/// The result of `check`.
pub fn checked_proof(format: Option<Format>, outcome: &Outcome, stop: Option<Stop>) -> String {
    let format = format.map_or("", Format::title);
    let verified = match outcome {
        Outcome::Verified(verified) => verified,
        Outcome::Rejected(rejected) => {
            return format!("rejected, read as {format}: {rejected}\n");
        }
        Outcome::Stopped => {
            let why = stop.map_or_else(String::new, |stop| format!(" ({stop})"));
            return format!("unknown whether the proof is right{why}\n");
        }
    };
    let count = |number: u64, unit: &str| {
        let plural = if number == 1 { "" } else { "s" };
        format!("{} {unit}{plural}", with_thousands_separators(number))
    };
    let mut text = format!(
        "verified: the formula is unsatisfiable ({format}: {}, {} checked: {} RUP, {} RAT",
        count(verified.steps, "step"),
        count(verified.rup + verified.rat, "addition"),
        with_thousands_separators(verified.rup),
        with_thousands_separators(verified.rat),
    );
    if let Some(core) = &verified.core {
        text += "; used: ";
        text += &count(core.clauses.len() as u64, "clause");
    }
    for (number, what) in [
        (verified.unit_deletions, "of unit clauses"),
        (verified.missing_deletions, "of clauses that do not exist"),
    ] {
        if number > 0 {
            let deletions = count(number, "deletion");
            text += &format!("; ignored: {deletions} {what}");
        }
    }
    text + ")\n"
}
