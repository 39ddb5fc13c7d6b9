//! Counts lines by result.

use std::fmt;

use super::line_result::LineVerdict;

/// The number of lines with each result.
#[derive(Debug, Default)]
pub struct Tally {
    now: Counts,
    /// The results that the resumed file already had for this shard.
    before: Counts,
    /// The number of lines without a result.
    pub unanswered: usize,
    /// Whether the command must show that there is no solution, so that finding one is an error.
    pub refutes: bool,
}

#[derive(Debug, Default)]
struct Counts {
    solved: usize,
    refuted: usize,
    without_solution: usize,
    unknown: usize,
    errors: usize,
}

impl Counts {
    fn add(&mut self, verdict: LineVerdict) {
        *match verdict {
            LineVerdict::Minimal | LineVerdict::Solved => &mut self.solved,
            LineVerdict::Refuted => &mut self.refuted,
            LineVerdict::None => &mut self.without_solution,
            LineVerdict::Unknown | LineVerdict::Interrupted => &mut self.unknown,
            LineVerdict::Failed => &mut self.errors,
        } += 1;
    }

    fn total(&self) -> usize {
        self.solved + self.refuted + self.without_solution + self.unknown + self.errors
    }
}

impl Tally {
    /// Counts a line.
    pub fn add(&mut self, verdict: LineVerdict) {
        self.now.add(verdict);
    }

    /// Counts a line answered in an earlier run, so that a restarted shard returns the same exit code.
    pub fn count_earlier(&mut self, verdict: LineVerdict) {
        self.before.add(verdict);
    }

    /// The number of lines counted in this run.
    pub fn answered(&self) -> usize {
        self.now.total()
    }

    /// The worst result: `Failed`, `Unknown`, `None` or `Solved`.
    pub fn worst(&self) -> LineVerdict {
        let has = |count: fn(&Counts) -> usize| count(&self.now) + count(&self.before) > 0;
        if has(|it| it.errors) || self.refutes && has(|it| it.solved) {
            LineVerdict::Failed
        } else if self.unanswered > 0 || has(|it| it.unknown) {
            LineVerdict::Unknown
        } else if has(|it| it.without_solution) {
            LineVerdict::None
        } else {
            LineVerdict::Solved
        }
    }
}

impl fmt::Display for Tally {
    /// `7 solved, 1 without solution, 2 with an error`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.refutes {
            write!(f, "{} refuted", self.now.refuted)?;
            if self.now.solved > 0 {
                write!(f, ", {} solved", self.now.solved)?;
            }
        } else {
            write!(f, "{} solved", self.now.solved)?;
        }
        for (count, what) in [
            (self.now.without_solution, "without solution"),
            (self.now.unknown, "unknown or not proved minimal"),
            (self.now.errors, "with an error"),
            (self.unanswered, "not answered"),
            (self.before.total(), "answered before"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
