//! Lets two threads work alternately, so that together they use the time of one.
//!
//! *Idea.* Only one of the threads works at a time. The other one waits where it polls its control, which all long work
//! does often. So the work can be paused and continued anywhere. The clock of a thread stands still while it waits.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stop_condition::StopCondition;
use crate::control::{Control, PauseGate, Stop};
use crate::platform;

/// How long a side works before the other side continues.
const SLICE: Duration = Duration::from_millis(500);

/// The interval at which the waiting side checks whether all work should end.
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
    /// The clock of its control measures the slices.
    stop_condition: Arc<StopCondition>,
    state: Mutex<SliceState>,
    handed_over: Condvar,
}

struct SliceState {
    holder: Side,
    /// When the slice of the holder began.
    since: Duration,
    /// When the slice of the holder ends; `None` if it has no end.
    until: Option<Duration>,
    /// Whether both sides alternate. Before that, the upper bound may work until it has found a solution.
    is_shared: bool,
    /// The length of the next slice, if it differs from the others.
    next_slice: Option<Duration>,
    /// How long each side has worked so far.
    worked: [Duration; 2],
    is_running: [bool; 2],
}

impl TimeSlices {
    /// The lower bound begins and works for `first_slice`. If the time is shared from the beginning, both sides then
    /// alternate. Otherwise the upper bound works until the time is [shared](Self::share).
    pub(super) fn new(
        stop_condition: &Arc<StopCondition>,
        first_slice: Duration,
        is_shared: bool,
    ) -> Arc<Self> {
        let now = stop_condition.control.now();
        Arc::new(Self {
            stop_condition: stop_condition.clone(),
            state: Mutex::new(SliceState {
                holder: Side::LowerBound,
                since: now,
                until: Some(now.saturating_add(first_slice)),
                is_shared,
                next_slice: None,
                worked: [Duration::ZERO; 2],
                is_running: [false; 2],
            }),
            handed_over: Condvar::new(),
        })
    }

    fn now(&self) -> Duration {
        self.stop_condition.control.now()
    }

    fn state(&self) -> MutexGuard<'_, SliceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on, both sides alternate. A slice without an end ends after [`SLICE`] or, if `lower_bound_slice`
    /// returns a time, at once; the lower bound then works for that time.
    pub(super) fn share(&self, lower_bound_slice: impl FnOnce() -> Option<Duration>) {
        {
            let mut state = self.state();
            // This may be called while the lower bound has its first slice.
            state.is_shared = true;
            if state.until.is_some() {
                return;
            }
        }
        let lower_bound_slice = lower_bound_slice();
        let now = self.now();
        let mut state = self.state();
        state.until = Some(match lower_bound_slice {
            Some(_) => now,
            None => now.saturating_add(SLICE),
        });
        state.next_slice = lower_bound_slice;
    }

    /// Runs the work of a side; a panic becomes an error. When it ends, the other side continues.
    pub(super) fn run<T>(
        self: &Arc<Self>,
        side: Side,
        work: impl FnOnce(&Control) -> T,
    ) -> Result<T, String> {
        let gate = SliceGate {
            side,
            time_slices: self.clone(),
        };
        let timed = gate.clone();
        let control = Control::with_clock(move || timed.time_worked())
            .with_cancel_flag(self.stop_condition.flag.clone())
            .with_gate(Arc::new(gate));
        self.state().is_running[side as usize] = true;
        let done = platform::catch_panic(|| work(&control));
        let mut state = self.state();
        state.is_running[side as usize] = false;
        if state.holder == side {
            state.hand_over(self.now());
        }
        self.handed_over.notify_all();
        done
    }

    /// Waits until this side may work, or all work should end.
    fn wait(&self, side: Side) -> Option<Stop> {
        let mut state = self.state();
        loop {
            let now = self.now();
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
            if let Some(stop) = self.stop_condition.wait() {
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
        let is_open_ended = self.holder == Side::LowerBound && !self.is_shared;
        let slice = self.next_slice.take().unwrap_or(SLICE);
        self.until = (!is_open_ended).then(|| now.saturating_add(slice));
        self.holder = self.holder.other();
        self.since = now;
    }
}

/// The gate at which a side waits for its slice.
#[derive(Clone)]
struct SliceGate {
    side: Side,
    time_slices: Arc<TimeSlices>,
}

impl PauseGate for SliceGate {
    fn wait(&self) -> Option<Stop> {
        let slices = &self.time_slices;
        let stop = slices.stop_condition.wait();
        stop.or_else(|| slices.wait(self.side))
    }
}

impl SliceGate {
    /// How long this side has worked.
    fn time_worked(&self) -> Duration {
        let state = self.time_slices.state();
        let mut worked = state.worked[self.side as usize];
        if state.holder == self.side {
            let now = self.time_slices.now();
            worked += now.saturating_sub(state.since);
        }
        worked
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Time slices that begin at 0 with 300 milliseconds, and their clock, in milliseconds.
    fn time_slices() -> (Arc<TimeSlices>, Arc<AtomicU64>) {
        let clock = Arc::new(AtomicU64::new(0));
        let ticks = clock.clone();
        let now = move || Duration::from_millis(ticks.load(Ordering::Relaxed));
        let stop_condition = Arc::new(StopCondition::new(&Control::with_clock(now)));
        let slices = TimeSlices::new(&stop_condition, Duration::from_millis(300), false);
        (slices, clock)
    }

    #[test]
    fn both_sides_alternate_after_a_solution_in_the_first_slice_of_the_lower_bound() {
        let ms = Duration::from_millis;
        let (time_slices, _) = time_slices();
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
            let (time_slices, clock) = time_slices();
            time_slices.state().hand_over(ms(300));
            assert_eq!(time_slices.state().until, None);
            // The first solution is found after 700 milliseconds, another later.
            for now in [700, 900] {
                clock.store(now, Ordering::Relaxed);
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
