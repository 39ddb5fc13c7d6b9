//! Solvers that are external programs: their answers are accepted only if they are consistent, and the programs and
//! their child processes always end.

mod options;
mod real;

// The fake programs are shell scripts.
#[cfg(unix)]
mod fake;
#[cfg(unix)]
mod lies;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod talk;

use crate::common::cli::*;
