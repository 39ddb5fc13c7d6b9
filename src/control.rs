//! How a caller controls long work: with a cancel flag, a clock, a deadline, and a number of threads.
//!
//! The library never reads a clock or a signal on its own. The caller creates a [`Control`] and passes it by reference.
//! With the feature `os`, a control has the clock of the operating system. [`Control::with_clock`] accepts any other clock:
//!
//! ```
//! use std::sync::atomic::{AtomicU64, Ordering};
//! use std::time::Duration;
//!
//! use twistsat::control::{Control, Stop};
//!
//! static TICKS: AtomicU64 = AtomicU64::new(0);
//!
//! let clock = || Duration::from_millis(TICKS.load(Ordering::Relaxed));
//! let control = Control::with_clock(clock).with_time_limit(Duration::from_secs(1));
//! assert_eq!(control.stop(), None);
//! TICKS.store(1000, Ordering::Relaxed);
//! assert_eq!(control.stop(), Some(Stop::TimeLimit));
//! ```

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::platform;

/// A flag that another thread or a signal handler raises to stop the work.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<OnceLock<Stop>>);

impl CancelFlag {
    /// Raises the flag. It is never lowered again.
    pub fn raise(&self) {
        self.raise_for(Stop::Cancelled);
    }

    /// Raises the flag with a reason. A raised flag keeps its first reason.
    pub fn raise_for(&self, reason: Stop) {
        // Fails if the flag has been raised before.
        let _ = self.0.set(reason);
    }

    /// Whether the flag was raised.
    pub fn is_raised(&self) -> bool {
        self.reason().is_some()
    }

    /// Why the flag was raised, if it was.
    pub fn reason(&self) -> Option<Stop> {
        self.0.get().copied()
    }
}

/// Why work stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The cancel flag was raised, for example by Ctrl-C.
    #[error("interrupted")]
    Cancelled,
    /// The deadline passed.
    #[error("time limit reached")]
    TimeLimit,
    /// The process is close to its memory limit.
    #[error("memory limit reached")]
    MemoryLimit,
}

/// A gate at which work can be paused, for example while other work runs. Work may have to wait whenever it polls its
/// control, so it must not poll while it holds a lock that other work needs.
pub trait PauseGate: Send + Sync {
    /// Waits until the work may continue, or returns why it must stop. A stop is final: all later calls return the same
    /// reason.
    fn wait(&self) -> Option<Stop>;
}

/// Returns the time since a fixed moment.
type Clock = dyn Fn() -> Duration + Send + Sync;

/// The cancel flag, the deadline and the number of threads of work that may take long.
///
/// Cheap to clone; clones share the flag and the clock.
#[derive(Clone)]
pub struct Control {
    cancel: CancelFlag,
    /// The flags of the controls from which this one was derived.
    inherited_flags: Vec<CancelFlag>,
    clock: Arc<Clock>,
    /// The deadline, by the clock.
    deadline: Option<Duration>,
    gate: Option<Arc<dyn PauseGate>>,
    jobs: Option<NonZeroUsize>,
}

impl Default for Control {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Control {
    /// A control without a deadline, with a flag that has not been raised.
    ///
    /// Its clock is the operating system's. Without the feature `os`, the clock stands still: every duration is
    /// measured as zero, and no time limit above zero ever passes. If time matters, use [`Self::with_clock`].
    pub fn unlimited() -> Self {
        Self::with_clock(platform::clock())
    }

    /// A control that stops when `cancel` is raised or `limit` from now has passed. A limit too large for the clock is
    /// no limit.
    #[cfg(feature = "os")]
    pub fn new(cancel: CancelFlag, limit: Option<Duration>) -> Self {
        let control = Self {
            cancel,
            ..Self::unlimited()
        };
        control.within(limit)
    }

    /// A control without a deadline, with a flag that has not been raised and the given clock: a function that returns
    /// the time since a fixed moment of its choice, which never decreases.
    pub fn with_clock(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self {
            cancel: CancelFlag::default(),
            inherited_flags: Vec::new(),
            clock: Arc::new(clock),
            deadline: None,
            gate: None,
            jobs: None,
        }
    }

    /// A control that stops when this one does, or when `flag` is raised. Raising `flag` does not stop this control.
    /// Workers that share a task use such flags to stop each other.
    #[must_use]
    pub fn with_cancel_flag(&self, flag: CancelFlag) -> Self {
        let inherited_flags = self.inherited_flags.iter().chain([&self.cancel]);
        Self {
            cancel: flag,
            inherited_flags: inherited_flags.cloned().collect(),
            ..self.clone()
        }
    }

    /// A control that stops when this one does, or when `limit` from now has passed. A limit too large for the clock is
    /// no limit.
    #[must_use]
    pub fn with_time_limit(&self, limit: Duration) -> Self {
        let ends = (self.clock)().checked_add(limit);
        Self {
            deadline: self.deadline.into_iter().chain(ends).min(),
            ..self.clone()
        }
    }

    /// A control that stops when this one does, or when `limit` from now has passed, if a limit is given.
    #[must_use]
    pub(crate) fn within(&self, limit: Option<Duration>) -> Self {
        limit.map_or_else(|| self.clone(), |limit| self.with_time_limit(limit))
    }

    /// This control, with the number of threads that one question may use.
    #[must_use]
    pub fn with_jobs(self, jobs: NonZeroUsize) -> Self {
        Self {
            jobs: Some(jobs),
            ..self
        }
    }

    /// This control. If no number of threads was set, one question may use as many as the machine can run at once.
    #[must_use]
    pub(crate) fn with_all_threads(&self) -> Self {
        Self {
            jobs: self.jobs.or_else(|| Some(platform::threads(None))),
            ..self.clone()
        }
    }

    /// How many threads one question may use: one, unless another number was given.
    pub fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or(NonZeroUsize::MIN)
    }

    /// The flag that stops work under this control.
    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.cancel
    }

    /// A control that calls [`PauseGate::wait`] of this gate whenever it is polled. The gate replaces any previous one.
    #[must_use]
    pub fn with_gate(&self, gate: Arc<dyn PauseGate>) -> Self {
        Self {
            gate: Some(gate),
            ..self.clone()
        }
    }

    pub(crate) fn now(&self) -> Duration {
        (self.clock)()
    }

    /// Why work must stop now, if it must. Waits while the gate is closed.
    pub fn stop(&self) -> Option<Stop> {
        let mut flags = self.inherited_flags.iter().chain([&self.cancel]);
        if let Some(reason) = flags.find_map(CancelFlag::reason) {
            Some(reason)
        } else if self.remaining() == Some(Duration::ZERO) {
            Some(Stop::TimeLimit)
        } else {
            self.gate.as_ref().and_then(|gate| gate.wait())
        }
    }

    /// An error if work must stop now.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        self.stop().map_or(Ok(()), Err)
    }

    /// The time left until the deadline; `None` without a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_sub((self.clock)()))
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("cancelled", &self.cancel.is_raised())
            .field("remaining", &self.remaining())
            .field("jobs", &self.jobs)
            .finish_non_exhaustive()
    }
}

/// Measures the duration of a step, for reports.
#[derive(Clone)]
pub struct Stopwatch {
    clock: Arc<Clock>,
    start: Duration,
}

impl Stopwatch {
    /// Starts measuring now, by the clock of this control.
    pub fn start(control: &Control) -> Self {
        Self {
            clock: Arc::clone(&control.clock),
            start: (control.clock)(),
        }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        (self.clock)().saturating_sub(self.start).as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn a_flag_stops_its_own_and_derived_controls_only() {
        let parent = Control::unlimited();
        let [one, two] = [(); 2].map(|()| parent.with_cancel_flag(CancelFlag::default()));
        one.cancel_flag().raise();
        assert_eq!(one.stop(), Some(Stop::Cancelled));
        assert_eq!((two.stop(), parent.stop()), (None, None));
        let derived = two.with_cancel_flag(CancelFlag::default());
        parent.cancel_flag().raise();
        assert_eq!(two.stop(), Some(Stop::Cancelled));
        assert_eq!(derived.stop(), Some(Stop::Cancelled));
    }

    #[test]
    fn a_flag_keeps_its_first_reason() {
        let control = Control::unlimited();
        control.cancel_flag().raise_for(Stop::MemoryLimit);
        control.cancel_flag().raise();
        assert_eq!(control.stop(), Some(Stop::MemoryLimit));
    }

    #[test]
    fn limits_and_stopwatches_use_the_given_clock() {
        static TIME: AtomicU64 = AtomicU64::new(7);
        let clock = || Duration::from_secs(TIME.load(Ordering::SeqCst));
        let control = Control::with_clock(clock);
        let limited = control.with_time_limit(Duration::from_secs(10));
        let watch = Stopwatch::start(&limited);
        TIME.store(16, Ordering::SeqCst);
        let derived = limited.with_cancel_flag(CancelFlag::default());
        let absurd = control.with_time_limit(Duration::MAX);
        assert_eq!((limited.stop(), derived.stop()), (None, None));
        assert_eq!(limited.remaining(), Some(Duration::from_secs(1)));
        TIME.store(18, Ordering::SeqCst);
        assert_eq!(limited.stop(), Some(Stop::TimeLimit));
        assert_eq!(derived.stop(), Some(Stop::TimeLimit));
        assert_eq!(limited.remaining(), Some(Duration::ZERO));
        assert_eq!((control.stop(), absurd.stop()), (None, None));
        assert_eq!(watch.seconds(), 11.0);
    }
}
