//! The beginning of a run, while it reads what it was given and finds out what that means.
//!
//! Nobody looks at a clock or at signals there, and nothing is lost by ending it: nothing is written
//! yet, and nothing found. So the time limit is watched by a thread of its own, which ends the
//! process a while after the limit; a run that is ready by then stops by itself, and reports. What
//! only waits, for a pipe or the terminal, has a [`control`] to look at.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use super::{Exit, Failure, output};
use crate::control::{CancelFlag, Control, Stop};

/// How long after the time limit a run is ended that has not begun to work: on a busy machine,
/// it may be about to.
const GRACE: Duration = Duration::from_secs(3);

/// What the one run of this process was told.
static LIMIT: OnceLock<Control> = OnceLock::new();

/// Where it is.
static PHASE: AtomicU8 = AtomicU8::new(OTHER);

/// It works, or has no such phase.
const OTHER: u8 = 0;
const LOADING: u8 = 1;
/// It was ended while it was loading.
const ENDED: u8 = 2;

/// The time begins. To be called before anything is read.
pub(super) fn begin(limit: Option<Duration>) {
    // A second time does not begin anew.
    if LIMIT
        .set(Control::new(CancelFlag::default(), limit))
        .is_err()
    {
        return;
    }
    PHASE.store(LOADING, Ordering::SeqCst);
    let Some(end) = limit.and_then(|limit| limit.checked_add(GRACE)) else {
        return;
    };
    let watch = move || {
        thread::sleep(end);
        if ends() {
            let why = Failure::Stopped(Stop::TimeLimit, "reading the question".to_owned());
            output::diagnose(&format!("error: {}", why.message()));
            std::process::exit(Exit::Unknown as i32);
        }
    };
    // A machine without room for one more thread has no such watch.
    let _ = thread::Builder::new().spawn(watch);
}

/// A control that stops when the time is over. No signal does: as long as nobody listens for
/// them, they end the process by themselves.
pub(super) fn control() -> Control {
    LIMIT.get().cloned().unwrap_or_default()
}

/// What follows looks at its control.
pub(super) fn done() {
    if PHASE.swap(OTHER, Ordering::SeqCst) == ENDED {
        // The process ends at any moment.
        loop {
            thread::park();
        }
    }
}

/// Ends the loading, whoever does it; whether it was still going on.
pub(super) fn ends() -> bool {
    let before = PHASE.compare_exchange(LOADING, ENDED, Ordering::SeqCst, Ordering::SeqCst);
    before.is_ok()
}
