//! Decides when both sides of an anytime search end: when they have met, the results are sufficient, or time is up.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::control::{CancelFlag, Control, PauseGate, Stop};

pub(super) struct StopCondition {
    pub(super) control: Control,
    /// Raised when both sides should end.
    pub(super) flag: CancelFlag,
    /// Raised, with the reason, as soon as some part of the work was stopped from outside. If the end is moved afterwards,
    /// the other parts must not continue, because the results would be incomplete.
    outside_stop: CancelFlag,
    began: Duration,
    end: Mutex<End>,
}

/// When both sides end unless they are stopped, by the clock of the control.
#[derive(Default)]
struct End {
    /// When the time for shorter solutions ends.
    deadline: Option<Duration>,
    /// When a shortest solution is expected at the latest.
    expected: Duration,
}

impl End {
    fn at(&self) -> Option<Duration> {
        self.deadline.map(|until| until.max(self.expected))
    }
}

/// The minimum duration of a search that chooses its own time limit.
const MIN_TIME: Duration = Duration::from_secs(5);

impl StopCondition {
    pub(super) fn new(control: &Control) -> Self {
        Self {
            control: control.clone(),
            flag: CancelFlag::default(),
            outside_stop: CancelFlag::default(),
            began: control.now(),
            end: Mutex::default(),
        }
    }

    /// A control that also stops when both sides should end.
    pub(super) fn stopping(this: &Arc<Self>, control: &Control) -> Control {
        let control = control.with_cancel_flag(this.flag.clone());
        control.with_gate(this.clone())
    }

    /// Ends both sides after this time, unless they end earlier or a shortest solution is expected later.
    pub(super) fn end_within(&self, patience: Duration) {
        self.end().deadline = self.control.now().checked_add(patience);
    }

    /// After an improvement, extends a search that chooses its own time limit to twice the time so far, but to at least
    /// [`MIN_TIME`] and at most `max_time`.
    pub(super) fn extend(&self, max_time: Duration) {
        let so_far = self.control.now().saturating_sub(self.began);
        let time = (so_far * 2).max(MIN_TIME).min(max_time);
        self.end().deadline = self.began.checked_add(time);
    }

    /// Lets the search last at least this much longer, because its speed is not known yet.
    pub(super) fn keep_running_for(&self, time: Duration) {
        let until = self.control.now().saturating_add(time);
        let mut end = self.end();
        end.expected = until.max(end.expected);
    }

    /// Notes that a shortest solution is expected within this time. `was_expected` says whether one was expected before;
    /// otherwise this replaces [`Self::keep_running_for`]. Returns whether the search now lasts longer.
    pub(super) fn expect_within(&self, time: Duration, was_expected: bool) -> bool {
        let until = self.control.now().saturating_add(time);
        let mut end = self.end();
        let before = if was_expected {
            end.at()
        } else {
            end.expected = Duration::ZERO;
            end.deadline
        };
        end.expected = until.max(end.expected);
        before.is_some_and(|before| until > before)
    }

    /// Withdraws the expectation of a shortest solution.
    pub(super) fn expect_nothing(&self) {
        self.end().expected = Duration::ZERO;
    }

    /// The maximum time until both sides end; `None` if it is not limited.
    pub(super) fn remaining(&self) -> Option<Duration> {
        let left = self.end().at();
        let left = left.map(|until| until.saturating_sub(self.control.now()));
        left.into_iter().chain(self.control.remaining()).min()
    }

    /// Why the work was stopped from outside: by the control, or because time is up. `None` if it was not stopped, or
    /// stopped only because the sides met or the results sufficed.
    pub(super) fn outside_stop(&self) -> Option<Stop> {
        if self.outside_stop.is_raised() {
            return self.outside_stop.reason();
        }
        let is_late = || {
            self.end()
                .at()
                .is_some_and(|until| self.control.now() >= until)
        };
        let stop = self.control.stop();
        let stop = stop.or_else(|| is_late().then_some(Stop::TimeLimit))?;
        self.outside_stop.raise_for(stop);
        self.outside_stop.reason()
    }

    fn end(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PauseGate for StopCondition {
    /// Why work must stop: it was stopped from outside, or both sides should end.
    fn wait(&self) -> Option<Stop> {
        self.outside_stop().or_else(|| self.flag.reason())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn moving_the_end_does_not_withdraw_a_stop() {
        let seconds = Arc::new(AtomicU64::new(0));
        let ticks = seconds.clone();
        let clock = move || Duration::from_secs(ticks.load(Ordering::Relaxed));
        let condition = StopCondition::new(&Control::with_clock(clock));
        condition.end_within(Duration::from_secs(5));
        seconds.store(4, Ordering::Relaxed);
        assert_eq!(condition.wait(), None);
        // Moved in time.
        condition.end_within(Duration::from_secs(5));
        seconds.store(8, Ordering::Relaxed);
        assert_eq!(condition.wait(), None);
        seconds.store(9, Ordering::Relaxed);
        assert_eq!(condition.wait(), Some(Stop::TimeLimit));
        // Moved too late.
        condition.end_within(Duration::from_secs(5));
        assert_eq!(condition.wait(), Some(Stop::TimeLimit));
    }
}
