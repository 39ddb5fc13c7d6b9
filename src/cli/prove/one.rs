//! One proof, with progress.

use indicatif::HumanCount;

use crate::cli::Failure;
use crate::cli::progress::{Progress, checking};
use crate::control::Control;
use crate::problem::Problem;
use crate::proof::check::Format;
use crate::proof::write;
use crate::proof::write::{Event, Outcome};
use crate::solver::Backend;

/// Proves, and shows progress.
pub(crate) fn prove(
    (problem, format): (&Problem, Format),
    backend: &dyn Backend,
    control: &Control,
    quiet: bool,
) -> Result<Outcome, Failure> {
    let progress = Progress::new(quiet);
    let mut notify = |event| match event {
        Event::Solving { clauses, lemmas } => progress.count(&format!(
            "solving: {} clauses, {} lemmas",
            HumanCount(clauses as u64),
            HumanCount(lemmas as u64)
        )),
        Event::Refuted => progress.count("refuted; trimming the proof"),
        Event::Checking(step) => progress.count(&checking(step)),
        Event::Derived(_) => progress.count("checking the proof"),
    };
    write::prove_in(problem, format, backend, control, &mut notify).map_err(Failure::error)
}
