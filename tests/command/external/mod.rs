//! Solvers that are programs of their own: what they say is believed only if
//! it fits together, and they and what they start come to an end.

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
