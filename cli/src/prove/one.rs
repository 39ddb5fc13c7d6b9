//! Makes one proof, and shows progress.

use indicatif::HumanCount;
use twistsat::answer::Task;
use twistsat::control::Control;
use twistsat::problem::Problem;
use twistsat::proof::write::{Event, Outcome};
use twistsat::search::UnknownReason;

use super::args::Args;
use crate::Failure;
use crate::certificate::CertificatePaths;
use crate::progress::{Progress, checking_text};

/// Calls `prove` and shows its events as progress.
pub(crate) fn with_progress<T>(quiet: bool, prove: impl FnOnce(&mut dyn FnMut(Event)) -> T) -> T {
    let progress = Progress::new(quiet);
    prove(&mut |event| match event {
        Event::Solving { clauses, lemmas } => progress.set_live_text(&format!(
            "solving: {} clauses, {} lemmas",
            HumanCount(clauses as u64),
            HumanCount(lemmas as u64)
        )),
        Event::Refuted => progress.set_live_text("refuted; shortening the proof"),
        Event::Checking(step) => progress.set_live_text(&checking_text(step)),
        Event::Derived(_) => progress.set_live_text("checking the proof"),
    })
}

/// Proves that a problem of a task has no solution, and writes the certificate. The outcome may also be a solution.
pub(super) fn prove_and_write(
    args: &Args,
    task: &Task,
    problem: &Problem,
    paths: &CertificatePaths,
    control: &Control,
    quiet: bool,
) -> Result<Outcome, Failure> {
    let format = args.proof_format.into();
    let outcome = with_progress(quiet, |notify| task.prove(problem, format, control, notify));
    let outcome = outcome.map_err(|error| args.problem.explain_error(&error))?;
    let Outcome::Refuted(refutation) = &outcome else {
        return Ok(outcome);
    };
    let (solver, cancel) = (task.solver().name(), control.cancel_flag());
    let stopped = paths.write(problem, solver, refutation, args.encoding(), cancel)?;
    Ok(match stopped {
        None => outcome,
        Some(why) => Outcome::Unknown(UnknownReason::Stopped(why)),
    })
}
