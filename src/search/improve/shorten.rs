//! Shortens the windows of a solution one after another.

use std::mem;
use std::time::Duration;

use super::improvement_method::ImprovementMethod;
use super::windows::WindowAnswer;
use super::work::ImprovementRun;
use crate::error::Error;
use crate::puzzle::TurnId;

/// The maximum time for windows before the plan in two stages; with a time limit, also at most the remaining time
/// divided by `WINDOWS_TIME_DIVISOR`.
const FIRST_WINDOWS: Duration = Duration::from_secs(1);
const WINDOWS_TIME_DIVISOR: u32 = 20;

impl ImprovementRun<'_> {
    /// Shortens the windows that take almost no time.
    pub(super) fn shorten_quickly(&mut self) -> Result<(), Error> {
        let left = self.search.control.remaining();
        let part = left.map(|left| left / WINDOWS_TIME_DIVISOR);
        let time = part.unwrap_or(FIRST_WINDOWS).min(FIRST_WINDOWS);
        let limited = self.search.within(Some(time));
        let search = mem::replace(&mut self.search, limited);
        let shortened = self.shorten(self.best.clone());
        self.search = search;
        shortened
    }

    /// Replaces windows by shorter ones, beginning with those of the smallest group, until none can be shortened.
    pub(super) fn shorten(&mut self, mut turns: Vec<TurnId>) -> Result<(), Error> {
        for set in 0..self.windows.sets.len() {
            let mut size = self.windows.first_size(set);
            'sizes: while size <= turns.len() {
                let mut answered = false;
                let mut at = 0;
                while let Some((from, to)) = self.windows.next_window(set, size, at, &turns) {
                    if self.search.control.stop().is_some() {
                        return Ok(());
                    }
                    at = from + 1;
                    self.report_method(ImprovementMethod::Window(to - from));
                    match self
                        .windows
                        .shorten_window(set, &turns[from..to], &self.search)?
                    {
                        WindowAnswer::Shorter(shorter) => {
                            let (before, after) = (&turns[..from], &turns[to..]);
                            turns = self.merge_turns(&[before, &shorter, after].concat());
                            self.take_if_shorter(&turns, ImprovementMethod::Window(to - from));
                            at = 0;
                            answered = true;
                        }
                        WindowAnswer::Shortest => answered = true,
                        WindowAnswer::GivenUp => break 'sizes,
                    }
                }
                if !answered {
                    break;
                }
                size += 1;
            }
        }
        Ok(())
    }
}
