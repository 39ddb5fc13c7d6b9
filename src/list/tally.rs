//! Counts lines by result.

use std::fmt;

use super::verdict::LineVerdict;

/// The results of the lines of a list.
#[derive(Debug, Default)]
pub struct Tally {
    now: Vec<LineVerdict>,
    /// The results that the resumed file already had for this shard.
    before: Vec<LineVerdict>,
    /// The number of lines without a result.
    pub unanswered: usize,
    /// Whether the command must show that there is no solution, so that finding one is an error.
    pub refutes: bool,
}

impl Tally {
    /// Counts a line.
    pub fn add(&mut self, verdict: LineVerdict) {
        self.now.push(verdict);
    }

    /// Counts a line answered in an earlier run, so that a restarted shard returns the same exit code.
    pub fn count_earlier(&mut self, verdict: LineVerdict) {
        self.before.push(verdict);
    }

    /// The number of lines counted in this run.
    pub fn answered(&self) -> usize {
        self.now.len()
    }

    /// The worst result: `Failed`, `Unknown`, `None` or `Solved`.
    pub fn worst(&self) -> LineVerdict {
        let has = |is: fn(LineVerdict) -> bool| {
            let mut all = self.now.iter().chain(&self.before);
            all.any(|&verdict| is(verdict))
        };
        if has(is_error) || self.refutes && has(LineVerdict::has_solution) {
            LineVerdict::Failed
        } else if self.unanswered > 0 || has(is_unknown) {
            LineVerdict::Unknown
        } else if has(is_without_solution) {
            LineVerdict::None
        } else {
            LineVerdict::Solved
        }
    }
}

fn is_error(verdict: LineVerdict) -> bool {
    verdict == LineVerdict::Failed
}

fn is_unknown(verdict: LineVerdict) -> bool {
    matches!(verdict, LineVerdict::Unknown | LineVerdict::Interrupted)
}

fn is_without_solution(verdict: LineVerdict) -> bool {
    verdict == LineVerdict::None
}

impl fmt::Display for Tally {
    /// `7 solved, 1 without solution, 2 with an error`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |is: fn(LineVerdict) -> bool| {
            let now = self.now.iter();
            now.filter(|&&verdict| is(verdict)).count()
        };
        let solved = count(LineVerdict::has_solution);
        if self.refutes {
            write!(f, "{} refuted", count(|it| it == LineVerdict::Refuted))?;
            if solved > 0 {
                write!(f, ", {solved} solved")?;
            }
        } else {
            write!(f, "{solved} solved")?;
        }
        for (count, what) in [
            (count(is_without_solution), "without solution"),
            (count(is_unknown), "unknown or not proved minimal"),
            (count(is_error), "with an error"),
            (self.unanswered, "not answered"),
            (self.before.len(), "answered before"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
