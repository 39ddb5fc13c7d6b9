//! Lets two threads take turns, so that together they use the time of one.
//!
//! *Idea.* Only the thread that holds the baton works. The other waits where it polls its control, which all long work
//! does often. So both can be paused anywhere and continue later, without knowing of each other. The clock of each
//! stands still while it waits.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::stop_condition::StopCondition;
use crate::control::{Clock, Control, Gate, Stop};

/// How long one side works before the other continues.
const SLICE: Duration = Duration::from_millis(500);

/// How often the waiting side checks whether all work should end.
const LOOK: Duration = Duration::from_millis(20);

/// The two sides.
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

/// The state of the baton.
pub(super) struct TimeSlices {
    /// By its clock, and until it says stop.
    control: Control,
    turn: Mutex<Turn>,
    passed: Condvar,
}

struct Turn {
    holder: Side,
    /// When the holder received it.
    since: Duration,
    /// When the holder must pass it on; `None` if it keeps it.
    until: Option<Duration>,
    /// Whether both take turns even before the upper side has found a solution.
    is_shared: bool,
    /// How long each side has worked so far.
    worked: [Duration; 2],
    /// Which sides can receive it: those that have begun and are not done.
    takes: [bool; 2],
}

impl TimeSlices {
    /// The lower side begins and passes it on after `first`. The upper side then keeps it until it is
    /// [shared](Self::share).
    pub(super) fn new(control: &Control, first: Duration) -> Arc<Self> {
        let now = control.now();
        Arc::new(Self {
            control: control.clone(),
            turn: Mutex::new(Turn {
                holder: Side::LowerBound,
                since: now,
                until: Some(now.saturating_add(first)),
                is_shared: false,
                worked: [Duration::ZERO; 2],
                takes: [false; 2],
            }),
            passed: Condvar::new(),
        })
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the lower side works first; then both take turns.
    pub(super) fn begin_with(&self, first: Duration) {
        let mut turn = self.turn();
        turn.until = Some(turn.since.saturating_add(first));
        turn.is_shared = true;
    }

    /// From now on its holder passes it on after a time slice.
    pub(super) fn share(&self) {
        let now = self.control.now();
        self.turn().until.get_or_insert(now.saturating_add(SLICE));
    }

    /// Notes that a side begins.
    pub(super) fn join(&self, side: Side) {
        self.turn().takes[side as usize] = true;
    }

    /// Notes that a side is done.
    pub(super) fn leave(&self, side: Side) {
        let mut turn = self.turn();
        turn.takes[side as usize] = false;
        if turn.holder == side {
            turn.pass(self.control.now());
        }
        self.passed.notify_all();
    }

    /// Waits until it is this side's turn, or all work should end.
    fn wait(&self, side: Side, stop_condition: &StopCondition) -> Option<Stop> {
        let mut turn = self.turn();
        loop {
            let now = self.control.now();
            if turn.holder == side {
                let over = turn.until.is_some_and(|until| now >= until);
                if !over || !turn.takes[side.other() as usize] {
                    return None;
                }
                turn.pass(now);
                self.passed.notify_all();
            }
            let waited = self.passed.wait_timeout(turn, LOOK);
            turn = waited.unwrap_or_else(PoisonError::into_inner).0;
            if let Some(stop) = stop_condition.stop() {
                return Some(stop);
            }
        }
    }
}

impl Turn {
    fn pass(&mut self, now: Duration) {
        let held = now.saturating_sub(self.since);
        self.worked[self.holder as usize] += held;
        // When the upper side receives it first, it has to find a solution.
        let first =
            self.holder == Side::LowerBound && self.worked[Side::UpperBound as usize].is_zero();
        let first = first && !self.is_shared;
        self.until = (!first).then(|| now.saturating_add(SLICE));
        self.holder = self.holder.other();
        self.since = now;
    }
}

/// The gate at which a side waits for its turn.
#[derive(Clone)]
pub(super) struct SliceGate {
    pub(super) side: Side,
    pub(super) time_slices: Arc<TimeSlices>,
    pub(super) stop_condition: Arc<StopCondition>,
}

impl Gate for SliceGate {
    fn pass(&self) -> Option<Stop> {
        self.stop_condition
            .stop()
            .or_else(|| self.time_slices.wait(self.side, &self.stop_condition))
    }
}

/// The clock of a side.
impl Clock for SliceGate {
    fn now(&self) -> Duration {
        let turn = self.time_slices.turn();
        let before = turn.worked[self.side as usize];
        if turn.holder == self.side {
            before + self.time_slices.control.now().saturating_sub(turn.since)
        } else {
            before
        }
    }
}
