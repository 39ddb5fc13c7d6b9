//! Distributes time to the two sides of an anytime search, which work alternately, in parallel, or one after the other.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use super::stop_condition::StopCondition;
use super::time_slices::{Side, TimeSlices};
use crate::control::Control;
use crate::platform;

/// How long lengths are refuted before a plan is tried. This is long enough to find solutions of a few turns.
const FIRST_SLICE: Duration = Duration::from_millis(300);

/// How long lengths are refuted first if a solution is known. If the formulas use lists of cosets, lengths are also
/// refuted for up to this time right after the first solution.
const FIRST_SLICE_WITH_SOLUTION: Duration = Duration::from_secs(3);

pub(super) struct Scheduler<'a> {
    control: &'a Control,
    stop_condition: &'a Arc<StopCondition>,
    /// Whether each side has a thread, to work in parallel or alternately. Otherwise one side begins when the other ends.
    pub(super) side_by_side: bool,
    time_slices: Option<Arc<TimeSlices>>,
}

impl<'a> Scheduler<'a> {
    /// Lets the sides work one after the other if `in_sequence` or without threads; otherwise alternately if there is one
    /// job, and in parallel if there are more. If a solution is known, lengths are refuted for longer at first.
    pub(super) fn new(
        control: &'a Control,
        stop_condition: &'a Arc<StopCondition>,
        in_sequence: bool,
        has_solution: bool,
    ) -> Self {
        let side_by_side = platform::has_threads() && !in_sequence;
        let alternates = control.jobs() == NonZeroUsize::MIN && side_by_side;
        let first = if has_solution {
            FIRST_SLICE_WITH_SOLUTION
        } else {
            FIRST_SLICE
        };
        Self {
            control,
            stop_condition,
            side_by_side,
            time_slices: alternates.then(|| TimeSlices::new(stop_condition, first, has_solution)),
        }
    }

    /// From now on, both sides get equal time. Returns how long the upper bound may work; `None` if its time is unlimited.
    /// `lists_cosets` says whether the formulas use lists of cosets, which refute many lengths in a few seconds.
    pub(super) fn share_time(&self, lists_cosets: impl Fn() -> bool) -> Option<Duration> {
        let left = self.stop_condition.remaining();
        match &self.time_slices {
            Some(time_slices) => {
                let half = left.map(|left| left / 2);
                let first = half.map_or(FIRST_SLICE_WITH_SOLUTION, |it| {
                    it.min(FIRST_SLICE_WITH_SOLUTION)
                });
                time_slices.share(|| lists_cosets().then_some(first));
                half
            }
            None if self.side_by_side => left,
            // One side begins when the other ends.
            None if platform::has_threads() => left.map(|left| left / 2),
            None => Some(left.unwrap_or_default() / 2),
        }
    }

    /// Runs the work of a side with a control that stops it; a panic becomes an error.
    pub(super) fn work<T>(
        &self,
        side: Side,
        work: impl FnOnce(&Control) -> T,
    ) -> Result<T, String> {
        if let Some(time_slices) = &self.time_slices {
            return time_slices.run(side, work);
        }
        let jobs = match side {
            _ if !self.side_by_side => self.control.jobs(),
            Side::LowerBound => NonZeroUsize::MIN,
            Side::UpperBound => {
                NonZeroUsize::new(self.control.jobs().get() - 1).unwrap_or(NonZeroUsize::MIN)
            }
        };
        let control = StopCondition::stopping(self.stop_condition, self.control);
        platform::catch_panic(|| work(&control.with_jobs(jobs)))
    }
}
