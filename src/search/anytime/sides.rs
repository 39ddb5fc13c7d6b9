//! How the two sides share the time: in turns, or each with threads of its own.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use super::baton::{Baton, Post, Side};
use super::ending::Ending;
use crate::control::Control;
use crate::platform;

/// So long lengths are refuted before a plan is tried: what is a few turns away is found by then.
const FIRST: Duration = Duration::from_millis(300);

/// How long lengths are refuted first if there is a solution already.
const FIRST_WITH_SOLUTION: Duration = Duration::from_secs(3);

/// How the two sides share the time.
pub(super) struct Sides<'a> {
    control: &'a Control,
    ending: &'a Arc<Ending>,
    /// Whether both are at work at a time. Else one begins when the other is done.
    pub(super) side_by_side: bool,
    /// If they take turns.
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

    /// With a solution at hand, lengths are refuted somewhat longer before another one is looked for.
    pub(super) fn has_solution(&self) {
        if let Some(baton) = &self.baton {
            baton.begin_with(FIRST_WITH_SOLUTION);
        }
    }

    /// From now on they take turns evenly. How long each may work, if they end at some time.
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

    /// Does the work of a side, which is stopped by the control that it is given.
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

/// Lets the other side go on when one is done, whatever it came to.
struct Leaves<'a> {
    baton: &'a Baton,
    side: Side,
}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.baton.leave(self.side);
    }
}
