//! How many lines came to what.

use std::fmt;

use crate::cli::{Exit, Failure};
use crate::list::Verdict;

/// How many lines came to what.
#[derive(Default)]
pub(super) struct Tally {
    solved: usize,
    refuted: usize,
    without_solution: usize,
    unknown: usize,
    errors: usize,
    pub(super) unanswered: usize,
    /// Lines that were answered before.
    pub(super) before: usize,
    /// Whether a solution is what was hoped to be refuted.
    pub(super) refutes: bool,
}

impl Tally {
    pub(super) fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Minimal | Verdict::Solved => &mut self.solved,
            Verdict::Refuted => &mut self.refuted,
            Verdict::None => &mut self.without_solution,
            Verdict::Unknown | Verdict::Interrupted => &mut self.unknown,
            Verdict::Failed => &mut self.errors,
        } += 1;
    }

    pub(super) fn answered(&self) -> usize {
        self.solved + self.refuted + self.without_solution + self.unknown + self.errors
    }

    /// The worst that happened decides.
    pub(super) fn exit(&self) -> Result<Exit, Failure> {
        if self.errors > 0 || self.refutes && self.solved > 0 {
            Err(Failure::Reported)
        } else if self.unknown + self.unanswered > 0 {
            Ok(Exit::Unknown)
        } else if self.without_solution > 0 {
            Ok(Exit::NoSolution)
        } else {
            Ok(Exit::Done)
        }
    }
}

impl fmt::Display for Tally {
    /// `7 solved, 1 without solution, 2 with an error`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.refutes {
            write!(f, "{} refuted", self.refuted)?;
            if self.solved > 0 {
                write!(f, ", {} solved", self.solved)?;
            }
        } else {
            write!(f, "{} solved", self.solved)?;
        }
        for (count, what) in [
            (self.without_solution, "without solution"),
            (self.unknown, "unknown or not proved minimal"),
            (self.errors, "with an error"),
            (self.unanswered, "not answered"),
            (self.before, "answered before"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
