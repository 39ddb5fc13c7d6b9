//! Ctrl-C, SIGTERM, SIGHUP and the memory limit.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use twistsat::control::{CancelFlag, Stop};
use twistsat::sys::{MemoryLimit, memory_limit};

use super::{Failure, INTERRUPTED, loading, output};
use crate::sys;

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

/// Listens for Ctrl-C, SIGTERM and SIGHUP. Until something checks the flag, each ends the process with the same exit
/// code; later, a second one does.
pub(super) fn listen() -> Result<(), Failure> {
    let end = || {
        thread::sleep(GRACE);
        std::process::exit(INTERRUPTED.into());
    };
    let handler = move || match FLAG.get() {
        // The delay lets the first Ctrl-C end an external solver, which would otherwise outlive this process.
        Some(flag) if flag.is_raised() => end(),
        Some(flag) if !loading::finish_if_loading() => flag.raise(),
        _ => {
            // If nothing reads stderr, printing the message blocks; the thread then ends the process.
            let _ = thread::Builder::new().spawn(end);
            output::diagnose("error: interrupted");
            std::process::exit(INTERRUPTED.into());
        }
    };
    let listening = sys::on_interrupt(handler);
    listening.map_err(|error| Failure::Error(format!("cannot listen for Ctrl-C: {error}")))
}

/// A flag that Ctrl-C, SIGTERM, SIGHUP and the memory limit raise.
pub(super) fn cancel_flag() -> Result<CancelFlag, Failure> {
    let cancel = FLAG.get_or_init(CancelFlag::default).clone();
    watch_memory(&cancel)?;
    Ok(cancel)
}

/// Fails if more than half of the memory limit is in use: a growing vector may double, and a failed allocation would
/// abort the process and lose the best answer so far.
pub(super) fn check_memory() -> Result<(), Failure> {
    let is_low = |memory: &MemoryLimit| memory.left < memory.limit / 2;
    let low = memory_limit().filter(is_low);
    low.map_or(Ok(()), |memory| {
        let mebibytes = memory.limit >> 20;
        let what =
            format!("reading the question: the limit of {mebibytes} MiB (ulimit -v) is too low");
        Err(Failure::Stopped(Stop::MemoryLimit, what))
    })
}

/// Raises the flag when memory is low.
fn watch_memory(cancel: &CancelFlag) -> Result<(), Failure> {
    if memory_limit().is_none() {
        return Ok(());
    }
    check_memory()?;
    let flag = cancel.clone();
    let watch = move || {
        while check_memory().is_ok() {
            thread::sleep(CHECK_INTERVAL);
        }
        MEMORY_LIMIT_REACHED.store(true, Ordering::SeqCst);
        flag.raise_for(Stop::MemoryLimit);
    };
    let watching = thread::Builder::new().spawn(watch).map(drop);
    watching.map_err(|_| Failure::Stopped(Stop::MemoryLimit, "starting a thread".to_owned()))
}
