//! Runs long work on a separate thread, without Python's lock, while the calling thread handles Ctrl-C and progress.

use std::fmt::Display;
use std::panic;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use twistsat::{CancelFlag, Control};

use crate::to_py_error;

/// The interval between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work`, stops it at the time limit, and passes its events to `progress`.
pub(crate) fn run<T: Send, E: Display + Send>(
    py: Python<'_>,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control, Sender<String>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let cancel = CancelFlag::default();
    let limit = time_limit.map(Duration::try_from_secs_f64).transpose();
    let limit = limit.map_err(|error| to_py_error(format!("time_limit: {error}")))?;
    let control = Control::new(cancel.clone(), limit);
    let progress = progress.map(|it| it.clone().unbind());
    let (sender, events) = channel();
    let (outcome, stopped) = py.detach(move || {
        thread::scope(|scope| {
            let control = &control;
            // At the end of the work the sender is dropped, which ends `forward_progress`.
            let worker = scope.spawn(move || work(control, sender));
            let stopped = forward_progress(&events, progress.as_ref());
            if stopped.is_err() {
                cancel.raise();
            }
            (worker.join(), stopped)
        })
    });
    stopped?;
    match outcome {
        Ok(outcome) => outcome.map_err(to_py_error),
        Err(panicked) => panic::resume_unwind(panicked),
    }
}

/// Passes events to `progress` until the work ends. Fails on Ctrl-C, or if `progress` raises an exception.
fn forward_progress(events: &Receiver<String>, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    loop {
        let event = match events.recv_timeout(SIGNAL_INTERVAL) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        Python::attach(|py| {
            if let (Some(event), Some(progress)) = (event, progress) {
                progress.call1(py, (event,))?;
            }
            py.check_signals()
        })?;
    }
}
