//! Lets two threads work alternately, so that together they use the time of one.
//!
//! *Idea.* Only one of the threads works at a time. The other waits where it polls its control, which all long work
//! does often. So each can be paused anywhere and continue later, unaware of the other. Its clock stands still while it
//! waits.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stop_condition::StopCondition;
use crate::control::{Clock, Control, PauseGate, Stop};

/// How long one side works before the other continues.
const SLICE: Duration = Duration::from_millis(500);

/// How often the waiting side checks whether all work should end.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Refutes lengths, the smallest first.
    LowerBound,
    /// Finds solutions, each shorter than the previous one.
    UpperBound,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Side::LowerBound => Side::UpperBound,
            Side::UpperBound => Side::LowerBound,
        }
    }
}

pub(super) struct TimeSlices {
    /// The control whose clock measures the slices.
    control: Control,
    state: Mutex<SliceState>,
    handed_over: Condvar,
}

struct SliceState {
    holder: Side,
    /// When its slice began.
    since: Duration,
    /// When its slice ends; `None` if it has no end.
    until: Option<Duration>,
    /// Whether both sides alternate even before the upper bound has found a solution.
    is_shared: bool,
    /// The length of the next slice, if it differs from the others.
    next_slice: Option<Duration>,
    /// How long each side has worked so far.
    worked: [Duration; 2],
    is_running: [bool; 2],
}

impl TimeSlices {
    /// The lower bound begins and works for `first`. The upper bound then works until the time is
    /// [shared](Self::share).
    pub(super) fn new(control: &Control, first: Duration) -> Arc<Self> {
        let now = control.now();
        Arc::new(Self {
            control: control.clone(),
            state: Mutex::new(SliceState {
                holder: Side::LowerBound,
                since: now,
                until: Some(now.saturating_add(first)),
                is_shared: false,
                next_slice: None,
                worked: [Duration::ZERO; 2],
                is_running: [false; 2],
            }),
            handed_over: Condvar::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, SliceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how long the lower bound works first; then both sides alternate.
    pub(super) fn begin_with(&self, first: Duration) {
        let mut state = self.state();
        state.until = Some(state.since.saturating_add(first));
        state.is_shared = true;
    }

    /// From now on, both sides alternate. If `first` returns a time, the lower bound continues at once and works that long.
    pub(super) fn share(&self, first: impl FnOnce() -> Option<Duration>) {
        {
            let mut state = self.state();
            // The upper bound can begin with a solution while the lower bound has its first slice.
            state.is_shared = true;
            if state.until.is_some() {
                return;
            }
        }
        let first = first();
        let now = self.control.now();
        let mut state = self.state();
        state.until = Some(match first {
            Some(_) => now,
            None => now.saturating_add(SLICE),
        });
        state.next_slice = first;
    }

    /// Notes that a side begins. When the result is dropped, the other side continues.
    pub(super) fn join(&self, side: Side) -> Participation<'_> {
        self.state().is_running[side as usize] = true;
        Participation {
            time_slices: self,
            side,
        }
    }

    /// Waits until this side may work, or all work should end.
    fn wait(&self, side: Side, stop_condition: &StopCondition) -> Option<Stop> {
        let mut state = self.state();
        loop {
            let now = self.control.now();
            if state.holder == side {
                let over = state.until.is_some_and(|until| now >= until);
                if !over || !state.is_running[side.other() as usize] {
                    return None;
                }
                state.hand_over(now);
                self.handed_over.notify_all();
            }
            let waited = self.handed_over.wait_timeout(state, POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let Some(stop) = stop_condition.wait() {
                return Some(stop);
            }
        }
    }
}

impl SliceState {
    fn hand_over(&mut self, now: Duration) {
        let held = now.saturating_sub(self.since);
        self.worked[self.holder as usize] += held;
        // The first slice of the upper bound lasts until it has found a solution.
        let first =
            self.holder == Side::LowerBound && self.worked[Side::UpperBound as usize].is_zero();
        let first = first && !self.is_shared;
        let slice = self.next_slice.take().unwrap_or(SLICE);
        self.until = (!first).then(|| now.saturating_add(slice));
        self.holder = self.holder.other();
        self.since = now;
    }
}

/// Marks a side as running. Dropping it, with or without a result, lets the other side continue.
pub(super) struct Participation<'a> {
    time_slices: &'a TimeSlices,
    side: Side,
}

impl Drop for Participation<'_> {
    fn drop(&mut self) {
        let mut state = self.time_slices.state();
        state.is_running[self.side as usize] = false;
        if state.holder == self.side {
            state.hand_over(self.time_slices.control.now());
        }
        self.time_slices.handed_over.notify_all();
    }
}

/// The gate at which a side waits for its slice.
#[derive(Clone)]
pub(super) struct SliceGate {
    pub(super) side: Side,
    pub(super) time_slices: Arc<TimeSlices>,
    pub(super) stop_condition: Arc<StopCondition>,
}

impl PauseGate for SliceGate {
    fn wait(&self) -> Option<Stop> {
        self.stop_condition
            .wait()
            .or_else(|| self.time_slices.wait(self.side, &self.stop_condition))
    }
}

impl Clock for SliceGate {
    fn now(&self) -> Duration {
        let state = self.time_slices.state();
        let mut worked = state.worked[self.side as usize];
        if state.holder == self.side {
            let now = self.time_slices.control.now();
            worked += now.saturating_sub(state.since);
        }
        worked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_alternate_after_a_solution_in_the_first_slice_of_the_lower_bound() {
        let ms = Duration::from_millis;
        let time_slices = TimeSlices::new(&Control::with_clock(move || ms(0)), ms(300));
        time_slices.share(|| None);
        let mut state = time_slices.state();
        state.hand_over(ms(300));
        assert_eq!(state.holder, Side::UpperBound);
        assert_eq!(state.until, Some(ms(300) + SLICE));
    }

    #[test]
    fn after_the_first_solution_the_lower_bound_can_get_a_longer_slice_at_once() {
        let ms = Duration::from_millis;
        for (longer, handed_over, until) in [(None, 1200, 1700), (Some(ms(3000)), 700, 3700)] {
            let at = |milliseconds: u64| Control::with_clock(move || ms(milliseconds));
            let mut time_slices = TimeSlices::new(&at(0), ms(300));
            time_slices.state().hand_over(ms(300));
            assert_eq!(time_slices.state().until, None);
            // The first solution is found after 700 milliseconds, another later.
            for now in [700, 900] {
                Arc::get_mut(&mut time_slices).unwrap().control = at(now);
                time_slices.share(|| longer);
                assert_eq!(time_slices.state().until, Some(ms(handed_over)));
            }
            let mut state = time_slices.state();
            state.hand_over(ms(handed_over));
            assert_eq!(state.holder, Side::LowerBound);
            assert_eq!(state.until, Some(ms(until)));
            state.hand_over(ms(until));
            assert_eq!(state.until, Some(ms(until) + SLICE));
        }
    }
}
