//! The loading phase of a run, in which it reads and interprets its input.
//!
//! Loading does not check clocks or signals, and ending it loses nothing: there is no output and no result yet. So a
//! separate thread watches the time limit and ends the process shortly after it; a run that has finished loading by then
//! stops normally and reports. Code that merely waits, for a pipe or the terminal, checks [`control`].

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use twistsat::control::{CancelFlag, Control, Stop};

use super::{Exit, Failure, output};

/// The time after the limit at which a run that is still loading is ended: on a busy machine, it may be about to finish.
const GRACE: Duration = Duration::from_secs(3);

/// The time limit of this process.
static LIMIT: OnceLock<Control> = OnceLock::new();

/// The current phase.
static PHASE: AtomicU8 = AtomicU8::new(PHASE_RUNNING);

/// Working, or without a loading phase.
const PHASE_RUNNING: u8 = 0;
const PHASE_LOADING: u8 = 1;
/// Ended while loading.
const PHASE_ENDED_WHILE_LOADING: u8 = 2;

/// Starts the time limit. Must be called before anything is read.
pub(super) fn start_limit(limit: Option<Duration>) {
    // Only the first call starts the time.
    if LIMIT
        .set(Control::new(CancelFlag::default(), limit))
        .is_err()
    {
        return;
    }
    PHASE.store(PHASE_LOADING, Ordering::SeqCst);
    let Some(end) = limit.and_then(|limit| limit.checked_add(GRACE)) else {
        return;
    };
    let watch = move || {
        thread::sleep(end);
        if finish_if_loading() {
            let why = Failure::Stopped(Stop::TimeLimit, "reading the question".to_owned());
            output::diagnose(&format!("error: {}", why.message()));
            std::process::exit(Exit::Unknown as i32);
        }
    };
    // If no thread can be started, the limit is checked only after loading.
    let _ = thread::Builder::new().spawn(watch);
}

/// A control that stops at the time limit. It ignores signals, which end the process until something checks them.
pub(super) fn control() -> Control {
    LIMIT.get().cloned().unwrap_or_default()
}

/// Ends the loading phase. The code that follows must check its control.
pub(super) fn finish() {
    if PHASE.swap(PHASE_RUNNING, Ordering::SeqCst) == PHASE_ENDED_WHILE_LOADING {
        // The thread that watches the limit is about to end the process.
        loop {
            thread::park();
        }
    }
}

/// Ends the loading phase; returns whether it was still going on.
pub(super) fn finish_if_loading() -> bool {
    let before = PHASE.compare_exchange(
        PHASE_LOADING,
        PHASE_ENDED_WHILE_LOADING,
        Ordering::SeqCst,
        Ordering::SeqCst,
    );
    before.is_ok()
}
