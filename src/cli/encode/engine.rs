//! Jobs for solvers that run on many machines.

use std::path::{Path, PathBuf};

use super::places::is_stream;
use crate::cli::Failure;
use crate::solver::MallobJob;

/// The job for Mallob, beside the formula, which it names by its whole path.
pub(super) fn job(
    limit: Option<std::time::Duration>,
    formula: Option<&Path>,
) -> Result<(PathBuf, String), Failure> {
    let Some(formula) = formula.filter(|path| !is_stream(path)) else {
        let why = "--engine requires a file for the formula, which its job names; give -o FILE";
        return Err(Failure::Usage(why.to_owned()));
    };
    let mut path = formula.as_os_str().to_owned();
    path.push(".mallob.json");
    let whole = std::path::absolute(formula)
        .map_err(|error| Failure::Error(format!("cannot find {}: {error}", formula.display())))?;
    let job = MallobJob::new(&whole, limit).map_err(Failure::error)?;
    Ok((PathBuf::from(path), job.write().map_err(Failure::error)?))
}
