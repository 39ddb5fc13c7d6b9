//! Ctrl-C, SIGTERM and the memory limit.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{Failure, INTERRUPTED, loading, output};
use crate::control::{CancelFlag, Stop};
use crate::sys::{self, Memory};

/// How long a second Ctrl-C waits before it ends the process.
const GRACE: Duration = Duration::from_millis(100);

/// The time between two checks of the memory limit.
const CHECK_INTERVAL: Duration = Duration::from_millis(2);

/// Set when the memory limit stopped the work.
static MEMORY_LIMIT_REACHED: AtomicBool = AtomicBool::new(false);

/// Whether the memory limit stopped the work.
pub(super) fn stopped_by_memory() -> bool {
    MEMORY_LIMIT_REACHED.load(Ordering::SeqCst)
}

/// The flag of this process, once something checks it.
static FLAG: OnceLock<CancelFlag> = OnceLock::new();

/// Whether the handler is installed, or why not.
static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();

/// Listens for Ctrl-C and SIGTERM. Until something checks the flag, they end the process, with the same code for both; so does
/// a second one later.
pub(super) fn listen() -> &'static Result<(), String> {
    LISTENING.get_or_init(|| {
        let handler = || match FLAG.get() {
            Some(flag) if flag.is_raised() => {
                // Gives the first Ctrl-C at least this long to end an external solver, which would otherwise outlive this
                // process.
                thread::sleep(GRACE);
                std::process::exit(INTERRUPTED.into());
            }
            Some(flag) if !loading::finish_if_loading() => flag.raise(),
            _ => {
                output::diagnose("error: interrupted");
                std::process::exit(INTERRUPTED.into());
            }
        };
        ctrlc::set_handler(handler).map_err(|error| error.to_string())
    })
}

/// A flag that Ctrl-C, SIGTERM and the memory limit raise.
pub(super) fn cancel_flag() -> Result<CancelFlag, Failure> {
    if let Err(error) = listen() {
        return Err(Failure::Error(format!("cannot listen for Ctrl-C: {error}")));
    }
    let cancel = FLAG.get_or_init(CancelFlag::default).clone();
    watch_memory(&cancel)?;
    Ok(cancel)
}

/// Raises the flag when less than half of the memory limit is left. A failed allocation aborts the process and loses the
/// best answer so far. Half is kept in reserve because a growing vector may double.
fn watch_memory(cancel: &CancelFlag) -> Result<(), Failure> {
    let Some(Memory { limit, .. }) = sys::memory() else {
        return Ok(());
    };
    let is_low = move || sys::memory().is_some_and(|memory| memory.left < limit / 2);
    let flag = cancel.clone();
    let watch = move || {
        while !is_low() {
            thread::sleep(CHECK_INTERVAL);
        }
        MEMORY_LIMIT_REACHED.store(true, Ordering::SeqCst);
        flag.raise_for(Stop::MemoryLimit);
    };
    let watching = !is_low() && thread::Builder::new().spawn(watch).is_ok();
    if watching {
        return Ok(());
    }
    let what = format!(
        "reading the question: the limit of {} MiB (ulimit -v) is too low",
        limit >> 20
    );
    Err(Failure::Stopped(Stop::MemoryLimit, what))
}
