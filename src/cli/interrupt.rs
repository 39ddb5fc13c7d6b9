//! Ctrl-C and SIGTERM.

use std::time::Duration;

use super::{Failure, INTERRUPTED, loading, output};
use crate::control::CancelFlag;

/// How long a second Ctrl-C waits before it ends the process.
const TIME_TO_END: Duration = Duration::from_millis(100);

/// A flag that Ctrl-C and SIGTERM raise. A second one ends the process at once.
pub(super) fn cancel_flag() -> Result<CancelFlag, Failure> {
    let cancel = CancelFlag::default();
    let flag = cancel.clone();
    ctrlc::set_handler(move || {
        if flag.is_raised() {
            // The first Ctrl-C has at least this long to end a solver that
            // is a program of its own. It would outlive us.
            std::thread::sleep(TIME_TO_END);
            std::process::exit(INTERRUPTED.into());
        }
        if loading::ends() {
            output::diagnose("error: interrupted");
            std::process::exit(INTERRUPTED.into());
        }
        flag.raise();
    })
    .map_err(|error| Failure::Error(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(cancel)
}
