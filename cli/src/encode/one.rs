//! Encodes and writes one formula.

use std::num::NonZeroUsize;

use twistsat::control::{CancelFlag, Control};
use twistsat::encode::{Encoder, Recipe};
use twistsat::problem::Problem;
use twistsat::puzzle::Premise;
use twistsat::search::UnknownReason;

use super::format::OutputFormat;
use super::output_paths::OutputPaths;
use crate::{Failure, output};

/// Encodes a problem and writes the formula.
pub(super) fn write(
    problem: &Problem,
    recipe: &Recipe,
    paths: OutputPaths,
    format: &OutputFormat<'_>,
    cancel: &CancelFlag,
) -> Result<(), Failure> {
    if let Ok(Premise::Undecided(why)) = problem.premise() {
        output::diagnose(&format!("note: {}", UnknownReason::Undecided(why)));
    }
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let control = Control::new(cancel.clone(), None).with_jobs(threads);
    let mut encoder = Encoder::new(problem, recipe).with_content(format.content);
    let formula = encoder.encode(problem.budget, &control)?;
    formula.check_every_length(problem, recipe)?;
    format.format.check_gates(problem, &formula)?;
    let outcome = paths.write(problem, recipe, &formula, format, cancel);
    // Errors caused by Ctrl-C are not reported.
    outcome.map_err(|failure| {
        if cancel.is_raised() {
            Failure::Interrupted
        } else {
            failure
        }
    })
}
