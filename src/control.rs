//! What is handed down to long work: a cancel flag, a deadline, a clock, and how
//! many threads it may take.
//!
//! Nothing below the command line reads a clock or a signal by itself. Whoever
//! starts the work builds a [`Control`] and passes it by reference.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that another thread or a signal handler raises to end the work.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Raises the flag. It is never lowered again.
    pub fn raise(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the flag was raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Why work stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The cancel flag was raised, for example by Ctrl-C.
    Cancelled,
    /// The deadline passed.
    TimeLimit,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Cancelled => "interrupted",
            Stop::TimeLimit => "time limit reached",
        })
    }
}

/// Cancel flag, deadline and number of threads, handed down to everything that may
/// take long.
///
/// Cheap to clone; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Control {
    cancel: CancelFlag,
    /// The flags of the controls that this one was made under.
    above: Vec<CancelFlag>,
    deadline: Option<Instant>,
    jobs: Option<NonZeroUsize>,
}

impl Control {
    /// A control without deadline, whose flag nobody has raised.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// A control that stops when `cancel` is raised or `limit` from now has
    /// passed. A limit too large for the clock is no limit.
    #[must_use]
    pub fn new(cancel: CancelFlag, limit: Option<Duration>) -> Self {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self {
            cancel,
            above: Vec::new(),
            deadline,
            jobs: None,
        }
    }

    /// A control that stops when this one does, or when a flag of its own is
    /// raised: for work that several share, where one can end the others' part.
    #[must_use]
    pub fn with_own_flag(&self, own: CancelFlag) -> Self {
        let above = self.above.iter().chain([&self.cancel]);
        Self {
            cancel: own,
            above: above.cloned().collect(),
            ..self.clone()
        }
    }

    /// A control that stops when this one does, or when `limit` from now has passed.
    #[must_use]
    pub fn within(&self, limit: Duration) -> Self {
        let ends = Instant::now().checked_add(limit);
        let deadline = match (self.deadline, ends) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self {
            deadline,
            ..self.clone()
        }
    }

    /// The same with so many threads for one question. Without a word it is one.
    #[must_use]
    pub fn with_jobs(self, jobs: NonZeroUsize) -> Self {
        let jobs = Some(jobs);
        Self { jobs, ..self }
    }

    /// How many threads one question may take.
    #[must_use]
    pub fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or(NonZeroUsize::MIN)
    }

    /// The flag that ends work under this control.
    #[must_use]
    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.cancel
    }

    /// Why work must stop now, if it must.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        let cancelled = self.cancel.is_raised() || self.above.iter().any(CancelFlag::is_raised);
        if cancelled {
            Some(Stop::Cancelled)
        } else if self.remaining() == Some(Duration::ZERO) {
            Some(Stop::TimeLimit)
        } else {
            None
        }
    }

    /// The time left until the deadline; `None` without a deadline.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

/// Measures how long a step took, for reports.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts measuring now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Seconds since the start.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_stops_every_clone() {
        let control = Control::unlimited();
        let clone = control.clone();
        assert_eq!(clone.stop(), None);
        control.cancel_flag().raise();
        assert_eq!(clone.stop(), Some(Stop::Cancelled));
    }

    #[test]
    fn a_flag_of_its_own_stops_what_is_below_and_not_what_is_above() {
        let above = Control::unlimited();
        let [one, two] = [(); 2].map(|()| above.with_own_flag(CancelFlag::default()));
        one.cancel_flag().raise();
        assert_eq!(one.stop(), Some(Stop::Cancelled));
        assert_eq!((two.stop(), above.stop()), (None, None));
        let below = two.with_own_flag(CancelFlag::default());
        above.cancel_flag().raise();
        assert_eq!(two.stop(), Some(Stop::Cancelled));
        assert_eq!(below.stop(), Some(Stop::Cancelled));
    }

    #[test]
    fn a_deadline_holds_for_what_is_below() {
        let above = Control::new(CancelFlag::default(), Some(Duration::ZERO));
        let below = above.with_own_flag(CancelFlag::default());
        assert_eq!(below.stop(), Some(Stop::TimeLimit));
    }

    #[test]
    fn a_deadline_of_zero_has_passed() {
        let control = Control::new(CancelFlag::default(), Some(Duration::ZERO));
        assert_eq!(control.stop(), Some(Stop::TimeLimit));
    }

    #[test]
    fn an_absurd_limit_is_no_limit() {
        let control = Control::new(CancelFlag::default(), Some(Duration::MAX));
        assert_eq!(control.stop(), None);
    }
}
