//! The kinds of results of a line of a list, and their counts.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::answer::{self, Answer, Enumerated};
use crate::control::Stop;
use crate::names::named;
use crate::problem::Budget;
use crate::search::UnknownReason;

/// The kind of result of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineVerdict {
    /// A solution, and nothing shorter exists.
    Minimal,
    /// A solution.
    Solved,
    /// There is no solution.
    None,
    /// There is no solution, with a checked proof.
    Refuted,
    /// No answer within the time or memory limit.
    #[default]
    Unknown,
    /// No answer before the process was interrupted; partial results are kept.
    Interrupted,
    /// The question is invalid, or the work failed.
    Failed,
}

named!(
    LineVerdict,
    "verdict",
    Minimal = "minimal",
    Solved = "solved",
    None = "none",
    Refuted = "refuted",
    Unknown = "unknown",
    Interrupted = "interrupted",
    Failed = "failed",
);

impl From<&Answer> for LineVerdict {
    fn from(answer: &Answer) -> Self {
        use answer::Outcome;
        let found = &answer.found;
        match (answer.outcome, answer.problem.budget) {
            (Outcome::Unknown, _) => Self::unknown(found.stop.as_ref()),
            (Outcome::NoSolution, _) => Self::None,
            (Outcome::Solved, Budget::AtMost(_)) if found.is_minimal() => Self::Minimal,
            (Outcome::Solved, _) => Self::Solved,
        }
    }
}

impl From<&Enumerated> for LineVerdict {
    fn from(found: &Enumerated) -> Self {
        match &found.result.stop {
            Some(stop) => Self::unknown(Some(stop)),
            None if found.listed == 0 => Self::None,
            None => Self::Solved,
        }
    }
}

impl LineVerdict {
    /// The verdict if the work ended for this reason.
    pub fn unknown(stop: Option<&UnknownReason>) -> Self {
        match stop {
            Some(UnknownReason::Stopped(Stop::Cancelled)) => Self::Interrupted,
            _ => Self::Unknown,
        }
    }

    /// Whether the question is answered.
    #[must_use]
    pub fn is_answer(self) -> bool {
        !matches!(self, Self::Unknown | Self::Interrupted | Self::Failed)
    }

    /// Whether there is a solution.
    #[must_use]
    pub fn has_solution(self) -> bool {
        matches!(self, Self::Minimal | Self::Solved)
    }
}

/// The results of the lines of a list.
#[derive(Debug, Default)]
pub struct Tally {
    /// The results of this run.
    pub now: Vec<LineVerdict>,
    /// The results that the resumed file already had for this shard, so that a restarted shard ends with the same exit
    /// code.
    pub before: Vec<LineVerdict>,
    /// The number of lines without a result.
    pub unanswered: usize,
    /// Whether the command must show that there is no solution, so that finding one is an error.
    pub refutes: bool,
}

const SOLVED: [LineVerdict; 2] = [LineVerdict::Minimal, LineVerdict::Solved];
const UNKNOWN: [LineVerdict; 2] = [LineVerdict::Unknown, LineVerdict::Interrupted];

impl Tally {
    /// The worst result: `Failed`, `Unknown`, `None` or `Solved`.
    pub fn worst(&self) -> LineVerdict {
        let has = |these: &[LineVerdict]| {
            let mut all = self.now.iter().chain(&self.before);
            all.any(|verdict| these.contains(verdict))
        };
        if has(&[LineVerdict::Failed]) || self.refutes && has(&SOLVED) {
            LineVerdict::Failed
        } else if self.unanswered > 0 || has(&UNKNOWN) {
            LineVerdict::Unknown
        } else if has(&[LineVerdict::None]) {
            LineVerdict::None
        } else {
            LineVerdict::Solved
        }
    }
}

impl fmt::Display for Tally {
    /// `7 solved, 1 without solution, 2 with an error`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |these: &[LineVerdict]| {
            let now = self.now.iter();
            now.filter(|verdict| these.contains(verdict)).count()
        };
        let solved = (count(&SOLVED), "solved");
        let refuted = (count(&[LineVerdict::Refuted]), "refuted");
        let [(first, what), second] = if self.refutes {
            [refuted, solved]
        } else {
            [solved, refuted]
        };
        write!(f, "{first} {what}")?;
        for (count, what) in [
            second,
            (count(&[LineVerdict::None]), "without solution"),
            (count(&UNKNOWN), "unknown or not proved minimal"),
            (count(&[LineVerdict::Failed]), "with an error"),
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
