//! Solvers that are programs of their own: what they say is believed only if
//! it fits together, and they and what they start come to an end.

#[path = "../common_cli/mod.rs"]
mod common_cli;
#[path = "../common_programs/mod.rs"]
mod common_programs;
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

use common_cli::*;
