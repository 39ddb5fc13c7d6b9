//! Distributes time to the two sides: in turns, or with separate threads.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use super::baton::{Baton, Post, Side};
use super::ending::Ending;
use crate::control::Control;
use crate::platform;

/// How long lengths are refuted before a plan is tried: long enough to find solutions of a few turns.
const FIRST: Duration = Duration::from_millis(300);

/// How long lengths are refuted first if a solution is known.
const FIRST_WITH_SOLUTION: Duration = Duration::from_secs(3);

/// The distribution of time to the two sides.
pub(super) struct Sides<'a> {
    control: &'a Control,
    ending: &'a Arc<Ending>,
    /// Whether both work at the same time; otherwise one begins when the other is done.
    pub(super) side_by_side: bool,
    /// The baton, if they take turns.
    baton: Option<Arc<Baton>>,
}

impl<'a> Sides<'a> {
    /// Lets the sides take turns unless each has a thread or they run in sequence.
    pub(super) fn new(control: &'a Control, ending: &'a Arc<Ending>, in_sequence: bool) -> Self {
        let side_by_side = platform::has_threads() && !in_sequence;
        let in_turns = control.jobs() == NonZeroUsize::MIN && side_by_side;
        Self {
            control,
            ending,
            side_by_side,
            baton: in_turns.then(|| Baton::new(control, FIRST)),
        }
    }

    /// If a solution is known, lengths are refuted somewhat longer before a shorter one is searched for.
    pub(super) fn has_solution(&self) {
        if let Some(baton) = &self.baton {
            baton.begin_with(FIRST_WITH_SOLUTION);
        }
    }

    /// From now on they take turns evenly. Returns how long each may work, if there is a time limit.
    pub(super) fn share(&self) -> Option<Duration> {
        let left = self.ending.remaining();
        match &self.baton {
            Some(baton) => {
                baton.share();
                left.map(|left| left / 2)
            }
            None if self.side_by_side => left,
            // The sides run in sequence.
            None if platform::has_threads() => left.map(|left| left / 2),
            None => Some(left.unwrap_or_default() / 2),
        }
    }

    /// Runs the work of a side with a control that stops it.
    pub(super) fn work<T>(&self, side: Side, work: impl FnOnce(&Control) -> T) -> T {
        let flag = self.ending.flag().clone();
        let Some(baton) = &self.baton else {
            let jobs = match side {
                _ if !self.side_by_side => self.control.jobs(),
                Side::Below => NonZeroUsize::MIN,
                Side::Above => others(self.control.jobs()),
            };
            let control = self.control.with_own_flag(flag).with_jobs(jobs);
            return work(&control.behind(self.ending.clone()));
        };
        let post = Post {
            side,
            baton: baton.clone(),
            ending: self.ending.clone(),
        };
        let control = Control::with_clock(post.clone()).with_own_flag(flag);
        baton.join(side);
        let _leaves = Leaves { baton, side };
        work(&control.behind(Arc::new(post)))
    }
}

/// All threads but one.
fn others(jobs: NonZeroUsize) -> NonZeroUsize {
    NonZeroUsize::new(jobs.get() - 1).unwrap_or(NonZeroUsize::MIN)
}

/// Lets the other side continue when one is done, with or without a result.
struct Leaves<'a> {
    baton: &'a Baton,
    side: Side,
}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.baton.leave(self.side);
    }
}
